// OpenSHMEM 9.12: fence and quiet.
//
// On a node a put is complete when it returns. A fence there orders the processor alone: a store
// before it is seen before one behind it. The store may be a routine's or, through shmem_ptr, the
// program's. Between nodes puts to one PE may overtake each other. There a fence does not wait, but
// what is begun behind it for a node waits for what went there before (scope_fence).
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include "runtime/rma/async.h"

#include <atomic>

namespace polder::shmem {

void quiet_far(const polder_shmem_ctx *context) {
    if (!here().whole) rma::scope_wait(context->scope);
}

void quiet(const polder_shmem_ctx *context) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    quiet_far(context);
}

void quiet_all() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!here().whole) rma::scope_wait_all();
}

namespace {

void fence(const polder_shmem_ctx *context) {
    rma::scope_fence(context->scope);
}

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(void, fence, void) {
    expect_initialized("fence");
    fence(SHMEM_CTX_DEFAULT);
}
POLDER_ROUTINE(void, ctx_fence, shmem_ctx_t ctx) {
    expect_initialized("ctx_fence");
    if (ctx) fence(ctx);
}
POLDER_ROUTINE(void, quiet, void) {
    expect_initialized("quiet");
    quiet(SHMEM_CTX_DEFAULT);
}
POLDER_ROUTINE(void, ctx_quiet, shmem_ctx_t ctx) {
    expect_initialized("ctx_quiet");
    if (ctx) quiet(ctx);
}
POLDER_ROUTINE(void, ctx_pe_quiet, shmem_ctx_t ctx, const int *target_pes, size_t npes) {
    expect_initialized("ctx_pe_quiet");
    for (size_t i = 0; i < npes; ++i)
        thread_of("ctx_pe_quiet", ctx, target_pes[i]);
    if (npes) quiet(ctx);
}
POLDER_ROUTINE(void, pe_quiet, const int *target_pes, size_t npes) {
    pshmem_ctx_pe_quiet(SHMEM_CTX_DEFAULT, target_pes, npes);
}

// Cache control, deprecated. The caches of all machines that Polder runs on are coherent.
POLDER_ROUTINE(void, set_cache_inv, void) {}
POLDER_ROUTINE(void, clear_cache_inv, void) {}
POLDER_ROUTINE(void, set_cache_line_inv, void *) {}
POLDER_ROUTINE(void, clear_cache_line_inv, void *) {}
POLDER_ROUTINE(void, udcflush, void) {}
POLDER_ROUTINE(void, udcflush_line, void *) {}

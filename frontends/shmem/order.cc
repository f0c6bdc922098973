// OpenSHMEM 9.12: fence and quiet.
//
// On a node a put is complete when it returns. What is left to a fence is the order of the
// processor: a store before it, by routine or by the program through shmem_ptr, is seen before one
// behind it. Between nodes puts to one PE may overtake each other, so a fence waits for them as
// quiet does.
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include "runtime/am/node.h"

#include <atomic>

namespace polder::shmem {

void quiet() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (polder_nodes() == 1) return;
    polder_implicit_wait();
    polder_flush_all();
}

bool may_defer() {
    return !am_shared();
}

namespace {

void fence() {
    std::atomic_thread_fence(std::memory_order_release);
    if (polder_nodes() > 1) quiet();
}

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(void, fence, void) {
    expect_initialized("fence");
    fence();
}
POLDER_ROUTINE(void, ctx_fence, shmem_ctx_t ctx) {
    expect_initialized("ctx_fence");
    if (ctx) fence();
}
POLDER_ROUTINE(void, quiet, void) {
    expect_initialized("quiet");
    quiet();
}
POLDER_ROUTINE(void, ctx_quiet, shmem_ctx_t ctx) {
    expect_initialized("ctx_quiet");
    if (ctx) quiet();
}
POLDER_ROUTINE(void, ctx_pe_quiet, shmem_ctx_t ctx, const int *target_pes, size_t npes) {
    expect_initialized("ctx_pe_quiet");
    for (size_t i = 0; i < npes; ++i)
        thread_of("ctx_pe_quiet", ctx, target_pes[i]);
    if (npes) quiet();
}
POLDER_ROUTINE(void, pe_quiet, const int *target_pes, size_t npes) {
    pshmem_ctx_pe_quiet(SHMEM_CTX_DEFAULT, target_pes, npes);
}

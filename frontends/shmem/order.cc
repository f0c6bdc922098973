// OpenSHMEM 9.12: fence and quiet.
//
// On a node a put is complete when it returns. What is left to a fence is the order of the
// processor: a store before it, by routine or by the program through shmem_ptr, is seen before one
// behind it. Between nodes puts to one PE may overtake each other, so a fence waits for them as
// quiet does.
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include <atomic>

namespace polder::shmem {
namespace {

// Non-blocking atomic operations under way, in the order of their starts: `first` and the
// `count` - 1 behind it, around the end.
constexpr unsigned most_atomics = 64;
struct Atomics {
    AtomicPending pending[most_atomics];
    unsigned first;
    unsigned count;

    void wait_for_oldest() {
        atomic_wait(pending[first]);
        first = (first + 1) % most_atomics;
        --count;
    }
};
POLDER_PRIVATE Atomics atomics = {};

} // namespace

void atomic_later(polder_ga at, const AtomicRequest &request) {
    if (here().whole || !may_defer()) return atomic_apply(at, request);
    Atomics &mine = local(atomics);
    if (mine.count == most_atomics) mine.wait_for_oldest();
    atomic_start(mine.pending[(mine.first + mine.count) % most_atomics], at, request);
    ++mine.count;
}

void quiet_far() {
    if (here().whole) return;
    for (Atomics &mine = local(atomics); mine.count;)
        mine.wait_for_oldest();
    polder_implicit_wait();
    polder_flush_all();
}

void quiet() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    quiet_far();
}

bool may_defer() {
    return thread_level() < SHMEM_THREAD_MULTIPLE;
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

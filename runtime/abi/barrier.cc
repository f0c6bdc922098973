// upc_barrier, upc_notify and upc_wait as generated code calls them.
#include "runtime/barrier/program_barrier.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/node_heap.h"
#include "runtime/sync/one_caller.h"

#include <polder/abi.h>

using namespace polder;

static barrier::BarrierPost post_of(int has_value, int value) {
    return has_value ? barrier::BarrierPost{barrier::BarrierTag::value, value} : barrier::BarrierPost{};
}

extern "C" {
#pragma GCC visibility push(default)

void polder_barrier(int has_value, int value) {
    barrier::BarrierMember &member = barrier::program_barrier_member("upc_barrier");
    const sync::OneCaller here("upc_barrier");
    const barrier::BarrierPost post = post_of(has_value, value);
    barrier::program_barrier_check(barrier::program_barrier_pass(member, post, WaitKind::barrier), member, post);
    node_heap::poison_returned();
}

void polder_notify(int has_value, int value) {
    barrier::BarrierMember &member = barrier::program_barrier_member("upc_notify");
    const sync::OneCaller here("upc_notify");
    race::race_fence_of_all();
    race::race_give(barrier::program_barrier_token(member, member.epoch + 1));
    barrier::program_barrier_check(barrier::barrier_notify(member, post_of(has_value, value)), member, {});
    self().notified_at.store(reinterpret_cast<std::uint64_t>(__builtin_return_address(0)), std::memory_order_relaxed);
}

void polder_wait(int has_value, int value) {
    barrier::BarrierMember &member = barrier::program_barrier_member("upc_wait");
    const sync::OneCaller here("upc_wait");
    const barrier::BarrierPost post = post_of(has_value, value);
    barrier::program_barrier_check(barrier::barrier_wait(member, post, WaitKind::notify_wait), member, post);
    self().notified_at.store(0, std::memory_order_relaxed);
    race::race_take(barrier::program_barrier_token(member, member.epoch));
    race::race_fence_of_all();
    node_heap::poison_returned();
}
#pragma GCC visibility pop
} // extern "C"

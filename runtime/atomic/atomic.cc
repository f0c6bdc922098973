// Where an atomic operation goes: this node, then the network.
#include "runtime/atomic/atomic.h"

#include "runtime/net/net.h"
#include "runtime/put/put_pool.h"
#include "runtime/race/race.h"
#include "runtime/registered/registered.h"

#include <cstring>

namespace polder::atomic {

namespace {

// Also what generated code takes for far.
bool is_near(polder_ga at) {
    if (!is_far(at)) return true;
    if (!ga_is_near(at)) return false;
    cache::far_order(at, 8, true);
    return true;
}

// With a detector of races.
void near_told(polder_ga at, const AtomicRequest &r) {
    void *const here = near_pointer(at);
    if (!race::race_watched()) return atomic_near(here, r);
    race::atomic_before(here, atomic_size(r.type), r.operation != AtomicOperation::get, race::last_site());
    atomic_near(here, r);
    race::atomic_after(here, r.result || r.operation != AtomicOperation::set);
}

void on_registered(polder_ga at, const AtomicRequest &r) {
    const std::size_t size = atomic_size(r.type);
    const registered::RegisteredAtomic what{static_cast<std::uint64_t>(r.type), static_cast<std::uint64_t>(r.operation),
                                            r.operand, r.second};
    std::uint64_t before = 0;
    registered::registered_expect(registered::registered_atomic(at, size, what, &before), at, size);
    if (r.result) std::memcpy(r.result, &before, size);
}

sync::WaitReason reason(polder_ga at) {
    return {WaitKind::copy, at, ga_thread(at), true};
}

} // namespace

void atomic_expect(polder_ga at, const AtomicRequest &r) {
    const std::size_t size = atomic_size(r.type);
    if (!atomic_is_known(r.type, r.operation))
        job_fail(1, "atomic operation %u on type %u: there is none", static_cast<unsigned>(r.operation),
                 static_cast<unsigned>(r.type));
    if (!ga_is_registered(at)) far_check("atomic operation", at, size);
    if (at % size) job_fail(1, "atomic operation: %zu bytes at %#lx are not aligned", size, at);
    if (r.operation == AtomicOperation::get && !r.result)
        job_fail(1, "atomic operation: get without a place for the value");
}

void atomic_apply(polder_ga at, const AtomicRequest &r, std::uint32_t scope) {
    atomic_expect(at, r);
    if (ga_is_registered(at)) return on_registered(at, r);
    if (is_near(at)) return near_told(at, r);
    cache::far_order(at, atomic_size(r.type), true);
    if (!r.result || r.operation == AtomicOperation::set)
        return put::put_atomic(ga_node(at), at, {r.type, r.operation, r.operand, r.second, nullptr}, scope);
    const net::NetAtomic what = {r.type, r.operation, r.operand, r.second, r.result};
    ConduitOperation operation;
    operation.done = nullptr;
    const auto start = [&] { return net::net_atomic(ga_node(at), at, what, operation) != Status::again; };
    if (!start()) net::net_wait(reason(at), start);
    net::net_wait(reason(at), [&] { return operation.left.load(std::memory_order_acquire) == 0; });
}

} // namespace polder::atomic

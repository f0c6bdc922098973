// The slow half of look.h: what happens where a count has reached 0.
#include "runtime/net/look.h"

#include "base/clock.h"
#include "runtime/net/progress.h"

#include <algorithm>

namespace polder::net {

POLDER_PRIVATE NetLooks net_looks = {{0}, {0}, {0}, {0}, {1}, {0}, {0}, {0}, {0}, {net_beside_ns}};

namespace {

constexpr std::uint32_t eager_looks = 2000;
constexpr std::uint32_t spinning_turns = 4000;
constexpr std::uint32_t yielding_turns = 50;

// Reading the clock costs a good part of a message's way. So the stride grows while it takes far
// less than net_beside_ns, and shrinks where it takes more.
std::uint32_t next_stride(std::uint32_t stride, std::int64_t took_ns) {
    if (took_ns > net_beside_ns) return 1;
    if (took_ns > net_beside_ns / 2 && stride > 1) return stride / 2;
    return took_ns < net_beside_ns / 4 && stride < net_beside_stride ? 2 * stride : stride;
}

// So many calls are counted down before the next question.
void stride_begin(NetLooks &looks, std::uint32_t stride) {
    const std::uint32_t beside = looks.beside.load(std::memory_order_relaxed);
    looks.calls.store(stride - 1, std::memory_order_relaxed);
    looks.beside.store(beside > stride ? beside - stride : 0, std::memory_order_relaxed);
}

bool interval_is_over(NetLooks &looks) {
    const std::int64_t now = clock_ns();
    const std::int64_t took = now - looks.read_ns.load(std::memory_order_relaxed);
    const std::uint32_t stride = next_stride(looks.stride.load(std::memory_order_relaxed), took);
    looks.read_ns.store(now, std::memory_order_relaxed);
    looks.stride.store(stride, std::memory_order_relaxed);
    stride_begin(looks, stride);
    const std::int64_t passed = now - looks.looked_ns.load(std::memory_order_relaxed);
    if (passed < looks.interval_ns.load(std::memory_order_relaxed)) return false;
    looks.looked_ns.store(now, std::memory_order_relaxed);
    return true;
}

bool nobody_else_looked(const NetLooks &looks) {
    return net.turns.load(std::memory_order_relaxed) == looks.seen.load(std::memory_order_relaxed);
}

bool nothing_is_under_way() {
    return !net.polls_due.load(std::memory_order_relaxed) && !net_busy();
}

bool may_rest(const NetLooks &looks) {
    const bool left = looks.vain.load(std::memory_order_relaxed) >= net_beside_vain && nobody_else_looked(looks);
    return (left || !is_leader()) && nothing_is_under_way();
}

// A look is due beside messages of the node. True: it is left to the progress thread.
bool leave(NetLooks &looks) {
    if (!net.progress) return false;
    const bool quiet = nobody_else_looked(looks) && nothing_is_under_way();
    const std::uint32_t vain = quiet ? looks.vain.load(std::memory_order_relaxed) + 1 : 0;
    looks.vain.store(vain, std::memory_order_relaxed);
    if (vain < net_beside_vain) return false;
    progress_take_over();
    return true;
}

} // namespace

bool net_look_call_due() {
    NetLooks &looks = local(net_looks);
    if (looks.eager.load(std::memory_order_relaxed) || !looks.beside.load(std::memory_order_relaxed)) return true;
    if (may_rest(looks)) {
        stride_begin(looks, net_beside_stride);
        return false;
    }
    return interval_is_over(looks) && !leave(looks);
}

void net_looked(unsigned found) {
    NetLooks &looks = local(net_looks);
    if (!net_look_counts(looks.eager)) looks.turns.store(spinning_turns, std::memory_order_relaxed);
    const std::int64_t longer = std::min(2 * looks.interval_ns.load(std::memory_order_relaxed), net_beside_idle_ns);
    looks.interval_ns.store(found ? net_beside_ns : longer, std::memory_order_relaxed);
    looks.seen.store(net.turns.load(std::memory_order_relaxed), std::memory_order_relaxed);
    if (found) looks.vain.store(0, std::memory_order_relaxed);
}

void net_look_yields() {
    std::atomic<std::uint32_t> &turns = local(net_looks).turns;
    if (turns.load(std::memory_order_relaxed) > yielding_turns) turns.store(yielding_turns, std::memory_order_relaxed);
}

void net_look_expect() {
    NetLooks &looks = local(net_looks);
    looks.eager.store(eager_looks, std::memory_order_relaxed);
    looks.turns.store(0, std::memory_order_relaxed);
    looks.calls.store(0, std::memory_order_relaxed);
    looks.vain.store(0, std::memory_order_relaxed);
}

} // namespace polder::net

// The machine of the dissemination; see barrier_nodes.h.
#include "runtime/barrier/barrier_nodes.h"

namespace polder::barrier {

BarrierVerdict barrier_join(const BarrierVerdict &a, const BarrierVerdict &b) {
    BarrierVerdict sum = a.conflict || !b.conflict ? a : b;
    sum.carry = a.carry ? a.carry : b.carry;
    if (sum.conflict) return sum;
    if (a.post.tag == b.post.tag && (a.post.tag != BarrierTag::value || a.post.value == b.post.value)) return sum;
    const bool expressions = a.post.tag != BarrierTag::final && b.post.tag != BarrierTag::final;
    if (expressions && (a.post.tag == BarrierTag::plain || b.post.tag == BarrierTag::plain)) {
        const BarrierVerdict &said = a.post.tag == BarrierTag::value ? a : b;
        sum.post = said.post;
        sum.thread = said.thread;
        return sum;
    }
    sum.conflict = true;
    sum.other = b.post;
    sum.other_thread = b.thread;
    return sum;
}

namespace {

class Guard {
public:
    explicit Guard(std::atomic<std::uint32_t> &lock) : lock_(lock) {
        for (unsigned turn = 0; lock_.exchange(1, std::memory_order_acquire); ++turn)
            sync::wait_turn(turn);
    }
    ~Guard() { lock_.store(0, std::memory_order_release); }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

private:
    std::atomic<std::uint32_t> &lock_;
};

unsigned behind(const BarrierNodes &nodes, unsigned round) {
    return static_cast<unsigned>((nodes.node + (std::uint64_t{1} << round)) % nodes.nodes);
}

// What can be sent by now; ends the phase if all was heard.
void go_on(BarrierNodes &nodes, std::uint32_t epoch, BarrierStep *step) {
    BarrierNodes::Phase &phase = nodes.phase[epoch & 1];
    if (!phase.arrived) return;
    for (; phase.sent < nodes.rounds && (phase.sent == 0 || phase.heard >> (phase.sent - 1) & 1); ++phase.sent)
        step->send[step->count++] = {behind(nodes, phase.sent), {epoch, phase.sent, phase.verdict}};
    nodes.sent.fetch_add(step->count, std::memory_order_relaxed);
    if (phase.heard != (std::uint64_t{1} << nodes.rounds) - 1) return;
    step->over = true;
    step->verdict = phase.verdict;
    phase = {};
}

void take(BarrierNodes::Phase &phase, const BarrierVerdict &verdict) {
    phase.verdict = phase.arrived || phase.heard ? barrier_join(phase.verdict, verdict) : verdict;
}

} // namespace

void barrier_nodes_create(BarrierNodes &nodes, unsigned count, unsigned node) {
    nodes.nodes = count;
    nodes.node = node;
    unsigned rounds = 0;
    while (std::uint64_t{1} << rounds < count)
        ++rounds;
    nodes.rounds = rounds;
}

void barrier_nodes_arrive(BarrierNodes &nodes, std::uint32_t epoch, const BarrierVerdict &verdict, BarrierStep *step) {
    const Guard guard(nodes.lock);
    delay_point();
    BarrierNodes::Phase &phase = nodes.phase[epoch & 1];
    take(phase, verdict);
    phase.arrived = true;
    go_on(nodes, epoch, step);
}

bool barrier_nodes_hear(BarrierNodes &nodes, const BarrierNews &news, BarrierStep *step) {
    if (news.round >= nodes.rounds) return false;
    const Guard guard(nodes.lock);
    delay_point();
    BarrierNodes::Phase &phase = nodes.phase[news.epoch & 1];
    const std::uint32_t bit = std::uint32_t{1} << news.round;
    if (phase.heard & bit) return false;
    take(phase, news.verdict);
    phase.heard |= bit;
    go_on(nodes, news.epoch, step);
    return true;
}

} // namespace polder::barrier

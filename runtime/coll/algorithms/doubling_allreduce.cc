// Allreduce by recursive doubling, in the order of the members: ceil(log2 n) rounds, and two more
// where n is no power of 2. In each round pairs of members exchange the sums of their ranges.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

namespace {

// Where n is no power of 2, the first 2 (n - power) members meet in pairs. The second member of a
// pair gives its sum to the first and waits for the result. `power` members are left, numbered in
// the old order, each for a range of neighbours.
struct Folding {
    unsigned power;
    unsigned pairs;
    unsigned me;

    explicit Folding(const Subset &subset) : power(1), pairs(0), me(subset.me) {
        while (power <= subset.size / 2)
            power *= 2;
        pairs = subset.size - power;
    }
    bool paired() const { return me < 2 * pairs; }
    bool waits() const { return paired() && me % 2; }
    unsigned number() const { return paired() ? me / 2 : me - pairs; }
    unsigned member(unsigned number) const { return number < pairs ? 2 * number : number + pairs; }
};

// Both have a sum; both get the sum of both.
void exchange_sums(Schedule &schedule, unsigned peer, unsigned tag, BufferRef sum, BufferRef other, std::size_t bytes,
                   bool peer_before) {
    schedule.post(peer, tag, other, bytes);
    schedule.send(peer, tag, sum, bytes);
    schedule.await(peer, tag, other, bytes);
    schedule.combine(sum, other, bytes, peer_before);
}

constexpr unsigned tag_fold = 64;
constexpr unsigned tag_unfold = 65;

} // namespace

void doubling_allreduce(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef sum, std::size_t bytes) {
    if (subset.size == 1) return;
    const Folding folding(subset);
    if (folding.waits()) {
        const unsigned peer = subset.rank(subset.me - 1);
        schedule.send(peer, tag_of(phase, tag_fold), sum, bytes);
        return schedule.receive(peer, tag_of(phase, tag_unfold), sum, bytes);
    }
    const BufferRef other = schedule.scratch(bytes);
    if (folding.paired()) {
        schedule.receive(subset.rank(subset.me + 1), tag_of(phase, tag_fold), other, bytes);
        schedule.combine(sum, other, bytes);
    }
    unsigned round = 0;
    for (unsigned distance = 1; distance < folding.power; distance *= 2, ++round) {
        const unsigned number = folding.number() ^ distance;
        exchange_sums(schedule, subset.rank(folding.member(number)), tag_of(phase, round), sum, other, bytes,
                      number < folding.number());
    }
    if (folding.paired()) schedule.send(subset.rank(subset.me + 1), tag_of(phase, tag_unfold), sum, bytes);
}

} // namespace polder::coll

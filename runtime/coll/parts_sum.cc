// Barriers, sums and prefixes over one party; see parts.h.
#include "runtime/coll/parts.h"

namespace polder {

void dissemination(Schedule &schedule, const Party &party, unsigned part) {
    unsigned round = 0;
    for (std::uint64_t distance = 1; distance < party.size; distance *= 2, ++round) {
        const unsigned d = static_cast<unsigned>(distance);
        schedule.send(party.rank(party.after(d)), tag_of(part, round), {Place::in}, 0);
        schedule.await(party.rank(party.before(d)), tag_of(part, round), {Place::out}, 0);
    }
}

namespace {

// Where n is no power of 2, the first 2 (n - power) members meet in pairs: the second of a pair gives its sum to the first and waits
// for the result. What is left are `power` members, numbered in the old order, each for a range of neighbours.
struct Folding {
    unsigned power, pairs, me;

    explicit Folding(const Party &party) : power(1), pairs(0), me(party.me) {
        while (power <= party.size / 2)
            power *= 2;
        pairs = party.size - power;
    }
    bool paired() const { return me < 2 * pairs; }
    bool waits() const { return paired() && me % 2; }
    unsigned number() const { return paired() ? me / 2 : me - pairs; }
    unsigned member(unsigned number) const { return number < pairs ? 2 * number : number + pairs; }
};

// Both have a sum; both get the sum of both.
void exchange_sums(Schedule &schedule, unsigned peer, unsigned tag, Spot sum, Spot other, std::size_t bytes,
                   bool peer_before) {
    schedule.post(peer, tag, other, bytes);
    schedule.send(peer, tag, sum, bytes);
    schedule.await(peer, tag, other, bytes);
    schedule.combine(sum, other, bytes, peer_before);
}

constexpr unsigned tag_fold = 64, tag_unfold = 65;

} // namespace

void doubling_sum(Schedule &schedule, const Party &party, unsigned part, Spot sum, std::size_t bytes) {
    if (party.size == 1) return;
    const Folding folding(party);
    if (folding.waits()) {
        const unsigned peer = party.rank(party.me - 1);
        schedule.send(peer, tag_of(part, tag_fold), sum, bytes);
        return schedule.receive(peer, tag_of(part, tag_unfold), sum, bytes);
    }
    const Spot other = schedule.scratch(bytes);
    if (folding.paired()) {
        schedule.receive(party.rank(party.me + 1), tag_of(part, tag_fold), other, bytes);
        schedule.combine(sum, other, bytes);
    }
    unsigned round = 0;
    for (unsigned distance = 1; distance < folding.power; distance *= 2, ++round) {
        const unsigned number = folding.number() ^ distance;
        exchange_sums(schedule, party.rank(folding.member(number)), tag_of(part, round), sum, other, bytes,
                      number < folding.number());
    }
    if (folding.paired()) schedule.send(party.rank(party.me + 1), tag_of(part, tag_unfold), sum, bytes);
}

void ring_sum(Schedule &schedule, const Party &party, unsigned part, Spot sum, std::size_t bytes, std::size_t element) {
    const unsigned n = party.size;
    if (n == 1) return;
    const std::size_t elements = bytes / element;
    const auto begin = [&](unsigned i) { return elements * i / n * element; };
    const auto length = [&](unsigned i) { return begin(i + 1) - begin(i); };
    const Spot other = schedule.scratch((elements / n + 1) * element);
    const unsigned next = party.rank(party.after(1)), previous = party.rank(party.before(1));
    for (unsigned round = 0; round + 1 < n; ++round) {
        const unsigned out = party.before(round), in = party.before(round + 1);
        schedule.post(previous, tag_of(part, round), other, length(in));
        schedule.send(next, tag_of(part, round), sum + begin(out), length(out));
        schedule.await(previous, tag_of(part, round), other, length(in));
        schedule.combine(sum + begin(in), other, length(in), true);
    }
    for (unsigned round = 0; round + 1 < n; ++round) {
        const unsigned out = (party.after(1) + n - round) % n, in = party.before(round), tag = tag_of(part, n + round);
        schedule.post(previous, tag, sum + begin(in), length(in));
        schedule.send(next, tag, sum + begin(out), length(out));
        schedule.await(previous, tag, sum + begin(in), length(in));
    }
}

// In round k a member knows the sum of the 2^k members up to itself, gives it to the one 2^k further on, and gets that of the 2^k before
// these: the inclusive prefix is that sum. The exclusive one is kept beside it.
void doubling_prefix(Schedule &schedule, const Party &party, unsigned part, Spot own, Spot result, std::size_t bytes,
                     bool exclusive) {
    const Spot window = exclusive ? schedule.scratch(bytes) : result, other = schedule.scratch(bytes);
    schedule.copy(window, own, bytes);
    unsigned round = 0;
    for (std::uint64_t distance = 1; distance < party.size; distance *= 2, ++round) {
        const unsigned d = static_cast<unsigned>(distance), tag = tag_of(part, round);
        const bool gets = party.me >= d;
        if (gets) schedule.post(party.rank(party.me - d), tag, other, bytes);
        if (party.me + distance < party.size) schedule.send(party.rank(party.me + d), tag, window, bytes);
        if (!gets) continue;
        schedule.await(party.rank(party.me - d), tag, other, bytes);
        schedule.combine(window, other, bytes, true);
        if (exclusive && round == 0) schedule.copy(result, other, bytes);
        if (exclusive && round) schedule.combine(result, other, bytes, true);
    }
}

} // namespace polder

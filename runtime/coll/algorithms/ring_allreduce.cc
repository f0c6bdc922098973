// Allreduce around a ring: a reduce-scatter and an allgather of n - 1 rounds each. Bytes sent are
// about 2 m, however many members there are. The operands are not combined in the order of the
// members.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

void ring_allreduce(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef sum, std::size_t bytes,
                    std::size_t element) {
    const unsigned n = subset.size;
    if (n == 1) return;
    const std::size_t elements = bytes / element;
    const auto begin = [&](unsigned i) { return elements * i / n * element; };
    const auto length = [&](unsigned i) { return begin(i + 1) - begin(i); };
    const BufferRef other = schedule.scratch((elements / n + 1) * element);
    const unsigned next = subset.rank(subset.after(1));
    const unsigned previous = subset.rank(subset.before(1));
    for (unsigned round = 0; round + 1 < n; ++round) {
        const unsigned out = subset.before(round);
        const unsigned in = subset.before(round + 1);
        schedule.post(previous, tag_of(phase, round), other, length(in));
        schedule.send(next, tag_of(phase, round), sum + begin(out), length(out));
        schedule.await(previous, tag_of(phase, round), other, length(in));
        schedule.combine(sum + begin(in), other, length(in), true);
    }
    for (unsigned round = 0; round + 1 < n; ++round) {
        const unsigned out = (subset.after(1) + n - round) % n;
        const unsigned in = subset.before(round);
        const unsigned tag = tag_of(phase, n + round);
        schedule.post(previous, tag, sum + begin(in), length(in));
        schedule.send(next, tag, sum + begin(out), length(out));
        schedule.await(previous, tag, sum + begin(in), length(in));
    }
}

} // namespace polder::coll

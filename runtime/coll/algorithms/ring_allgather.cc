// Allgather around a ring: n - 1 rounds. In each, a member sends the block that it received last to
// the next member.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

void ring_allgather(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef all, const Extents &extents) {
    const unsigned next = subset.rank(subset.after(1));
    const unsigned previous = subset.rank(subset.before(1));
    for (unsigned round = 0; round + 1 < subset.size; ++round) {
        const unsigned out = subset.before(round);
        const unsigned in = subset.before(round + 1);
        const unsigned tag = tag_of(phase, round);
        schedule.post(previous, tag, all + extents.at(in), extents.bytes(in));
        schedule.send(next, tag, all + extents.at(out), extents.bytes(out));
        schedule.await(previous, tag, all + extents.at(in), extents.bytes(in));
    }
}

} // namespace polder::coll

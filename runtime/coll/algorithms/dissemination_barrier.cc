// Dissemination barrier. In round k each member sends a word to the member 2^k further on, and
// awaits one from the member 2^k before it. After ceil(log2 n) rounds every member has heard of all
// others.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

void dissemination_barrier(Schedule &schedule, const Subset &subset, unsigned phase) {
    unsigned round = 0;
    for (std::uint64_t distance = 1; distance < subset.size; distance *= 2, ++round) {
        const unsigned d = static_cast<unsigned>(distance);
        schedule.send(subset.rank(subset.after(d)), tag_of(phase, round), {Buffer::in}, 0);
        schedule.await(subset.rank(subset.before(d)), tag_of(phase, round), {Buffer::out}, 0);
    }
}

} // namespace polder::coll

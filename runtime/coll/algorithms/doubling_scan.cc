// Prefix reduction by recursive doubling, in the order of the members. Before round k a member
// knows the sum of the 2^k members up to itself.
//
//   1. It sends that sum to the member 2^k further on.
//   2. It receives the sum of the 2^k members before its own range, and puts it in front.
//   3. After the last round the sum is the inclusive prefix. The exclusive one is kept beside it.
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

void doubling_scan(Schedule &schedule, const Subset &subset, unsigned phase, BufferRef own, BufferRef result,
                   std::size_t bytes, bool exclusive) {
    const BufferRef window = exclusive ? schedule.scratch(bytes) : result;
    const BufferRef other = schedule.scratch(bytes);
    schedule.copy(window, own, bytes);
    unsigned round = 0;
    for (std::uint64_t distance = 1; distance < subset.size; distance *= 2, ++round) {
        const unsigned d = static_cast<unsigned>(distance);
        const unsigned tag = tag_of(phase, round);
        const bool gets = subset.me >= d;
        if (gets) schedule.post(subset.rank(subset.me - d), tag, other, bytes);
        if (subset.me + distance < subset.size) schedule.send(subset.rank(subset.me + d), tag, window, bytes);
        if (!gets) continue;
        schedule.await(subset.rank(subset.me - d), tag, other, bytes);
        schedule.combine(window, other, bytes, true);
        if (exclusive && round == 0) schedule.copy(result, other, bytes);
        if (exclusive && round) schedule.combine(result, other, bytes, true);
    }
}

} // namespace polder::coll

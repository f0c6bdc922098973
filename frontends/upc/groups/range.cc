// Dealing a range out over a group.
#include "frontends/upc/groups/group.h"

using namespace polder;
using namespace polder::upc;

// Where the part of member `rank` begins. The first `length % size` members have one more. Rank
// `size` gives the end of the range.
extern "C" [[gnu::visibility("default")]] long upc_group_first(Group *group, int rank, long begin, long end) {
    const unsigned size = group_checked("upc_group_first", group).team->size;
    if (rank < 0 || static_cast<unsigned>(rank) > size)
        job_fail(1, "upc_group_first: rank is %d in a group of %u", rank, size);
    if (end <= begin) return begin;
    const auto length = static_cast<unsigned long>(end) - static_cast<unsigned long>(begin);
    const auto before = static_cast<unsigned long>(rank);
    const unsigned long more = length % size;
    return static_cast<long>(static_cast<unsigned long>(begin) + length / size * before +
                             (before < more ? before : more));
}

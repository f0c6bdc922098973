// Where the members' parts of shared arrays are: a table of private pointers, as upc_cast gives
// them, and elements of the group's view.
#include "frontends/upc/groups/group.h"

#include "runtime/segment/segment.h"

using namespace polder;
using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

void upc_group_cast(Group *group, polder_gp array, void **parts) {
    const Group &of = group_checked("upc_group_cast", group);
    const polder_ga first = group_array(of, {"upc_group_cast", "array"}, array.ga);
    for (unsigned rank = 0; rank < of.team->size; ++rank) {
        const polder_ga part = of.members.part(first, rank);
        parts[rank] = ga_is_near(part) ? near_pointer(part) : nullptr;
    }
}
#pragma GCC visibility pop
} // extern "C"

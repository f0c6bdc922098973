// Groups from the machine (<polder/topology.h>): the members on one object of a level.
//
// A thread may be on no known object of the level: it is not bound, or the machine has no such
// objects. Then the nearest larger object counts that it is on, at last its node. So a missing
// topology gives groups of the node's threads.
#include "frontends/upc/groups/group.h"

#include <polder/topology.h>

using namespace polder;
using namespace polder::upc;

namespace polder::upc {
namespace {

struct Object {
    polder_level level;
    int number;
    bool operator==(const Object &) const = default;
};

Object object_of(unsigned thread, polder_level level) {
    for (int at = level; at < POLDER_LEVEL_NODE; ++at) {
        const auto outer = static_cast<polder_level>(at);
        const int number = polder_locality(static_cast<int>(thread), outer);
        if (number != POLDER_NOT_KNOWN) return {outer, number};
    }
    return {POLDER_LEVEL_NODE, 0};
}

// Of an object: the first thread of the node that is on it.
int colour_of(polder_level level) {
    if (level == POLDER_LEVEL_JOB) return 0;
    const Object own = object_of(mythread(), level);
    unsigned thread = node_first(mynode());
    while (object_of(thread, level) != own)
        ++thread;
    return static_cast<int>(thread);
}

Group *made(const char *function, Group *parent, polder_level level) {
    group_entered(function, parent);
    if (level < POLDER_LEVEL_PU || level > POLDER_LEVEL_JOB)
        job_fail(1, "%s: there is no level %d", function, static_cast<int>(level));
    return group_split(function, parent, colour_of(level));
}

} // namespace
} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

Group *upc_group_level(Group *parent, polder_level level) {
    return made("upc_group_level", parent, level);
}

Group *upc_group_node(Group *parent) {
    return made("upc_group_node", parent, POLDER_LEVEL_NODE);
}

Group *upc_group_package(Group *parent) {
    return made("upc_group_package", parent, POLDER_LEVEL_PACKAGE);
}

Group *upc_group_numa(Group *parent) {
    return made("upc_group_numa", parent, POLDER_LEVEL_NUMA);
}

Group *upc_group_l3(Group *parent) {
    return made("upc_group_l3", parent, POLDER_LEVEL_L3);
}

Group *upc_group_core(Group *parent) {
    return made("upc_group_core", parent, POLDER_LEVEL_CORE);
}
#pragma GCC visibility pop
} // extern "C"

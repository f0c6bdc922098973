// What reductions and prefix reductions of shared arrays share.
#pragma once

#include "runtime/coll/reduction/partial.h"
#include "runtime/coll/reduction/work_partition.h"
#include "runtime/coll/request/sync_modes.h"
#include "runtime/coll/shm/group.h"

namespace polder::coll::shm {

// Where no side is a meeting, only those wait who need the data.
inline Tree tree_for(const Group &group, SyncModes modes) {
    return modes.in == Sync::all || modes.out == Sync::all ? group.tree : group.loose_tree;
}

inline Partial sum_of(const Reduction &reduction, const Layout &src, Range range) {
    Partial partial{};
    partial.present = range.begin < range.end;
    if (partial.present) reduction.kernel->total_of(partial.value, src, range.begin, range.end, reduction.function);
    return partial;
}

// What there is to do where there is no data.
inline void only_synchronise(Group &group, SyncModes modes) {
    if (modes.in == Sync::all || modes.out == Sync::all) group_meet(group);
}

} // namespace polder::coll::shm

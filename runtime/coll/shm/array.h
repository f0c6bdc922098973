// Collective operations of UPC on shared arrays over the members of a group, all on one node.
//
// Copies (UPC 1.3, 7.4.1): every member moves what comes to it (gather: what goes from it),
// straight from source to destination. Members start at different peers, so that not all read one
// member's memory at a time.
//
// Reductions (UPC 1.3, 7.4.2): the result is the same on every run with the same arguments, number
// of threads and cores. The order of combining depends on nothing else. An order that matters
// (UPC_NONCOMM_FUNC) is kept.
#pragma once

#include "runtime/coll/reduction/kernel.h"
#include "runtime/coll/reduction/work_partition.h"
#include "runtime/coll/request/copy_request.h"
#include "runtime/coll/request/sync_modes.h"
#include "runtime/coll/shm/group.h"

namespace polder::coll::shm {

// All members call with equal arguments. bytes 0 is legal and only synchronises. A wrong element of
// perm ends the job.
void array_copy(Group &group, const CopyRequest &request, SyncModes modes);

// *dst.at = sum of the elements. All members call with equal arguments (function: the same one, by
// its address in the caller's process). No elements: dst is left alone.
void array_reduce(Group &group, const Reduction &reduction, const ReduceTarget &dst, const Layout &src,
                  SyncModes modes);

// Element i of dst = sum of the elements 0 to i of src. dst has as many elements, and any thread
// and phase.
void array_scan(Group &group, const Reduction &reduction, const Layout &dst, const Layout &src, SyncModes modes);

// Whether one member does the whole operation in a meeting. bytes: all that it moves or combines.
// One meeting is one round trip of a cache line, two meetings are two. Where threads share cores,
// it is half the context switches.
inline bool acts_alone(const Group &group, SyncModes modes, std::uint64_t bytes) {
    // Measured: with a core each, a second meeting costs two threads what copying half a kilobyte
    // does. Where threads share cores it costs a context switch a thread.
    const std::uint64_t limit =
        group.counting ? 8192 * std::uint64_t{group.size} : 512 + 64 * std::uint64_t{group.size};
    return modes.in == Sync::all && modes.out != Sync::none && bytes <= limit;
}

} // namespace polder::coll::shm

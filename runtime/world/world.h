// Collective operations over all threads of the job, on any number of nodes. There are copies and
// reductions of shared arrays, and operations on values in private memory. Front ends call these
// functions. A job of one node goes through shared lines (runtime/coll/shm), a job of several
// through messages (internode.h).
//
// Some are there for a team, too. Its members take part by their ranks, and say by which threads
// they are found (`members` of the request or layout).
//
// Every thread calls with the same arguments but the value. Operations on values are no barriers:
// no thread waits for more than its data needs. Values have any size.
#pragma once

#include "runtime/coll/reduction/kernel.h"
#include "runtime/coll/reduction/work_partition.h"
#include "runtime/coll/request/copy_request.h"
#include "runtime/coll/request/sync_modes.h"
#include "runtime/team/team.h"

namespace polder::world {

// All threads of the job meet; their puts are visible.
void meet();
void meet(team::Team &team);

// ---- shared arrays; see runtime/coll/shm/array.h ----

void copy(const coll::CopyRequest &request, coll::SyncModes modes);
void reduce(const coll::Reduction &reduction, polder_ga dst, const coll::Layout &src, coll::SyncModes modes);
void prefix_reduce(const coll::Reduction &reduction, const coll::Layout &dst, const coll::Layout &src,
                   coll::SyncModes modes);
void copy(team::Team &team, const coll::CopyRequest &request, coll::SyncModes modes);
void reduce(team::Team &team, const coll::Reduction &reduction, const coll::ReduceTarget &dst, const coll::Layout &src,
            coll::SyncModes modes);
void prefix_reduce(team::Team &team, const coll::Reduction &reduction, const coll::Layout &dst, const coll::Layout &src,
                   coll::SyncModes modes);

// ---- values; see runtime/coll/shm/value.h ----

void broadcast_value(void *value, std::size_t bytes, unsigned root);
void scatter_value(void *value, const void *all, std::size_t bytes, unsigned root);
void gather_value(void *all, const void *value, std::size_t bytes, unsigned root);
void gather_all_value(void *all, const void *value, std::size_t bytes);
void permute_value(void *received, const void *value, std::size_t bytes, unsigned to);
void reduce_value(void *sum, const coll::Reduction &reduction, unsigned root);
void reduce_all_value(void *sum, const coll::Reduction &reduction);
void prefix_value(void *sum, const coll::Reduction &reduction);

// Each member sends its block to member `to` and receives one from whichever member sends to it.
struct PermuteBlocks {
    const void *given;
    void *received;
    std::size_t bytes;
};
void permute(team::Team &team, const PermuteBlocks &blocks, unsigned to);

} // namespace polder::world

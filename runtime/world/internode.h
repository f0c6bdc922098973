// The operations of world.h where the members are on several nodes. They are operations of a team
// (runtime/team), often that of all threads, on the parts of arrays that lie on the members
// themselves. Where no member is to wait for another, each moves its own part by copies that reach
// other nodes.
//
// Synchronisation modes. Between two meetings the tuning table chooses the algorithm. With NOSYNC
// on both sides each thread moves its own part and waits for nobody. With MYSYNC a thread waits
// only for those whose data it uses. So data for one thread goes there straight. Data for many goes
// along a tree, in which a parent comes before its children in the order from the root on.
#pragma once

#include "runtime/world/world.h"

namespace polder::world {

void internode_meet(team::Team &team);

void internode_copy(team::Team &team, const coll::CopyRequest &request, coll::SyncModes modes);
void internode_reduce(team::Team &team, const coll::Reduction &reduction, const coll::ReduceTarget &dst,
                      const coll::Layout &src, coll::SyncModes modes);
void internode_prefix_reduce(team::Team &team, const coll::Reduction &reduction, const coll::Layout &dst,
                             const coll::Layout &src, coll::SyncModes modes);

void internode_permute(team::Team &team, const PermuteBlocks &blocks, unsigned to);
void internode_broadcast_value(void *value, std::size_t bytes, unsigned root);
void internode_scatter_value(void *value, const void *all, std::size_t bytes, unsigned root);
void internode_gather_value(void *all, const void *value, std::size_t bytes, unsigned root);
void internode_gather_all_value(void *all, const void *value, std::size_t bytes);
void internode_permute_value(void *received, const void *value, std::size_t bytes, unsigned to);
void internode_reduce_value(void *sum, const coll::Reduction &reduction, unsigned root);
void internode_reduce_all_value(void *sum, const coll::Reduction &reduction);
void internode_prefix_value(void *sum, const coll::Reduction &reduction);

} // namespace polder::world

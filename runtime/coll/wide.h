// Wide: the collective operations of copy.h, reduce.h and value.h in a job of several nodes, over all its threads. They are
// operations of the team of all threads (runtime/team), on the parts of arrays that lie on the members themselves; or, where nobody
// is to wait for anybody, copies by each member that reach other nodes by themselves.
//
// Sync modes. Between two meetings anything goes, and the tables choose. With `none` on both sides each member moves its own part, waiting for
// nobody. With `mine` a member waits for those only whose data it uses, so what goes to one member goes there straight, or along
// a tree whose inner members come before those below them in the order from the root on.
#pragma once

#include "runtime/coll/copy.h"
#include "runtime/coll/kernel.h"
#include "runtime/coll/sync.h"

namespace polder {

// All threads of the job meet; their puts are visible.
void wide_meet();

// Whether each member moves its part with copies of its own; between wide_enter and wide_leave then.
void wide_enter(const CopyRequest &request, SyncModes modes);
bool wide_moves_alone(const CopyRequest &request, SyncModes modes);
void wide_copy(const CopyRequest &request, SyncModes modes);
void wide_leave(const CopyRequest &request, SyncModes modes);

void wide_reduce(const Reduction &reduction, polder_ga dst, const Layout &src, SyncModes modes);
void wide_prefix_reduce(const Reduction &reduction, const Layout &dst, const Layout &src, SyncModes modes);

void wide_broadcast_value(void *value, std::size_t bytes, unsigned root);
void wide_scatter_value(void *value, const void *all, std::size_t bytes, unsigned root);
void wide_gather_value(void *all, const void *value, std::size_t bytes, unsigned root);
void wide_gather_all_value(void *all, const void *value, std::size_t bytes);
void wide_permute_value(void *received, const void *value, std::size_t bytes, unsigned to);
void wide_reduce_value(void *sum, const Reduction &reduction, unsigned root);
void wide_reduce_all_value(void *sum, const Reduction &reduction);
void wide_prefix_value(void *sum, const Reduction &reduction);

} // namespace polder

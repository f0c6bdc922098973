// Control area: the first 64 KiB of a segment, what the runtime keeps for the segment's thread at an address that is the same in every
// process. (State that needs no common address lies in the job's control block, state no other thread reads in private data.)
#pragma once

#include "runtime/segment/segment.h"
#include "runtime/sync/lock.h"

namespace polder {

struct SegmentControl { // zeroed at start
    LockWaiters lock_waiters;
};
static_assert(sizeof(SegmentControl) <= segment_static_offset());

inline SegmentControl &segment_control(unsigned thread) { return *static_cast<SegmentControl *>(segment_of(thread)); }

} // namespace polder

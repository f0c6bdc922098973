// Control area: the first 64 KiB of a segment, what the runtime keeps for the segment's thread at an address that is
// the same in every process. (State that needs no common address lies in the job's control block, state no other thread
// reads in private data.)
#pragma once

#include "runtime/segment/segment.h"

namespace polder {

// A thread's part of a reduction, for the thread that puts them together.
struct alignas(64) PartialResult {
    alignas(16) unsigned char value[32]; // of the type reduced
    std::uint32_t present;               // 0: the thread has no elements
};

struct SegmentControl {       // zeroed at start
    PartialResult partial[2]; // by parity of the thread's reductions
};
static_assert(sizeof(SegmentControl) <= segment_static_offset());

inline SegmentControl &segment_control(unsigned thread) {
    return *static_cast<SegmentControl *>(segment_of(thread));
}

} // namespace polder

// Heap extents: the segments of this node as others reach them where the provider registers memory
// only once it is there. A segment is cut into extents (runtime/segment/growth.h). The leader
// registers an extent when another node first asks for memory in it and the heaps have reached it.
// So registered bytes, and the time of the start, do not depend on the limit of the heaps.
//
// In leaders alone. All but the counts is called by whoever polls, thus by one thread at a time.
// Extents of heaps stay registered until the job ends: heaps do not shrink. So what other nodes
// have learnt stays true, and nobody has to be told.
#pragma once

#include "conduits/conduit.h"

namespace polder::directory {

void heap_extents_open(Conduit &conduit);
void heap_extents_close(); // before the conduit is closed, when no other node uses the memory any more

// As ConduitOptions::find, for virtual addresses of the node range.
void *heap_extents_find(std::uint64_t remote, std::uint64_t bytes, ConduitExtent *extent);

struct ExtentCounts {
    std::uint64_t registered; // extents
    std::uint64_t bytes;      // in them
    std::uint64_t refused;    // by the provider: their memory is reached by messages
};
ExtentCounts extent_counts();

} // namespace polder::directory

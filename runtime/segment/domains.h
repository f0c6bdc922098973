// Domains: on which NUMA domain the memory of each segment is taken when it is touched. The
// kernel's own rule is the domain of who touches a page first. That is often not the owner: one
// thread may initialise what all use.
//
// The kernel keeps the policy with the memory object, so one process of the node says it for all,
// and for what heaps take later. Objects in files of a disk have none.
#pragma once

#include <cstdint>

namespace polder {

enum class SegmentDomains : std::uint32_t {
    owner,      // that of the segment's thread, if it is known; others when that one is full
    interleave, // page by page on all that the job may use
    touch,      // that of the thread that touches a page first
};

// False: there is no such name.
bool segment_domains_parse(const char *name, SegmentDomains *domains);
const char *segment_domains_names();

// The leader, once, when the range is mapped. A kernel that refuses is obeyed.
void segment_domains_apply(SegmentDomains domains);

} // namespace polder

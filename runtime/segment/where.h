// Where an address lies: whose segment, which node, and whether generated code reaches it by a
// load.
#pragma once

#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <polder/abi.h>

namespace polder {

// The node of a global address.
inline unsigned ga_node(polder_ga ga) {
    return node_of(ga_thread(ga));
}

// As generated code sees it, whose cache holds what is far. What is nobody's is far too, where it
// is found out.
inline bool is_far(polder_ga ga) {
    return polder_node.one ? __builtin_expect(ga_is_registered(ga), 0) : !polder_is_near_nnode(ga);
}

// Ends the job unless [ga, ga + bytes) lies in the segment of one thread of the job.
void far_check(const char *operation, polder_ga ga, std::size_t bytes);

} // namespace polder

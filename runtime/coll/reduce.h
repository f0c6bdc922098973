// Reductions and prefix reductions of shared arrays (UPC 1.3, 7.4.2) over the members of the job's group.
//
// The result is the same on every run with the same arguments, number of threads and cores: the order of combining
// depends on nothing else. An order that matters (UPC_NONCOMM_FUNC) is kept.
#pragma once

#include "runtime/coll/kernel.h"
#include "runtime/coll/sync.h"

namespace polder {

// *dst = sum of the elements. All members call with equal arguments (function: the same one, by its address in the
// caller's process). No elements: dst is left alone.
void coll_reduce(Group &group, const Reduction &reduction, polder_ga dst, const Layout &src, SyncModes modes);

// Element i of dst = sum of the elements 0 to i of src. dst has as many elements, and any thread and phase.
void coll_prefix_reduce(Group &group, const Reduction &reduction, const Layout &dst, const Layout &src,
                        SyncModes modes);

} // namespace polder

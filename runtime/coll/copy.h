// Collective copies (UPC 1.3, 7.4.1) over the members of a group. Every member moves what comes to it (gather: what goes
// from it), straight from source to destination; rotating, so that not all read one member's memory at a time.
#pragma once

#include "runtime/coll/sync.h"

#include <polder/abi.h>

namespace polder {

enum class Movement { broadcast, scatter, gather, gather_all, exchange, permute };

// Blocks of `bytes`. An array with a part on each member is given by member 0's address, one that lies on a single
// member (broadcast and scatter: src, gather: dst) by its own.
struct CopyRequest {
    Movement movement;
    polder_ga dst, src;
    polder_ga perm; // permute: int perm[] with element i on member i; a permutation of the ranks
    std::size_t bytes;
    unsigned root; // the member on which the single array lies
};

// All members call with equal arguments. bytes 0 is legal and only synchronises. A wrong element of perm ends the job.
void coll_copy(Group &group, const CopyRequest &request, SyncModes modes);

} // namespace polder

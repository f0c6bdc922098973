// A collective copy of UPC (UPC 1.3, 7.4.1): broadcast, scatter, gather, gather_all, exchange and
// permute, from shared arrays to shared arrays.
#pragma once

#include "runtime/coll/request/member_threads.h"

#include <polder/abi.h>

#include <cstddef>

namespace polder::coll {

enum class Movement { broadcast, scatter, gather, gather_all, exchange, permute };

// Blocks of `bytes`. An array with a part on each member is given by the address that its part has
// or would have on thread 0. An array that lies on one member (broadcast and scatter: src, gather:
// dst) is given by its own address.
struct CopyRequest {
    Movement movement;
    polder_ga dst;
    polder_ga src;
    polder_ga perm; // permute: int perm[] with element i on member i; a permutation of the ranks
    std::size_t bytes;
    unsigned root; // the member on which the single array lies
    MemberThreads members = {};
    const char *permute = "upc_all_permute"; // the function, for messages

    polder_ga part_of(polder_ga array, unsigned rank) const { return members.part(array, rank); }
};

} // namespace polder::coll

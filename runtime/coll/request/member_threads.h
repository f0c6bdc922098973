// Which thread a member is, for operations on shared arrays. A member's part of an array lies in
// its thread's segment, at the same place as the part of thread 0.
#pragma once

#include "runtime/core/job.h"

#include <polder/abi.h>

namespace polder::coll {

struct MemberThreads {
    const std::uint32_t *table = nullptr; // by rank; null: rank r is thread r

    unsigned thread(unsigned rank) const { return table ? table[rank] : rank; }
    // array: as on thread 0.
    polder_ga part(polder_ga array, unsigned rank) const {
        return array + (polder_ga{thread(rank)} << polder_job.shift);
    }
    bool operator==(const MemberThreads &) const = default;
};

} // namespace polder::coll

// What the collective functions of UPC (7.4) share: synchronisation by flags, and where a thread's part of an array
// lies.
#pragma once

#include "runtime/core/job.h"
#include "runtime/sync/barrier.h"

#include <polder/abi.h>
#include <upc_types.h>

namespace polder {

// Before data is touched. "My" and "all" both take a barrier; "no" leaves it to the program.
inline void collective_enter(upc_flag_t flags) {
    if (!(flags & UPC_IN_NOSYNC)) barrier_internal();
}

// After the calling thread has done its part.
inline void collective_leave(upc_flag_t flags) {
    if (!(flags & UPC_OUT_NOSYNC)) barrier_internal();
}

// The block of `thread` in shared [nbytes] char[nbytes * THREADS] at an address of thread 0.
inline polder_ga part_of(polder_gp array, unsigned thread) {
    return array.ga + (polder_ga{thread} << polder_job.shift);
}

} // namespace polder

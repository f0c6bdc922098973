// Copies between shared memory and shared or private memory: the one place that knows where an
// address lies. The order is: this node (own process and others alike), then the network (far.h).
// In a job of one node every address is near, and a copy is one test and memcpy. A put to another
// node may be under way at return, and is complete after far_fence; all else is done. Small-message
// path: no system call, no allocation, no lock. Length 0 is legal with any address; overlap is not.
#pragma once

#include "base/copy_once.h"
#include "runtime/rma/far.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstring>

namespace polder::rma {

// In debug builds: [ga, ga + bytes) lies in one segment, or the job ends with a message that names
// the operation. Registered memory lies in none; its directory knows its bounds.
inline void check_shared_range([[maybe_unused]] const char *operation, [[maybe_unused]] polder_ga ga,
                               [[maybe_unused]] std::size_t bytes) {
#ifndef NDEBUG
    if (bytes && !ga_is_registered(ga)) far_check(operation, ga, bytes);
#endif
}

// What others see: a single object is stored once (base/copy_once.h). Of longer copies memcpy may
// store the ends twice.
inline void store_near(polder_ga to, const void *from, std::size_t bytes) {
    if (bytes <= 8) return copy_once(near_pointer(to), from, bytes);
    std::memcpy(near_pointer(to), from, bytes);
}

// C forbids null to memcpy and memset even where there is nothing to copy; UPC programs pass it.
inline void copy_shared(polder_ga to, polder_ga from, std::size_t bytes) {
    check_shared_range("copy", to, bytes);
    check_shared_range("copy", from, bytes);
    if (bytes == 0) return;
    if (is_far(to) || is_far(from)) return far_copy(to, from, bytes);
    store_near(to, near_pointer(from), bytes);
}

inline void copy_get(void *to, polder_ga from, std::size_t bytes) {
    check_shared_range("copy", from, bytes);
    if (bytes == 0) return;
    if (is_far(from)) return far_get(to, from, bytes);
    std::memcpy(to, near_pointer(from), bytes);
}

// scope: of rma/async.h; 0: none.
inline void copy_put(polder_ga to, const void *from, std::size_t bytes, std::uint32_t scope = 0) {
    check_shared_range("copy", to, bytes);
    if (bytes == 0) return;
    if (is_far(to)) return far_put(to, from, bytes, scope);
    store_near(to, from, bytes);
}

inline void fill_shared(polder_ga to, int value, std::size_t bytes) {
    check_shared_range("fill", to, bytes);
    if (bytes == 0) return;
    if (is_far(to)) return far_fill(to, value, bytes);
    std::memset(near_pointer(to), value, bytes);
}

} // namespace polder::rma

// Copies between shared memory and shared or private memory: the one place that knows where an address lies. In a job
// of one node every global address is in the node range, where it is the virtual address, so a copy is memcpy.
// Small-message path: no system call, no allocation, no lock. Length 0 is legal with any address; overlap is not.
#pragma once

#include <polder/abi.h>

#include <cstddef>
#include <cstring>

#ifndef NDEBUG
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"
#endif

namespace polder {

// In debug builds: [ga, ga + bytes) lies in one segment, or the job ends with a message that names the operation.
inline void check_shared_range([[maybe_unused]] const char *operation, [[maybe_unused]] polder_ga ga,
                               [[maybe_unused]] std::size_t bytes) {
#ifndef NDEBUG
    if (bytes == 0) return;
    const polder_ga last = ga + bytes - 1;
    if (in_node_range(ga) && last >= ga &&
        (ga - node_range.base) >> node_range.shift == (last - node_range.base) >> node_range.shift)
        return;
    job_fail(1, "%s: %zu bytes at %#lx are not in the shared memory of one thread%s", operation, bytes, ga,
             ga ? "" : " (null pointer-to-shared)");
#endif
}

// C forbids null to memcpy and memset even where there is nothing to copy; UPC programs pass it.
inline void copy_shared(polder_ga to, polder_ga from, std::size_t bytes) {
    check_shared_range("copy", to, bytes);
    check_shared_range("copy", from, bytes);
    if (bytes) std::memcpy(polder_at(to), polder_at(from), bytes);
}

inline void copy_get(void *to, polder_ga from, std::size_t bytes) {
    check_shared_range("copy", from, bytes);
    if (bytes) std::memcpy(to, polder_at(from), bytes);
}

inline void copy_put(polder_ga to, const void *from, std::size_t bytes) {
    check_shared_range("copy", to, bytes);
    if (bytes) std::memcpy(polder_at(to), from, bytes);
}

inline void fill_shared(polder_ga to, int value, std::size_t bytes) {
    check_shared_range("fill", to, bytes);
    if (bytes) std::memset(polder_at(to), value, bytes);
}

} // namespace polder

// Core files. The node range is left out of them as a whole (node_range.cc): it is mostly holes,
// and every process maps all of it. What lies with a crashing process's own threads is put back, as
// far as it can be touched, so that a debugger shows it.
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <sys/mman.h>

namespace polder {

void segment_into_core_file() {
    ControlBlock &block = control();
    if (!node_range.base) return;
    constexpr std::uint64_t page = 4096;
    const std::uint64_t reached = block.heaps_grow ? block.heap_reached.load(std::memory_order_relaxed) : 0;
    const std::uint64_t ends[] = {node_range.symmetric_end, node_range.global_begin};
    const unsigned first = block.shape.first_thread(job_process);
    const unsigned count = block.shape.thread_count(job_process);
    for (unsigned t = first; t < first + count; ++t) {
        char *const segment = static_cast<char *>(segment_of(t));
        madvise(segment, (node_range.static_end + page - 1) & ~(page - 1), MADV_DODUMP);
        if (const std::uint64_t area = node_range.local_end - node_range.global_begin)
            madvise(segment + node_range.global_begin, area, MADV_DODUMP);
        for (int heap = 0; heap < 2; ++heap) {
            const std::uint64_t begin = block.heap_begin[heap].load(std::memory_order_relaxed);
            const std::uint64_t length = ends[heap] - begin;
            if (reached) madvise(segment + begin, reached < length ? reached : length, MADV_DODUMP);
        }
    }
}

} // namespace polder

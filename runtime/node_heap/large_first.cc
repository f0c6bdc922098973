// Large pages for the begin of each heap; see large_first.h. The end of what has been taken only
// grows. So freed memory is not taken a second time.
#include "runtime/node_heap/large_first.h"

#include "base/config.h"
#include "runtime/core/job.h"
#include "runtime/core/private.h"
#include "runtime/node_heap/poison.h"
#include "runtime/segment/domains.h"
#include "runtime/segment/segment.h"

namespace polder::node_heap {
namespace {

constexpr std::uint64_t large_page = 2 << 20;
constexpr std::uint64_t part_of_machine = 64;

enum HeapPart { symmetric_part, local_part, heap_parts };

struct Taken {
    std::uint64_t end[heap_parts]; // offsets in the segment; 0: nothing yet
    bool over;                     // nothing more will be
};
POLDER_PRIVATE Taken taken = {{0, 0}, false};

// Of each heap of each segment. Other memory than the kernel's own may be full when the machine is
// not. Domains by touch must stay for who touches.
std::uint64_t most_bytes() {
    const bool fits = node_range.kind == MemoryKind::memfd && !node_range.huge && !poison_watched() &&
                      static_cast<SegmentDomains>(control().memory.domains) != SegmentDomains::touch;
    if (!fits) return 0;
    std::uint64_t most = setting_number(Setting::large_first);
    const std::uint64_t each = machine_memory_limit() / part_of_machine / node_range.threads / heap_parts;
    if (most > each) most = each;
    if (node_range.heap_limit && most > node_range.heap_limit / heap_parts) most = node_range.heap_limit / heap_parts;
    return most / large_page * large_page;
}

} // namespace

void large_first_take(std::uint64_t offset, std::uint64_t bytes) {
    Taken &mine = local(taken);
    if (mine.over) return;
    const HeapPart part = offset < node_range.symmetric_end ? symmetric_part : local_part;
    const std::uint64_t begin = part == symmetric_part ? node_range.symmetric_data : node_range.local_data;
    const std::uint64_t limit = part == symmetric_part ? node_range.symmetric_end : node_range.global_begin;
    std::uint64_t most = most_bytes();
    if (most > limit - begin) most = (limit - begin) / large_page * large_page;
    std::uint64_t &end = mine.end[part];
    if (!end) end = begin;
    std::uint64_t first = offset / large_page * large_page;
    if (first < end) first = end;
    std::uint64_t last = (offset + bytes + large_page - 1) / large_page * large_page;
    if (last > begin + most) last = begin + most;
    if (first >= last) return;
    end = last;
    mine.over = !use_large_pages(static_cast<char *>(segment_of(mythread())) + first, last - first);
}

} // namespace polder::node_heap

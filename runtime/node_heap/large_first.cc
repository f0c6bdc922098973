// Large pages for the begin of each heap; see large_first.h. The end of what has been taken only
// grows. So freed memory is not taken a second time.
#include "runtime/node_heap/large_first.h"

#include "base/config.h"
#include "runtime/core/job.h"
#include "runtime/core/private.h"
#include "runtime/node_heap/poison.h"
#include "runtime/segment/domains.h"
#include "runtime/segment/segment.h"

#include <algorithm>

namespace polder::node_heap {
namespace {

constexpr std::uint64_t large_page = 2 << 20;
constexpr std::uint64_t part_of_machine = 64;

enum HeapPart { symmetric_part, local_part, heap_parts };

struct Part {
    std::uint64_t end;  // of what has been taken: an offset in the segment
    std::uint64_t stop; // nothing from here on will be
};
struct Taken {
    bool begun;
    Part parts[heap_parts];
};
POLDER_PRIVATE Taken taken = {false, {}};

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

Part untaken(std::uint64_t begin, std::uint64_t limit, std::uint64_t most) {
    return {begin, begin + std::min(most, (limit - begin) / large_page * large_page)};
}

// Once a thread: none of it changes, and settings are read from the environment.
void begin(Taken &mine) {
    const std::uint64_t most = most_bytes();
    mine.parts[symmetric_part] = untaken(node_range.symmetric_data, node_range.symmetric_end, most);
    mine.parts[local_part] = untaken(node_range.local_data, node_range.global_begin, most);
    mine.begun = true;
}

} // namespace

void large_first_take(std::uint64_t offset, std::uint64_t bytes) {
    Taken &mine = local(taken);
    if (!mine.begun) begin(mine);
    Part &part = mine.parts[offset < node_range.symmetric_end ? symmetric_part : local_part];
    const std::uint64_t first = std::max(offset / large_page * large_page, part.end);
    const std::uint64_t last = std::min((offset + bytes + large_page - 1) / large_page * large_page, part.stop);
    if (first >= last) return;
    part.end = last;
    if (use_large_pages(static_cast<char *>(segment_of(mythread())) + first, last - first)) return;
    for (Part &each : mine.parts)
        each.stop = 0;
}

} // namespace polder::node_heap

// Parts of a pointer-to-shared: UPC 1.3, 7.2.3. upcc expands calls of the first three in place;
// these are for calls through pointers and other languages.
//
// The address field leaves out what a segment is mostly made of: gaps, and book-keeping of heaps
// that may grow very large. It counts through static data, then blocks of upc_all_alloc and
// upc_global_alloc, then those of upc_alloc. So it is small, as programs expect that look whether a
// pointer they have read can be one. It is linear in each of the three, so differences inside an
// object are right. Fields of two objects of a thread differ as long as the second part is within
// --shared-heap, or 8 GiB.
#include "runtime/segment/segment.h"

#include <polder/abi.h>

#include <cstddef>

namespace polder::upc {
namespace {

constexpr std::uint64_t unit = std::uint64_t{2} << 20;
constexpr std::uint64_t usual_room = std::uint64_t{8} << 30;

std::uint64_t round_up(std::uint64_t bytes) {
    return (bytes + unit - 1) / unit * unit;
}

std::uint64_t address_field(std::uint64_t offset) {
    const NodeRange &range = node_range;
    const std::uint64_t blocks = round_up(range.static_end);
    const std::uint64_t room = range.heap_limit ? round_up(range.heap_limit) : usual_room;
    if (offset >= range.local_begin) return blocks + room + offset - range.local_data;
    if (offset >= range.symmetric_begin) return blocks + offset - range.symmetric_data;
    return offset;
}

} // namespace
} // namespace polder::upc

using namespace polder;
using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

std::size_t upc_threadof(polder_gp ptr) {
    return polder_thread_of(polder_env_get(), ptr.ga);
}

std::size_t upc_phaseof(polder_gp ptr) {
    return ptr.ga ? ptr.phase : 0;
}

polder_gp upc_resetphase(polder_gp ptr) {
    return polder_gp_from_ga(ptr.ga);
}

std::size_t upc_addrfield(polder_gp ptr) {
    return ptr.ga ? address_field(ga_offset(ptr.ga)) : 0;
}

// Bytes of an object of `total` bytes in blocks of `block` bytes (0: indefinite) that lie on
// `thread` (7.2.3.5).
std::size_t upc_affinitysize(std::size_t total, std::size_t block, std::size_t thread) {
    if (block == 0) return thread == 0 ? total : 0;
    const std::size_t threads = polder_job.threads;
    const std::size_t blocks = total / block; // whole ones
    const std::size_t rest = total % block;   // bytes of the last one
    const std::size_t rows = blocks / threads;
    const std::size_t last = blocks % threads;
    return rows * block + (thread < last ? block : thread == last ? rest : 0);
}
#pragma GCC visibility pop
} // extern "C"

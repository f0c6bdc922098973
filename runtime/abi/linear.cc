// Linear mappings: a second place at which the elements of a shared array lie in the order of their
// indexes, whoever owns them.
//
// The blocks of an array dealt out to the threads are scattered over the segments. Where blocks are
// whole pages, the same pages can be mapped once more, block behind block. Then element i is at
// base + i * size, and loops that read or write at random find it as C does. It is the same memory:
// nothing has to be kept in step.
//
// Made for arrays of upc_all_alloc and upc_global_alloc in jobs of one node, when a loop has asked
// for one several times. Its making costs a system call a block. Mappings stay: which pages a
// segment's addresses mean never changes (segment/growth.h). So the mapping of an array that has
// been freed is right for the next one. That must lie at the same place with the same block, and
// not be longer.
// Invariant. What generated code gets is valid for all elements of the array for as long as the
// array lives. Held by tests/compiler/run/strip_mine_linear.upc.
#include "base/config.h"
#include "base/futex.h"
#include "base/page.h"
#include "runtime/node_heap/node_heap.h"
#include "runtime/race/race.h"
#include "runtime/segment/segment.h"

#include <polder/abi.h>

#include <atomic>
#include <sys/mman.h>

namespace polder::abi {
namespace {

constexpr unsigned most_mappings = 64;
constexpr std::uint64_t most_blocks = 8192; // of all mappings: the kernel lets a process have about 65,000
constexpr unsigned asked_before = 3;        // times, until one is made

struct Mapping {
    std::atomic<polder_ga> array; // written last
    std::uint64_t block_bytes;
    std::atomic<std::uint64_t> bytes_each; // of which all are mapped; 0: none yet, or it cannot be
    std::atomic<std::uint64_t> base;
    std::atomic<unsigned> asked;
    std::atomic<bool> impossible;
};

Mapping mappings[most_mappings];
std::atomic<unsigned> mapping_count;
std::uint64_t blocks_mapped;
FutexLock making;

Mapping *find(polder_ga array, std::uint64_t block_bytes) {
    const unsigned count = mapping_count.load(std::memory_order_acquire);
    for (unsigned i = 0; i < count; ++i)
        if (mappings[i].array.load(std::memory_order_relaxed) == array && mappings[i].block_bytes == block_bytes)
            return &mappings[i];
    return nullptr;
}

// Under the lock.
void remember(polder_ga array, std::uint64_t block_bytes) {
    const unsigned count = mapping_count.load(std::memory_order_relaxed);
    if (count == most_mappings || find(array, block_bytes) || setting_number(Setting::linear) == 0) return;
    mappings[count].block_bytes = block_bytes;
    mappings[count].array.store(array, std::memory_order_relaxed);
    mapping_count.store(count + 1, std::memory_order_release);
}

// A row of blocks after the other; null if the kernel refuses one (a block that lies in two pieces
// of the segment).
char *map_blocks(polder_ga array, std::uint64_t block_bytes, std::uint64_t rows) {
    const std::uint64_t bytes = rows * polder_job.threads * block_bytes;
    void *area = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED) return nullptr;
    char *at = static_cast<char *>(area);
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t thread = 0; thread < polder_job.threads; ++thread, at += block_bytes) {
            void *from = reinterpret_cast<void *>(array + (thread << polder_job.shift) + row * block_bytes);
            if (mremap(from, 0, block_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED) { // length 0: from stays
                munmap(area, bytes);
                return nullptr;
            }
        }
    return static_cast<char *>(area);
}

// Under the lock. What an earlier, shorter mapping of the place was is left behind: somebody may be
// using it.
void make(Mapping &m, std::uint64_t bytes_each) {
    const std::uint64_t rows = bytes_each / m.block_bytes;
    const std::uint64_t blocks = rows * polder_job.threads;
    char *area = blocks && blocks <= most_blocks - blocks_mapped
                     ? map_blocks(m.array.load(std::memory_order_relaxed), m.block_bytes, rows)
                     : nullptr;
    m.impossible.store(!area, std::memory_order_relaxed);
    if (!area) return;
    madvise(area, blocks * m.block_bytes, MADV_DONTDUMP); // the segments are in a core file
    blocks_mapped += blocks;
    m.base.store(reinterpret_cast<std::uint64_t>(area), std::memory_order_relaxed);
    m.bytes_each.store(rows * m.block_bytes, std::memory_order_release);
}

} // namespace
} // namespace polder::abi

using namespace polder;
using namespace polder::abi;

[[gnu::visibility("default")]] polder_ga polder_linear_map(polder_ga array, unsigned long block_bytes) {
    const std::size_t page = page_bytes();
    if (array % page || block_bytes % page || !polder_node.one) return 0;
    if (race::race_watched()) return 0; // a detector takes an object at two addresses for two objects
    const std::uint64_t bytes_each = node_heap::symmetric_bytes_each(array);
    if (bytes_each < block_bytes) return 0;
    Mapping *m = find(array, block_bytes);
    if (m && m->bytes_each.load(std::memory_order_acquire) >= bytes_each / block_bytes * block_bytes)
        return m->base.load(std::memory_order_relaxed);
    if (m && m->impossible.load(std::memory_order_relaxed)) return 0;
    if (m && m->asked.fetch_add(1, std::memory_order_relaxed) < asked_before) return 0;
    if (!making.try_lock()) return 0;
    if (!m)
        remember(array, block_bytes);
    else
        make(*m, bytes_each);
    making.unlock();
    return 0;
}

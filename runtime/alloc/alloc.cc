// The heaps of a job and what limits them; see alloc.h.
#include "runtime/alloc/alloc.h"

#include "runtime/core/job.h"
#include "runtime/segment/growth.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/barrier.h"

#include <sys/mman.h>
#include <sys/vfs.h>

namespace polder {
namespace {

// What the heaps have been granted, in bytes; in Area::alloc.
struct Grants {
    std::uint64_t limit;                  // for all segments together; set by process 0 at start
    std::atomic<std::uint64_t> node;      // all segments together
    std::atomic<std::uint64_t> symmetric; // of the symmetric heap, in each segment
    polder_ga agreed[2];                  // agree_on_first, by parity
    std::atomic<std::uint64_t> local[1];  // of each local heap; really one a thread
};
Grants &grants() {
    return *area<Grants>(Area::alloc);
}

constexpr std::uint64_t largest_quantum = 16 << 20, smallest_quantum = 64 << 10;

POLDER_PRIVATE std::uint64_t agreements = 0; // made by this thread

Heap &local_heap(unsigned thread) {
    return *reinterpret_cast<Heap *>(static_cast<char *>(segment_of(thread)) + node_range.local_begin);
}
Heap &symmetric_heap() {
    return *reinterpret_cast<Heap *>(static_cast<char *>(segment_of(0)) + node_range.symmetric_begin);
}

// What the machine, its container, or the file system the segments lie on can hold: memory that is not there is fatal
// when touched.
std::uint64_t node_limit() {
    const std::uint64_t machine = machine_memory_limit();
    std::uint64_t limit = machine ? machine : ~std::uint64_t{0};
    struct statfs fs;
    if (node_range.descriptor >= 0 && fstatfs(node_range.descriptor, &fs) == 0 && fs.f_blocks) {
        const std::uint64_t room = fs.f_bavail * static_cast<std::uint64_t>(fs.f_bsize);
        const std::uint64_t taken = node_range.static_end * threads(); // by control areas and static data
        const std::uint64_t left = room > taken ? room - taken : 0;
        limit = left < limit ? left : limit;
    }
    return limit;
}

bool take_from_node(std::uint64_t bytes) {
    std::atomic<std::uint64_t> &node = grants().node;
    if (node.fetch_add(bytes, std::memory_order_relaxed) + bytes <= grants().limit) return true;
    node.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
}

bool within_limit(std::uint64_t local, std::uint64_t symmetric) {
    return !node_range.heap_limit || local + symmetric <= node_range.heap_limit;
}

// ---- local heap of the calling thread ----

bool local_take(void *, std::uint64_t bytes) {
    std::atomic<std::uint64_t> &mine = grants().local[mythread()];
    const std::uint64_t now = mine.load(std::memory_order_relaxed) + bytes;
    if (!within_limit(now, grants().symmetric.load(std::memory_order_relaxed)) || !take_from_node(bytes)) return false;
    mine.store(now, std::memory_order_relaxed);
    return true;
}

void local_give(void *, std::uint64_t bytes) {
    grants().local[mythread()].fetch_sub(bytes, std::memory_order_relaxed);
    grants().node.fetch_sub(bytes, std::memory_order_relaxed);
}

void local_discard(void *, std::uint64_t offset, std::uint64_t bytes) {
    madvise(reinterpret_cast<char *>(&local_heap(mythread())) + offset, bytes, MADV_REMOVE);
}

void local_enlarge(void *, std::uint64_t offset, std::uint64_t bytes) {
    use_large_pages(reinterpret_cast<char *>(&local_heap(mythread())) + offset, bytes);
}

// ---- symmetric heap: everything counts once a segment ----

bool symmetric_take(void *, std::uint64_t bytes) {
    Grants &all = grants();
    const std::uint64_t now = all.symmetric.load(std::memory_order_relaxed) + bytes;
    for (unsigned t = 0; t < threads(); ++t)
        if (!within_limit(all.local[t].load(std::memory_order_relaxed), now)) return false;
    if (bytes > ~std::uint64_t{0} / threads() || !take_from_node(bytes * threads())) return false;
    all.symmetric.store(now, std::memory_order_relaxed);
    return true;
}

void symmetric_give(void *, std::uint64_t bytes) {
    grants().symmetric.fetch_sub(bytes, std::memory_order_relaxed);
    grants().node.fetch_sub(bytes * threads(), std::memory_order_relaxed);
}

void symmetric_discard(void *, std::uint64_t offset, std::uint64_t bytes) {
    for (unsigned t = 0; t < threads(); ++t)
        madvise(static_cast<char *>(segment_of(t)) + node_range.symmetric_begin + offset, bytes, MADV_REMOVE);
}

void symmetric_enlarge(void *, std::uint64_t offset, std::uint64_t bytes) {
    for (unsigned t = 0; t < threads(); ++t)
        use_large_pages(static_cast<char *>(segment_of(t)) + node_range.symmetric_begin + offset, bytes);
}

bool local_reach(void *, std::uint64_t end) {
    return growth_reach(node_range.local_begin + end);
}
bool symmetric_reach(void *, std::uint64_t end) {
    return growth_reach(node_range.symmetric_begin + end);
}

std::uint64_t quantum() {
    const std::uint64_t part = node_range.heap_limit ? node_range.heap_limit / 64 : largest_quantum;
    return part > largest_quantum ? largest_quantum : part < smallest_quantum ? smallest_quantum : part;
}

// Constant after start. Not built for each call: what is stored before taking the heap's lock must leave the store
// buffer first.
HeapBudget local_budget = {0, local_take, local_give, local_discard, nullptr, nullptr, local_reach};
HeapBudget symmetric_budget = {0, symmetric_take, symmetric_give, symmetric_discard, nullptr, nullptr, symmetric_reach};

} // namespace

void alloc_start() {
    local_budget.quantum = symmetric_budget.quantum = quantum();
    if (node_range.huge) {
        local_budget.enlarge = local_enlarge;
        symmetric_budget.enlarge = symmetric_enlarge;
    }
    const JobShape &shape = control().shape;
    const unsigned first = shape.first_thread(job_process);
    for (unsigned t = first; t < first + shape.thread_count(job_process); ++t)
        heap_create(&local_heap(t), node_range.local_end - node_range.local_begin);
    if (job_process == 0) {
        grants().limit = node_limit();
        heap_create(&symmetric_heap(), node_range.symmetric_end - node_range.symmetric_begin);
    }
}

polder_ga allocate_local(std::size_t bytes) {
    if (bytes == 0) return 0;
    const unsigned me = mythread();
    Heap &heap = local_heap(me);
    const std::uint64_t offset = heap_allocate(heap, bytes, local_budget);
    return offset ? reinterpret_cast<polder_ga>(&heap) + offset : 0;
}

polder_ga allocate_symmetric(std::size_t bytes_each) {
    if (bytes_each == 0) return 0;
    const std::uint64_t offset = heap_allocate(symmetric_heap(), bytes_each, symmetric_budget);
    return offset ? reinterpret_cast<polder_ga>(&symmetric_heap()) + offset : 0;
}

FreeResult allocation_free(polder_ga block) {
    if (!in_node_range(block)) return FreeResult::not_a_block;
    const unsigned thread = static_cast<unsigned>((block - node_range.base) >> node_range.shift);
    const std::uint64_t offset = (block - node_range.base) & ((std::uint64_t{1} << node_range.shift) - 1);
    if (offset >= node_range.local_begin) {
        Heap &heap = local_heap(thread);
        const std::uint64_t inside = offset - node_range.local_begin;
        return thread == mythread() ? heap_free(heap, inside, local_budget) : heap_free_remotely(heap, inside);
    }
    if (thread != 0 || offset < node_range.symmetric_begin) return FreeResult::not_a_block;
    return heap_free(symmetric_heap(), offset - node_range.symmetric_begin, symmetric_budget);
}

polder_ga agree_on_first(polder_ga mine) {
    // Two places suffice: thread 0 comes to the same one again only after a barrier that all entered after reading it.
    polder_ga &agreed = grants().agreed[local(agreements)++ & 1];
    if (mythread() == 0) agreed = mine;
    barrier_internal();
    return agreed;
}

std::uint64_t allocated_bytes() {
    std::uint64_t sum = heap_used_bytes(symmetric_heap()) * threads();
    for (unsigned t = 0; t < threads(); ++t)
        sum += heap_used_bytes(local_heap(t));
    return sum;
}

} // namespace polder

// The heaps in the segments of a node and what limits them; see node_heap.h.
#include "runtime/node_heap/node_heap.h"

#include "base/page.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/global_area.h"
#include "runtime/node_heap/large_first.h"
#include "runtime/node_heap/poison.h"
#include "runtime/node_heap/shadow.h"
#include "runtime/segment/growth.h"
#include "runtime/segment/segment.h"

#include <polder/check.h>

#include <sys/mman.h>
#include <sys/vfs.h>

namespace polder::node_heap {

const unsigned long *blocks_freed = nullptr;

namespace {

// What the heaps have been granted, in bytes; in Area::alloc.
struct Grants {
    std::uint64_t limit;                  // for all segments of the node; set by its leader at start
    std::atomic<std::uint64_t> node;      // all segments of the node
    std::atomic<std::uint64_t> symmetric; // of the symmetric heap, in each segment
    polder_ga agreed[2];                  // agree_on_first, by parity
    std::atomic<std::uint64_t> freed;     // blocks, in checked jobs
    // Node 0 of several: of the symmetric heap what all nodes have granted, what of that it has in
    // use, and how far it may reach.
    std::atomic<std::uint64_t> agreed_bytes;
    std::atomic<std::uint64_t> used_bytes;
    std::atomic<std::uint64_t> agreed_end;
    std::atomic<std::uint32_t> granter;      // node 0: there is one
    std::atomic<std::uint64_t> last_granted; // by this node, to the granter
    std::atomic<std::uint64_t> local[1];     // of each local heap; really one a thread
};
Grants &grants() {
    return *area<Grants>(Area::alloc);
}

constexpr std::uint64_t largest_quantum = 16 << 20;
constexpr std::uint64_t smallest_quantum = 64 << 10;

heap::Heap &local_heap(unsigned thread) {
    return *reinterpret_cast<heap::Heap *>(static_cast<char *>(segment_of(thread)) + node_range.local_begin);
}
heap::Heap &symmetric_heap() {
    return *reinterpret_cast<heap::Heap *>(static_cast<char *>(segment_of(0)) + node_range.symmetric_begin);
}

// What the machine, its container, or the file system the segments lie on can hold: memory that is
// not there is fatal when touched.
std::uint64_t node_limit() {
    const std::uint64_t machine = machine_memory_limit();
    std::uint64_t limit = machine ? machine : ~std::uint64_t{0};
    struct statfs fs;
    if (node_range.descriptor >= 0 && fstatfs(node_range.descriptor, &fs) == 0 && fs.f_blocks) {
        const std::uint64_t room = fs.f_bavail * static_cast<std::uint64_t>(fs.f_bsize);
        const std::uint64_t taken = node_range.static_end * node_threads(); // by control areas and static data
        const std::uint64_t left = room > taken ? room - taken : 0;
        limit = left < limit ? left : limit;
    }
    return limit;
}

// Adds if the sum is one that `fits`. A request that is refused is counted at no moment: another
// one that fits would be refused for it.
template <class Fits> bool add_if(std::atomic<std::uint64_t> &sum, std::uint64_t bytes, Fits fits) {
    std::uint64_t now = sum.load(std::memory_order_relaxed);
    do {
        if (bytes > ~std::uint64_t{0} - now || !fits(now + bytes)) return false;
    } while (!sum.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
    return true;
}

bool take_from_node(std::uint64_t bytes) {
    return add_if(grants().node, bytes, [](std::uint64_t sum) { return sum <= grants().limit; });
}

bool within_limit(std::uint64_t local, std::uint64_t symmetric) {
    return !node_range.heap_limit || local + symmetric <= node_range.heap_limit;
}

// ---- local heap of the calling thread ----

bool local_take(void *, std::uint64_t bytes) {
    std::atomic<std::uint64_t> &mine = grants().local[node_rank(mythread())];
    const std::uint64_t now = mine.load(std::memory_order_relaxed) + bytes;
    if (!within_limit(now, grants().symmetric.load(std::memory_order_relaxed)) || !take_from_node(bytes)) return false;
    mine.store(now, std::memory_order_relaxed);
    return true;
}

void local_give(void *, std::uint64_t bytes) {
    grants().local[node_rank(mythread())].fetch_sub(bytes, std::memory_order_relaxed);
    grants().node.fetch_sub(bytes, std::memory_order_relaxed);
}

// A heap counts in granules, which may be smaller than a page. What shares a page with memory in
// use stays.
void discard(char *at, std::uint64_t bytes) {
    const PageRange pages = whole_pages(at, bytes);
    if (pages.bytes) madvise(pages.begin, pages.bytes, MADV_REMOVE);
}

void local_discard(void *, std::uint64_t offset, std::uint64_t bytes) {
    discard(reinterpret_cast<char *>(&local_heap(mythread())) + offset, bytes);
}

void local_returned(void *, std::uint64_t offset, std::uint64_t bytes) {
    poison(reinterpret_cast<char *>(&local_heap(mythread())) + offset, bytes);
}

void local_enlarge(void *, std::uint64_t offset, std::uint64_t bytes) {
    use_large_pages(reinterpret_cast<char *>(&local_heap(mythread())) + offset, bytes);
}

// ---- symmetric heap: everything counts once a segment ----

bool symmetric_take(void *, std::uint64_t bytes) {
    Grants &all = grants();
    if (bytes > ~std::uint64_t{0} / node_threads()) return false;
    const auto fits = [&](std::uint64_t symmetric) {
        for (unsigned rank = 0; rank < node_threads(); ++rank)
            if (!within_limit(all.local[rank].load(std::memory_order_relaxed), symmetric)) return false;
        return true;
    };
    if (!fits(all.symmetric.load(std::memory_order_relaxed) + bytes) || !take_from_node(bytes * node_threads()))
        return false;
    if (add_if(all.symmetric, bytes, fits)) return true;
    all.node.fetch_sub(bytes * node_threads(), std::memory_order_relaxed); // others took it meanwhile
    return false;
}

void symmetric_give(void *, std::uint64_t bytes) {
    grants().symmetric.fetch_sub(bytes, std::memory_order_relaxed);
    grants().node.fetch_sub(bytes * node_threads(), std::memory_order_relaxed);
}

void symmetric_discard(void *, std::uint64_t offset, std::uint64_t bytes) {
    for (unsigned rank = 0; rank < node_threads(); ++rank)
        discard(static_cast<char *>(segment_of(node_range.first + rank)) + node_range.symmetric_begin + offset, bytes);
}

void symmetric_enlarge(void *, std::uint64_t offset, std::uint64_t bytes) {
    for (unsigned rank = 0; rank < node_threads(); ++rank)
        use_large_pages(static_cast<char *>(segment_of(node_range.first + rank)) + node_range.symmetric_begin + offset,
                        bytes);
}

// The symmetric heap is this process's alone, so that it hears of every block.
bool poisons_symmetric() {
    return poison_watched() && processes() == 1;
}

template <class Visit> void visit_parts(std::uint64_t offset, Visit visit) {
    for (unsigned rank = 0; rank < node_threads(); ++rank)
        visit(static_cast<char *>(segment_of(node_range.first + rank)) + offset);
}

// From where a heap has reached so far.
POLDER_PRIVATE std::uint64_t local_reached = 0;
// How far a request wanted to reach that the global area did not let.
POLDER_PRIVATE std::uint64_t local_wanted = 0;
std::uint64_t symmetric_reached = 0; // under the heap's lock

bool local_reach(void *, std::uint64_t end) {
    if (end > global_local_room()) {
        local(local_wanted) = end;
        return false;
    }
    if (!growth_reach(node_range.local_begin + end)) return false;
    if (!poison_watched()) return true;
    std::uint64_t &reached = local(local_reached);
    const std::uint64_t from = reached ? reached : node_range.local_data - node_range.local_begin;
    if (end > from) poison(reinterpret_cast<char *>(&local_heap(mythread())) + from, end - from);
    if (end > reached) reached = end;
    return true;
}
bool symmetric_reach(void *, std::uint64_t end) {
    if (!growth_reach(node_range.symmetric_begin + end)) return false;
    if (!poisons_symmetric()) return true;
    const std::uint64_t first = node_range.symmetric_data - node_range.symmetric_begin;
    const std::uint64_t from = symmetric_reached ? symmetric_reached : first;
    if (end > from) visit_parts(node_range.symmetric_begin + from, [&](char *part) { poison(part, end - from); });
    if (end > symmetric_reached) symmetric_reached = end;
    return true;
}

std::uint64_t quantum() {
    const std::uint64_t part = node_range.heap_limit ? node_range.heap_limit / 64 : largest_quantum;
    return part > largest_quantum ? largest_quantum : part < smallest_quantum ? smallest_quantum : part;
}

// Constant after start. Not built for each call: what is stored before taking the heap's lock must
// leave the store buffer first.
heap::HeapBudget local_budget = {0, local_take, local_give, local_discard, nullptr, nullptr, local_reach};
heap::HeapBudget symmetric_budget = {0,       symmetric_take, symmetric_give, symmetric_discard,
                                     nullptr, nullptr,        symmetric_reach};

// ---- symmetric heap over several nodes (nodes.h) ----

bool agreed_take(void *shortage, std::uint64_t bytes) {
    Grants &all = grants();
    // The heap's lock is held.
    const std::uint64_t now = all.used_bytes.load(std::memory_order_relaxed) + bytes;
    const std::uint64_t agreed = all.agreed_bytes.load(std::memory_order_acquire);
    if (now > agreed) {
        if (shortage) static_cast<Shortage *>(shortage)->bytes = now - agreed;
        return false;
    }
    all.used_bytes.store(now, std::memory_order_relaxed);
    return true;
}

void agreed_give(void *, std::uint64_t bytes) {
    grants().used_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

bool agreed_reach(void *shortage, std::uint64_t end) {
    if (end <= grants().agreed_end.load(std::memory_order_acquire)) return true;
    if (shortage) static_cast<Shortage *>(shortage)->end = end;
    return false;
}

// On other nodes there is still memory then; it stays counted.
void agreed_discard(void *, std::uint64_t, std::uint64_t) {}

heap::HeapBudget agreed_budget(Shortage *shortage) {
    return {symmetric_budget.quantum, agreed_take, agreed_give, agreed_discard,
            symmetric_budget.enlarge, shortage,    agreed_reach};
}

} // namespace

std::uint64_t node_heap_allocate(std::size_t bytes_each, Shortage *shortage) {
    const auto attempt = [&] {
        *shortage = {};
        const std::uint64_t offset = heap::heap_allocate(symmetric_heap(), bytes_each, agreed_budget(shortage));
        if (offset) *shortage = {};
        return offset;
    };
    const std::uint64_t offset = attempt();
    if (!shortage->any()) return offset;
    if (grants().granter.exchange(1)) {
        shortage->others = true;
        return 0;
    }
    const std::uint64_t second = attempt(); // the one before may just have granted enough, or all there is
    if (!shortage->any()) grants().granter.store(0);
    return second;
}

namespace {

// What no memory of this node need be kept for any more, if it is worth a message.
constexpr std::uint64_t surplus_kept = 64 << 20;
std::uint64_t give_up_surplus() {
    Grants &all = grants();
    std::uint64_t agreed = all.agreed_bytes.load(std::memory_order_relaxed);
    const std::uint64_t used = all.used_bytes.load(std::memory_order_relaxed);
    if (agreed < used + 2 * surplus_kept) return 0;
    const std::uint64_t surplus = agreed - used - surplus_kept;
    return all.agreed_bytes.compare_exchange_strong(agreed, agreed - surplus) ? surplus : 0;
}

} // namespace

heap::FreeResult node_heap_free(polder_ga block, std::uint64_t *surplus) {
    *surplus = 0;
    const std::uint64_t offset = ga_offset(block);
    if (offset >= node_range.local_begin) {
        const heap::FreeResult result =
            heap::heap_free_remotely(local_heap(ga_thread(block)), offset - node_range.local_begin);
        count_freed();
        return result;
    }
    const heap::FreeResult result =
        heap::heap_free(symmetric_heap(), offset - node_range.symmetric_begin, agreed_budget(nullptr));
    count_freed();
    *surplus = give_up_surplus();
    return result;
}

void node_heap_free_failed(unsigned thread, std::uint64_t ga, heap::FreeResult result) {
    char where[128];
    segment_describe(ga, where, sizeof where);
    const bool before = result == heap::FreeResult::already_free;
    const bool upc = control().naming.word.load(std::memory_order_relaxed) == MemberWord::thread;
    job_fail_of(
        thread, 1, "%spolder_free: %s%#lx %s (%s)", upc ? "upc_free or " : "", before ? "the block at " : "", ga,
        before ? "has been freed before" : "is not the start of an allocated block, or the block has been freed before",
        where);
}

std::uint64_t node_heap_block_bytes(std::uint64_t offset) {
    return heap::heap_block_size(symmetric_heap(), offset);
}

bool node_heap_grant(const Shortage &wanted) {
    grants().last_granted.store(0);
    if (wanted.end > node_range.symmetric_end - node_range.symmetric_begin) return false;
    if (wanted.bytes && !symmetric_take(nullptr, wanted.bytes)) return false;
    if (wanted.end && !symmetric_reach(nullptr, wanted.end)) {
        if (wanted.bytes) symmetric_give(nullptr, wanted.bytes);
        return false;
    }
    grants().last_granted.store(wanted.bytes);
    return true;
}

void node_heap_refund() {
    if (const std::uint64_t bytes = grants().last_granted.exchange(0)) symmetric_give(nullptr, bytes);
}

void node_heap_take_back(std::uint64_t bytes) {
    symmetric_give(nullptr, bytes);
}

void node_heap_agree(const Shortage &granted) {
    Grants &all = grants();
    std::uint64_t end = all.agreed_end.load(std::memory_order_relaxed);
    while (end < granted.end && !all.agreed_end.compare_exchange_weak(end, granted.end, std::memory_order_release)) {
    }
    all.agreed_bytes.fetch_add(granted.bytes, std::memory_order_release);
    all.granter.store(0);
}

void node_heap_discard(std::uint64_t offset, std::uint64_t bytes) {
    symmetric_discard(nullptr, offset, bytes);
}

namespace {

// A part of the memory, set aside for the global areas.
void global_areas_grant() {
    constexpr std::uint64_t part = 8;
    if (!global_area_exists()) return;
    std::uint64_t each = grants().limit / part / node_threads();
    if (node_range.heap_limit && each > node_range.heap_limit / part) each = node_range.heap_limit / part;
    const std::uint64_t area = global_top() - node_range.global_begin;
    if (each > area) each = area;
    global_areas_start(each);
    grants().node.fetch_add(each * node_threads(), std::memory_order_relaxed);
}

} // namespace

void node_heap_start() {
    local_budget.quantum = symmetric_budget.quantum = quantum();
    if (node_range.huge) {
        local_budget.enlarge = local_enlarge;
        symmetric_budget.enlarge = symmetric_enlarge;
    }
    const JobShape &shape = control().shape;
    const unsigned first = shape.first_thread(job_process);
    const auto create = [](heap::Heap &heap, std::uint64_t bytes) {
        if (heap::heap_create(&heap, bytes) && heaps_checked) heap::heap_index(heap);
    };
    for (unsigned t = first; t < first + shape.thread_count(job_process); ++t)
        create(local_heap(t), node_range.local_end - node_range.local_begin);
    if (is_leader()) {
        grants().limit = node_limit();
        global_areas_grant();
    }
    if (is_leader() && mynode() == 0) create(symmetric_heap(), node_range.symmetric_end - node_range.symmetric_begin);
    if (poison_watched()) local_budget.returned = local_returned;
    blocks_freed = reinterpret_cast<const unsigned long *>(&grants().freed);
    sites_start();
    shadow_start();
}

namespace {

// The thread's local heap, where allocate_quickly and free_quickly may be used; else null.
POLDER_PRIVATE heap::Heap *quick_heap = nullptr;

} // namespace

void alloc_thread_start() {
    heap::Heap &heap = local_heap(mythread());
    heap::heap_bias(heap);
    if (!heaps_checked && !poison_watched() && nodes() == 1) local(quick_heap) = &heap;
}

polder_ga allocate_quickly(std::size_t bytes) {
    heap::Heap *heap = local(quick_heap);
    if (__builtin_expect(!heap, 0)) return 0;
    const std::uint64_t offset = heap::heap_allocate_alone(*heap, bytes, local_budget);
    return offset ? ga_of_pointer(heap) + offset : 0;
}

bool free_quickly(polder_ga block) {
    heap::Heap *heap = local(quick_heap);
    return __builtin_expect(heap != nullptr, 1) &&
           heap::heap_free_alone(*heap, block - ga_of_pointer(heap), local_budget);
}

namespace {

// usable: bytes of these that the program may touch.
polder_ga take_local(std::size_t bytes, std::size_t usable) {
    if (bytes == 0) return 0;
    const unsigned me = mythread();
    heap::Heap &heap = local_heap(me);
    local(local_wanted) = 0;
    std::uint64_t offset = heap::heap_allocate(heap, with_red_zone(bytes), local_budget);
    if (__builtin_expect(!offset && local(local_wanted), 0) && global_limit_lower(local(local_wanted)))
        offset = heap::heap_allocate(heap, with_red_zone(bytes), local_budget);
    if (offset) unpoison(reinterpret_cast<char *>(&heap) + offset, usable);
    if (offset && bytes >= large_first_least) large_first_take(node_range.local_begin + offset, bytes);
    return offset ? ga_of_pointer(&heap) + offset : 0;
}

BlockRecord *record_near(polder_ga block, std::uint64_t size) {
    return static_cast<BlockRecord *>(near_pointer(block + size - sizeof(BlockRecord)));
}

[[gnu::noinline]] polder_ga take_local_checked(std::size_t bytes) {
    const std::size_t size = with_record(bytes, sizeof(BlockRecord));
    const polder_ga block = size ? take_local(size, records_poisoned ? bytes : size) : 0;
    if (!block) return 0;
    *record_near(block, size) = record_made(block, size, bytes).record;
    shadow_write_near(block, bytes, true);
    return block;
}

// What the program may use of a block that takes `size` bytes of its heap; 0 if it takes none.
std::uint64_t without_record(polder_ga block, std::uint64_t size) {
    return heaps_checked && size ? record_bytes(*record_near(block, size), size) : size;
}

} // namespace

polder_ga allocate_local(std::size_t bytes) {
    if (__builtin_expect(heaps_checked, 0)) return take_local_checked(bytes);
    return take_local(bytes, bytes);
}

std::uint64_t allocate_symmetric_here(std::size_t bytes_each) {
    if (!poisons_symmetric()) return heap::heap_allocate(symmetric_heap(), bytes_each, symmetric_budget);
    const std::uint64_t offset = heap::heap_allocate(symmetric_heap(), with_red_zone(bytes_each), symmetric_budget);
    if (offset) visit_parts(node_range.symmetric_begin + offset, [&](char *part) { unpoison(part, bytes_each); });
    return offset;
}

void poison_behind(std::uint64_t offset, std::size_t bytes, std::size_t size) {
    if (!poisons_symmetric() || !records_poisoned) return;
    visit_parts(offset, [&](char *part) { poison(part + bytes, size - bytes); });
}

heap::FreeResult free_local(unsigned thread, std::uint64_t inside) {
    heap::Heap &heap = local_heap(thread);
    // Of a thread of this process. Another process's poison would stay when the block is given out;
    // its own comes when it hears of this (poison_returned).
    if (poison_watched() && control().shape.process_of(thread) == job_process)
        poison(reinterpret_cast<char *>(&heap) + inside, heap::heap_block_size(heap, inside));
    return thread == mythread() ? heap::heap_free(heap, inside, local_budget) : heap::heap_free_remotely(heap, inside);
}

heap::FreeResult free_symmetric_here(std::uint64_t offset) {
    if (poisons_symmetric()) {
        const std::uint64_t bytes = heap::heap_block_size(symmetric_heap(), offset);
        visit_parts(node_range.symmetric_begin + offset, [&](char *part) { poison(part, bytes); });
    }
    return heap::heap_free(symmetric_heap(), offset, symmetric_budget);
}

std::uint64_t granted_symmetric_bytes() {
    return grants().symmetric.load(std::memory_order_relaxed);
}

polder_ga *agreed_places() {
    return grants().agreed;
}

std::size_t allocation_bytes(polder_ga block) {
    const std::uint64_t offset = ga_offset(block);
    if (offset < node_range.local_begin) return 0;
    return without_record(block, heap::heap_block_size(local_heap(ga_thread(block)), offset - node_range.local_begin));
}

std::uint64_t symmetric_bytes_each(polder_ga block) {
    const std::uint64_t offset = ga_offset(block);
    if (ga_thread(block) != 0 || offset < node_range.symmetric_data || offset >= node_range.symmetric_end) return 0;
    return without_record(block, heap::heap_block_size(symmetric_heap(), offset - node_range.symmetric_begin));
}

void allocation_return(polder_ga block) {
    if (heaps_checked) shadow_write_near(block, allocation_bytes(block), false);
    heap::heap_free_remotely(local_heap(ga_thread(block)), ga_offset(block) - node_range.local_begin);
    count_freed();
}

BlockAround block_place_here(polder_ga ga) {
    const std::uint64_t offset = ga_offset(ga);
    const bool is_local = offset >= node_range.local_begin;
    const std::uint64_t begin = is_local ? node_range.local_begin : node_range.symmetric_begin;
    const heap::HeapPlace place =
        heap::heap_find_place(is_local ? local_heap(ga_thread(ga)) : symmetric_heap(), offset - begin);
    return {BlockAround::State::none, true, begin + place.start, place.bytes};
}

BlockAround block_around_here(polder_ga ga) {
    const std::uint64_t offset = ga_offset(ga);
    const bool is_local = offset >= node_range.local_begin;
    const std::uint64_t begin = is_local ? node_range.local_begin : node_range.symmetric_begin;
    const heap::HeapPlace place =
        heap::heap_find(is_local ? local_heap(ga_thread(ga)) : symmetric_heap(), offset - begin);
    using State = BlockAround::State;
    const State state = place.start == 0 ? State::none : place.live ? State::live : State::freed;
    return {state, true, begin + place.start, place.bytes};
}

void poison_returned() {
    if (poison_watched()) heap::heap_collect(local_heap(mythread()), local_budget);
}

void count_freed() {
    if (heaps_checked) grants().freed.fetch_add(1, std::memory_order_release);
}

std::uint64_t allocated_bytes() {
    std::uint64_t sum =
        (nodes() > 1 ? grants().symmetric.load(std::memory_order_relaxed) : heap::heap_used_bytes(symmetric_heap())) *
        node_threads();
    for (unsigned rank = 0; rank < node_threads(); ++rank)
        sum += heap::heap_used_bytes(local_heap(node_range.first + rank));
    return sum;
}

} // namespace polder::node_heap

// Small blocks, returned blocks, and the interface of the heap. See heap.h; the insides are in
// heap_map.h.
#include "base/delay.h"
#include "runtime/heap/guard.h"
#include "runtime/heap/heap_map.h"

namespace polder::heap {
namespace {

// ---- size classes ----

constexpr std::size_t class_size(unsigned c) {
    if (c < 8) return 16 * (c + 1);
    const unsigned log = 7 + (c - 8) / 4;
    const unsigned step = (c - 8) % 4 + 1;
    return (std::size_t{1} << log) + (std::size_t{step} << (log - 2));
}
static_assert(class_size(size_classes - 1) == largest_small);
static_assert(class_size(11) == 256 && class_size(12) == 320); // from there on multiples of 64

unsigned class_of(std::size_t bytes) {
    if (bytes <= 128) return static_cast<unsigned>((bytes + 15) / 16 - 1);
    const unsigned log = 63 - static_cast<unsigned>(__builtin_clzll(bytes - 1));
    return 8 + (log - 7) * 4 + static_cast<unsigned>((bytes - 1) >> (log - 2) & 3);
}

// A span has room for at least eight blocks, and four granules at least.
struct ClassInfo {
    std::uint32_t size;
    std::uint16_t granules;
    std::uint16_t blocks;
    std::uint64_t reciprocal; // offset * reciprocal >> 40 == offset / size for every offset in a span
};
constexpr unsigned reciprocal_bits = 40;

struct ClassTable {
    ClassInfo info[size_classes];
    constexpr ClassTable() : info() {
        for (unsigned c = 0; c < size_classes; ++c) {
            const std::size_t size = class_size(c);
            const std::size_t least = 4 * granule_bytes;
            const std::size_t granules = ((8 * size < least ? least : 8 * size) + granule_bytes - 1) / granule_bytes;
            info[c].size = static_cast<std::uint32_t>(size);
            info[c].granules = static_cast<std::uint16_t>(granules);
            info[c].blocks = static_cast<std::uint16_t>(granules * granule_bytes / size);
            info[c].reciprocal = ((std::uint64_t{1} << reciprocal_bits) + size - 1) / size;
        }
    }
};
constexpr ClassTable classes;

// ---- spans ----
// Block i of a span has bit i % 64 of word i / 64; the words of all its granules count through.

std::atomic<std::uint64_t> &free_word(Granule *span, unsigned word) {
    return span[word / words_per_granule].free_bits[word % words_per_granule];
}

// Only the holder of the lock writes free bits; others may look.
void set_word(std::atomic<std::uint64_t> &word, std::uint64_t bits) {
    word.store(bits, std::memory_order_relaxed);
}
std::uint64_t get_word(const std::atomic<std::uint64_t> &word) {
    return word.load(std::memory_order_relaxed);
}

void list_push(Heap &heap, std::uint32_t span, unsigned c) {
    Granule *map = heap.map();
    map[span].previous = 0;
    map[span].next = heap.partial[c];
    if (heap.partial[c]) map[heap.partial[c]].previous = span;
    heap.partial[c] = span;
}

void list_remove(Heap &heap, std::uint32_t span, unsigned c) {
    Granule *map = heap.map();
    if (map[span].previous)
        map[map[span].previous].next = map[span].next;
    else
        heap.partial[c] = map[span].next;
    if (map[span].next) map[map[span].next].previous = map[span].previous;
}

std::uint32_t span_create(Heap &heap, unsigned c, const HeapBudget &budget) {
    const ClassInfo &info = classes.info[c];
    const std::uint32_t span = run_take(heap, info.granules, budget);
    if (!span) return 0;
    Granule *head = heap.map() + span;
    for (unsigned g = 0; g < info.granules; ++g) {
        head[g].kind = GranuleKind::span;
        head[g].first = span;
        head[g].size_class = static_cast<std::uint8_t>(c);
        for (unsigned w = 0; w < words_per_granule; ++w) {
            const unsigned begin = (g * words_per_granule + w) * 64;
            const unsigned left = info.blocks > begin ? info.blocks - begin : 0;
            set_word(head[g].free_bits[w], left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
        }
    }
    head->free_blocks = info.blocks;
    head->hint = 0;
    list_push(heap, span, c);
    return span;
}

void span_release(Heap &heap, std::uint32_t span, const HeapBudget &budget) {
    Granule *head = heap.map() + span;
    const unsigned c = head->size_class;
    list_remove(heap, span, c);
    for (unsigned g = 0; g < classes.info[c].granules; ++g)
        head[g].kind = GranuleKind::none;
    run_give(heap, span, classes.info[c].granules, budget);
}

std::uint64_t block_take(Heap &heap, std::uint32_t span, unsigned c) {
    Granule *head = heap.map() + span;
    unsigned w = head->hint;
    while (get_word(free_word(head, w)) == 0)
        ++w;
    std::atomic<std::uint64_t> &word = free_word(head, w);
    const std::uint64_t bits = get_word(word);
    const unsigned block = w * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
    set_word(word, bits & (bits - 1));
    head->hint = static_cast<std::uint16_t>(w);
    if (--head->free_blocks == 0) list_remove(heap, span, c);
    return heap.offset_of(span) + std::uint64_t{block} * classes.info[c].size;
}

void block_give(Heap &heap, std::uint32_t span, unsigned block, const HeapBudget &budget) {
    Granule *head = heap.map() + span;
    const unsigned c = head->size_class;
    const unsigned w = block / 64;
    std::atomic<std::uint64_t> &word = free_word(head, w);
    set_word(word, get_word(word) | std::uint64_t{1} << block % 64);
    if (w < head->hint) head->hint = static_cast<std::uint16_t>(w);
    if (head->free_blocks++ == 0) list_push(heap, span, c);
    // The last span of a class stays: a program that allocates and frees one block should not build
    // a span each time.
    if (head->free_blocks == classes.info[c].blocks && (head->next || head->previous)) span_release(heap, span, budget);
}

// ---- finding the block at an offset ----

struct Block {
    std::uint32_t first; // granule of its run; 0: there is no block at this offset
    unsigned number;     // in its span; 0 for a large one
    unsigned size_class; // none of a large one
    bool large() const { return size_class == size_classes; }
};

[[gnu::always_inline]] inline Block find_block(Heap &heap,
                                               std::uint64_t offset) { // as a call it would cost more than it does
    constexpr Block none{0, 0, 0};
    if (offset < heap.data) return none;
    const std::uint64_t granule = (offset - heap.data) / granule_bytes;
    if (granule >= heap.top) return none;
    const Granule &at = heap.map()[granule];
    if (at.kind == GranuleKind::large) {
        const std::uint32_t first = static_cast<std::uint32_t>(granule);
        return heap.offset_of(first) == offset ? Block{first, 0, size_classes} : none;
    }
    if (at.kind != GranuleKind::span) return none;
    const ClassInfo &info = classes.info[at.size_class];
    const std::uint64_t inside = offset - heap.offset_of(at.first);
    const std::uint64_t number = inside * info.reciprocal >> reciprocal_bits;
    return number * info.size == inside && number < info.blocks
               ? Block{at.first, static_cast<unsigned>(number), at.size_class}
               : none;
}

[[gnu::always_inline]] inline bool is_free(Heap &heap, const Block &block, std::uint64_t offset) {
    if (get_word(free_word(heap.map() + block.first, block.number / 64)) >> block.number % 64 & 1) return true;
    return !block.large() && heap.recent[block.size_class].load(std::memory_order_relaxed) == offset;
}

bool is_returned(Heap &heap, const Block &block) {
    const Returned &returned = heap.returns()[block.first + block.number / 64 / words_per_granule];
    return returned.bits[block.number / 64 % words_per_granule].load(std::memory_order_relaxed) >> block.number % 64 &
           1;
}

void block_release(Heap &heap, const Block &block, const HeapBudget &budget) {
    if (!block.large()) return block_give(heap, block.first, block.number, budget);
    Granule &run = heap.map()[block.first];
    run.kind = GranuleKind::none;
    run_give(heap, block.first, run.length, budget);
}

void tell_returned(Heap &heap, const Block &block, const HeapBudget &budget) {
    if (!budget.returned) return;
    const Granule &run = heap.map()[block.first];
    const std::uint64_t bytes =
        block.large() ? std::uint64_t{run.length} * granule_bytes : classes.info[run.size_class].size;
    budget.returned(budget.context, heap.offset_of(block.first) + block.number * bytes, bytes);
}

// Frees what others have returned. A granule leaves the list (queued = 0) before its bits are read,
// so a bit set later queues it anew.
void collect_returned(Heap &heap, const HeapBudget &budget) {
    std::uint32_t granule = heap.returned.exchange(0, std::memory_order_acquire);
    while (granule) {
        Returned &returned = heap.returns()[granule];
        const std::uint32_t next = returned.next.load(std::memory_order_relaxed);
        delay_point();
        returned.queued.store(0, std::memory_order_seq_cst);
        delay_point();
        const std::uint32_t first = heap.map()[granule].first;
        const bool large = heap.map()[granule].kind == GranuleKind::large;
        for (unsigned w = 0; w < words_per_granule; ++w) {
            std::uint64_t bits = returned.bits[w].exchange(0, std::memory_order_seq_cst);
            for (; bits; bits &= bits - 1) {
                const unsigned bit = static_cast<unsigned>(__builtin_ctzll(bits));
                const unsigned number = ((granule - first) * words_per_granule + w) * 64 + bit;
                const Block block = large ? Block{granule, 0, size_classes} : Block{first, number, 0};
                tell_returned(heap, block, budget);
                block_release(heap, block, budget);
            }
        }
        granule = next;
    }
}

// Their spans may be what is wanted elsewhere, or all that is left.
bool release_recent(Heap &heap, const HeapBudget &budget) {
    bool any = false;
    for (std::atomic<std::uint64_t> &recent : heap.recent)
        if (const std::uint64_t offset = recent.load(std::memory_order_relaxed)) {
            const Block block = find_block(heap, offset);
            recent.store(0, std::memory_order_relaxed);
            block_release(heap, block, budget);
            any = true;
        }
    return any;
}

constexpr std::uint32_t large_page = (2 << 20) / granule_bytes;

// A run that starts at a multiple of 2 MiB: taken longer, then cut at both ends.
std::uint32_t take_aligned(Heap &heap, std::uint32_t length, const HeapBudget &budget) {
    const std::uint32_t first = run_take(heap, length + large_page - 1, budget);
    if (!first) return run_take(heap, length, budget);
    const std::uint64_t number = (reinterpret_cast<std::uintptr_t>(&heap) + heap.offset_of(first)) / granule_bytes;
    const std::uint32_t before = static_cast<std::uint32_t>(-number % large_page);
    const std::uint32_t behind = large_page - 1 - before;
    if (before) run_give(heap, first, before, budget);
    if (behind) run_give(heap, first + before + length, behind, budget);
    heap.map()[first + before].length = length;
    return first + before;
}

std::uint64_t allocate_large(Heap &heap, std::uint64_t bytes, const HeapBudget &budget) {
    if (bytes >= heap.granules * granule_bytes) return 0;
    const std::uint64_t length = (bytes + granule_bytes - 1) / granule_bytes;
    const bool enlarge = budget.enlarge && length >= large_page;
    const std::uint32_t first = (enlarge ? take_aligned : run_take)(heap, static_cast<std::uint32_t>(length), budget);
    if (!first) return 0;
    Granule &run = heap.map()[first];
    run.kind = GranuleKind::large;
    run.first = first;
    set_word(run.free_bits[0], 0);
    for (std::uint32_t g = 1; heap.indexed && g < length; ++g)
        heap.map()[first + g].first = first;
    if (enlarge)
        budget.enlarge(budget.context, heap.offset_of(first), length / large_page * large_page * granule_bytes);
    return heap.offset_of(first);
}

// What data starts at a multiple of.
std::uint64_t data_unit(std::uint64_t region_bytes) {
    return region_bytes < std::uint64_t{256} << 20 ? granule_bytes : large_page * granule_bytes;
}

std::uint64_t granules_in(std::uint64_t region_bytes) {
    if (region_bytes < sizeof(Heap) + 3 * granule_bytes) return 0;
    const std::uint64_t room = region_bytes - sizeof(Heap) - data_unit(region_bytes);
    const std::uint64_t granules = room / (granule_bytes + sizeof(Granule) + sizeof(Returned));
    return granules < 0xffffffff ? granules : 0xffffffff;
}

} // namespace

std::uint64_t heap_data_offset(std::uint64_t region_bytes) {
    const std::uint64_t map_end = sizeof(Heap) + granules_in(region_bytes) * (sizeof(Granule) + sizeof(Returned));
    const std::uint64_t unit = data_unit(region_bytes);
    return (map_end + unit - 1) / unit * unit;
}

Heap *heap_create(void *region, std::uint64_t region_bytes) {
    const std::uint64_t granules = granules_in(region_bytes);
    if (granules < 2) return nullptr;
    Heap *heap = static_cast<Heap *>(region);
    heap->granules = static_cast<std::uint32_t>(granules);
    heap->top = 1;
    heap->data = heap_data_offset(region_bytes);
    return heap;
}

namespace {

std::uint64_t allocate_small(Heap &heap, unsigned c, const HeapBudget &budget) {
    const std::uint32_t span = heap.partial[c] ? heap.partial[c] : span_create(heap, c, budget);
    return span ? block_take(heap, span, c) : 0;
}

// The rest of heap_allocate. Out of line, so that the usual way saves no registers.
[[gnu::noinline]] std::uint64_t allocate_anew(Heap &heap, std::size_t bytes, unsigned c, const HeapBudget &budget) {
    if (heap.returned.load(std::memory_order_relaxed)) collect_returned(heap, budget);
    const auto attempt = [&] {
        return c < size_classes ? allocate_small(heap, c, budget) : allocate_large(heap, bytes, budget);
    };
    if (const std::uint64_t offset = attempt()) return offset;
    return release_recent(heap, budget) ? attempt() : 0;
}

[[gnu::noinline]] FreeResult free_anew(Heap &heap, Block block, const HeapBudget &budget) {
    block_release(heap, block, budget);
    return FreeResult::ok;
}

} // namespace

std::uint64_t heap_allocate(Heap &heap, std::size_t bytes, const HeapBudget &budget) {
    const HeapGuard guard(heap);
    const unsigned c = bytes > largest_small ? size_classes : class_of(bytes);
    if (c == size_classes) return allocate_anew(heap, bytes, c, budget);
    const std::uint64_t recent = heap.recent[c].load(std::memory_order_relaxed);
    if (!recent) return allocate_anew(heap, bytes, c, budget);
    delay_point();
    heap.recent[c].store(0, std::memory_order_relaxed);
    return recent;
}

FreeResult heap_free(Heap &heap, std::uint64_t offset, const HeapBudget &budget) {
    const HeapGuard guard(heap);
    const Block block = find_block(heap, offset);
    if (!block.first) return FreeResult::not_a_block;
    if (is_free(heap, block, offset)) return FreeResult::already_free;
    if (is_returned(heap, block)) return FreeResult::already_free;
    if (block.large() || heap.recent[block.size_class].load(std::memory_order_relaxed))
        return free_anew(heap, block, budget);
    heap.recent[block.size_class].store(offset, std::memory_order_relaxed);
    return FreeResult::ok;
}

std::uint64_t heap_allocate_alone(Heap &heap, std::size_t bytes, const HeapBudget &budget) {
    if (__builtin_expect(bytes - 1 >= largest_small || !heap.bias.enter_quickly(), 0)) return 0;
    const unsigned c = class_of(bytes);
    std::uint64_t offset = heap.recent[c].load(std::memory_order_relaxed);
    if (__builtin_expect(offset != 0, 1))
        heap.recent[c].store(0, std::memory_order_relaxed);
    else
        offset = allocate_anew(heap, bytes, c, budget);
    heap.bias.leave();
    return offset;
}

bool heap_free_alone(Heap &heap, std::uint64_t offset, const HeapBudget &budget) {
    if (__builtin_expect(!heap.bias.enter_quickly(), 0)) return false;
    const Block block = find_block(heap, offset);
    const bool live = block.first && !block.large() && !is_free(heap, block, offset) && !is_returned(heap, block);
    if (live && __builtin_expect(heap.recent[block.size_class].load(std::memory_order_relaxed) == 0, 1))
        heap.recent[block.size_class].store(offset, std::memory_order_relaxed);
    else if (live)
        free_anew(heap, block, budget);
    heap.bias.leave();
    return live;
}

FreeResult heap_free_remotely(Heap &heap, std::uint64_t offset) {
    const Block block = find_block(heap, offset);
    if (!block.first) return FreeResult::not_a_block;
    if (is_free(heap, block, offset)) return FreeResult::already_free;
    const unsigned word = block.number / 64;
    const std::uint32_t granule = block.first + word / words_per_granule;
    Returned &returned = heap.returns()[granule];
    const std::uint64_t bit = std::uint64_t{1} << block.number % 64;
    if (returned.bits[word % words_per_granule].fetch_or(bit, std::memory_order_seq_cst) & bit)
        return FreeResult::already_free;
    delay_point();
    if (returned.queued.exchange(1, std::memory_order_seq_cst)) return FreeResult::ok;
    std::uint32_t head = heap.returned.load(std::memory_order_relaxed);
    do {
        delay_point();
        returned.next.store(head, std::memory_order_relaxed);
    } while (!heap.returned.compare_exchange_weak(head, granule, std::memory_order_release, std::memory_order_relaxed));
    return FreeResult::ok;
}

std::size_t heap_block_size(Heap &heap, std::uint64_t offset) {
    const Block block = find_block(heap, offset);
    if (!block.first || is_free(heap, block, offset)) return 0;
    const Granule &head = heap.map()[block.first];
    return block.large() ? head.length * granule_bytes : classes.info[head.size_class].size;
}

void heap_collect(Heap &heap, const HeapBudget &budget) {
    if (!heap.returned.load(std::memory_order_relaxed)) return;
    const HeapGuard guard(heap);
    collect_returned(heap, budget);
}

std::size_t heap_size_for(std::size_t bytes) {
    if (bytes > largest_small) return (bytes + granule_bytes - 1) / granule_bytes * granule_bytes;
    return bytes ? class_size(class_of(bytes)) : 0;
}

void heap_index(Heap &heap) {
    heap.indexed = true;
}

HeapPlace heap_find_place(Heap &heap, std::uint64_t offset) {
    const std::uint64_t granule = (offset - heap.data) / granule_bytes;
    if (offset < heap.data || granule >= heap.top.load(std::memory_order_relaxed)) return {0, 0, false};
    const Granule *const map = heap.map();
    const Granule &at = map[granule];
    if (at.kind == GranuleKind::span) {
        const ClassInfo &info = classes.info[at.size_class];
        const std::uint64_t begin = heap.offset_of(at.first);
        const std::uint64_t number = (offset - begin) * info.reciprocal >> reciprocal_bits;
        if (number >= info.blocks) return {0, 0, false};
        return {begin + number * info.size, info.size, false};
    }
    const std::uint64_t first = at.kind == GranuleKind::large ? granule : at.first;
    const bool inside =
        first <= granule && map[first].kind == GranuleKind::large && granule - first < map[first].length;
    if (!inside) return {0, 0, false};
    return {heap.offset_of(static_cast<std::uint32_t>(first)), std::uint64_t{map[first].length} * granule_bytes, false};
}

HeapPlace heap_find(Heap &heap, std::uint64_t offset) {
    if (offset < heap.data + granule_bytes) return {0, 0, false};
    const std::uint64_t granule = (offset - heap.data) / granule_bytes;
    if (granule >= heap.top) return {0, 0, false};
    const Granule &at = heap.map()[granule];
    if (at.kind == GranuleKind::span) {
        const ClassInfo &info = classes.info[at.size_class];
        const std::uint64_t number = (offset - heap.offset_of(at.first)) * info.reciprocal >> reciprocal_bits;
        if (number >= info.blocks) return {0, 0, false};
        const Block block{at.first, static_cast<unsigned>(number), at.size_class};
        const std::uint64_t start = heap.offset_of(at.first) + number * info.size;
        return {start, info.size, !is_free(heap, block, start) && !is_returned(heap, block)};
    }
    // An index that an older block left behind names no large block, or one that does not reach
    // this far.
    const std::uint32_t first = at.kind == GranuleKind::large ? static_cast<std::uint32_t>(granule) : at.first;
    const Granule &run = heap.map()[first < heap.top ? first : 0];
    if (run.kind != GranuleKind::large || granule < first || granule - first >= run.length)
        return {heap.offset_of(static_cast<std::uint32_t>(granule)), 0, false};
    const Block block{first, 0, size_classes};
    return {heap.offset_of(first), std::uint64_t{run.length} * granule_bytes, !is_returned(heap, block)};
}

std::uint64_t heap_used_bytes(const Heap &heap) {
    return heap.used.load(std::memory_order_relaxed);
}

HeapStatistics heap_statistics(Heap &heap, const HeapBudget &budget) {
    const HeapGuard guard(heap);
    collect_returned(heap, budget);
    release_recent(heap, budget);
    HeapStatistics result{heap_used_bytes(heap), (heap.top - 1) * granule_bytes, 0};
    for (std::uint32_t run : heap.bins)
        for (; run; run = heap.map()[run].next)
            ++result.free_runs;
    return result;
}

namespace {

// Length of the run at `first`, 0 and a text if it is not well-formed.
std::uint32_t check_run(Heap &heap, std::uint32_t first, const char **what) {
    Granule *map = heap.map();
    const Granule &run = map[first];
    switch (run.kind) {
    case GranuleKind::free:
        if (run.first != first || map[first + run.length - 1].first != first) {
            *what = "ends of a free run";
            return 0;
        }
        return run.length;
    case GranuleKind::large: return run.length;
    case GranuleKind::span: {
        const ClassInfo &info = classes.info[run.size_class];
        unsigned count = 0;
        for (unsigned w = 0; w < info.granules * words_per_granule; ++w)
            count += static_cast<unsigned>(__builtin_popcountll(get_word(free_word(map + first, w))));
        for (unsigned g = 0; g < info.granules; ++g)
            if (map[first + g].kind != GranuleKind::span || map[first + g].first != first) {
                *what = "granules of a span";
                return 0;
            }
        if (count == run.free_blocks) return info.granules;
        *what = "count of free blocks";
        return 0;
    }
    default: *what = "a granule outside any run"; return 0;
    }
}

} // namespace

bool heap_check(Heap &heap, const char **what) {
    const HeapGuard guard(heap);
    std::uint64_t used = 0;
    bool after_free = false;
    for (std::uint32_t granule = 1; granule < heap.top;) {
        const std::uint32_t length = check_run(heap, granule, what);
        if (!length) return false;
        const bool free = heap.map()[granule].kind == GranuleKind::free;
        if (free && after_free) {
            *what = "two free runs touch";
            return false;
        }
        after_free = free;
        if (!free) used += std::uint64_t{length} * granule_bytes;
        granule += length;
        if (granule > heap.top) {
            *what = "a run beyond top";
            return false;
        }
    }
    if (used != heap_used_bytes(heap)) {
        *what = "count of used bytes";
        return false;
    }
    return runs_check(heap, what);
}

} // namespace polder::heap

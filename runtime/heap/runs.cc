// Runs of granules: taking, giving back, merging, and what they cost the budget. The lock of the
// heap is held throughout.
#include "runtime/heap/heap_map.h"

namespace polder::heap {
namespace {

constexpr std::uint32_t discard_run = (1 << 20) / granule_bytes;        // smaller runs are not worth a system call
constexpr std::uint32_t discard_threshold = (64 << 20) / granule_bytes; // free memory a heap keeps for reuse
constexpr unsigned same_bin_tries = 8;

// Bins: 1, 2, 3, then four a doubling; from 4 to 7 still one length each.
unsigned bin_of(std::uint32_t length) {
    if (length < 4) return length;
    const unsigned log = 31 - static_cast<unsigned>(__builtin_clz(length));
    const unsigned bin = 4 * (log - 1) + ((length >> (log - 2)) & 3);
    return bin < bin_count ? bin : bin_count - 1;
}

// First bin all of whose runs are long enough.
unsigned bin_from(std::uint32_t length) {
    const unsigned bin = bin_of(length);
    if (length < 8) return bin;
    const unsigned log = 31 - static_cast<unsigned>(__builtin_clz(length));
    const std::uint32_t least = (4 + ((length >> (log - 2)) & 3)) << (log - 2);
    return length == least ? bin : bin + 1;
}

void mark(Heap &heap, std::uint32_t first, std::uint32_t length, GranuleKind kind) {
    Granule *map = heap.map();
    map[first].kind = map[first + length - 1].kind = kind;
    map[first].first = map[first + length - 1].first = first;
    map[first].length = length;
}

void bin_insert(Heap &heap, std::uint32_t first, std::uint32_t length, std::uint32_t dirty) {
    Granule *map = heap.map();
    const unsigned bin = bin_of(length);
    mark(heap, first, length, GranuleKind::free);
    map[first].dirty = dirty;
    map[first].previous = 0;
    map[first].next = heap.bins[bin];
    if (heap.bins[bin]) map[heap.bins[bin]].previous = first;
    heap.bins[bin] = first;
    heap.bin_bits[bin / 64] |= std::uint64_t{1} << bin % 64;
    heap.dirty += dirty;
}

// Leaves kind none at both ends.
void bin_remove(Heap &heap, std::uint32_t first) {
    Granule *map = heap.map();
    const Granule &run = map[first];
    const unsigned bin = bin_of(run.length);
    if (run.previous)
        map[run.previous].next = run.next;
    else
        heap.bins[bin] = run.next;
    if (run.next) map[run.next].previous = run.previous;
    if (!heap.bins[bin]) heap.bin_bits[bin / 64] &= ~(std::uint64_t{1} << bin % 64);
    heap.dirty -= run.dirty;
    map[first].kind = map[first + run.length - 1].kind = GranuleKind::none;
}

std::uint32_t find_fit(Heap &heap, std::uint32_t length) {
    unsigned bin = bin_from(length);
    for (unsigned word = bin / 64; bin < bin_count && word < (bin_count + 63) / 64; ++word, bin = word * 64) {
        const std::uint64_t bits = heap.bin_bits[word] >> bin % 64;
        if (bits) return heap.bins[bin + static_cast<unsigned>(__builtin_ctzll(bits))];
    }
    // The bin of the length itself also holds shorter ones: look at a few.
    std::uint32_t run = heap.bins[bin_of(length)];
    for (unsigned i = 0; run && i < same_bin_tries; ++i, run = heap.map()[run].next)
        if (heap.map()[run].length >= length) return run;
    return 0;
}

std::uint32_t cut(Heap &heap, std::uint32_t first, std::uint32_t length) {
    const std::uint32_t whole = heap.map()[first].length;
    const std::uint32_t dirty = heap.map()[first].dirty;
    bin_remove(heap, first);
    if (whole > length) bin_insert(heap, first + length, whole - length, dirty > length ? dirty - length : 0);
    return first;
}

// From above top, together with the free run that ends there.
std::uint32_t take_above(Heap &heap, std::uint32_t length, const HeapBudget &budget) {
    Granule *map = heap.map();
    const std::uint32_t top = heap.top.load(std::memory_order_relaxed);
    const std::uint32_t first = map[top - 1].kind == GranuleKind::free ? map[top - 1].first : top;
    if (length > heap.granules - first) return 0;
    if (budget.reach && !budget.reach(budget.context, heap.offset_of(first + length))) return 0;
    if (first != top) bin_remove(heap, first);
    heap.top.store(first + length, std::memory_order_relaxed);
    return first;
}

bool charge(Heap &heap, std::uint64_t bytes, const HeapBudget &budget) {
    const std::uint64_t used = heap.used.load(std::memory_order_relaxed) + bytes;
    if (used > heap.granted) {
        const std::uint64_t exact = used - heap.granted;
        const std::uint64_t rounded = (exact + budget.quantum - 1) / budget.quantum * budget.quantum;
        if (budget.take(budget.context, rounded))
            heap.granted += rounded;
        else if (budget.take(budget.context, exact))
            heap.granted += exact;
        else
            return false;
    }
    heap.used.store(used, std::memory_order_relaxed);
    return true;
}

void discharge(Heap &heap, std::uint64_t bytes, const HeapBudget &budget) {
    const std::uint64_t used = heap.used.load(std::memory_order_relaxed) - bytes;
    heap.used.store(used, std::memory_order_relaxed);
    if (heap.granted - used < 4 * budget.quantum) return;
    const std::uint64_t surplus = heap.granted - used - budget.quantum;
    budget.give(budget.context, surplus);
    heap.granted -= surplus;
}

} // namespace

std::uint32_t run_take(Heap &heap, std::uint32_t length, const HeapBudget &budget) {
    const std::uint64_t bytes = std::uint64_t{length} * granule_bytes;
    if (length >= heap.granules || !charge(heap, bytes, budget)) return 0;
    const std::uint32_t fit = find_fit(heap, length);
    const std::uint32_t first = fit ? cut(heap, fit, length) : take_above(heap, length, budget);
    if (!first) {
        discharge(heap, bytes, budget);
        return 0;
    }
    heap.map()[first].length = length;
    return first;
}

void run_give(Heap &heap, std::uint32_t first, std::uint32_t length, const HeapBudget &budget) {
    Granule *map = heap.map();
    discharge(heap, std::uint64_t{length} * granule_bytes, budget);
    std::uint32_t dirty = length;
    if (map[first - 1].kind == GranuleKind::free) {
        const std::uint32_t before = map[first - 1].first;
        length += map[before].length;
        dirty += map[before].dirty;
        bin_remove(heap, before);
        first = before;
    }
    const std::uint32_t behind = first + length;
    if (behind < heap.top && map[behind].kind == GranuleKind::free) {
        length += map[behind].length;
        dirty += map[behind].dirty;
        bin_remove(heap, behind);
    }
    if (length >= discard_run && heap.dirty + dirty > discard_threshold) {
        budget.discard(budget.context, heap.offset_of(first), std::uint64_t{length} * granule_bytes);
        dirty = 0;
    }
    bin_insert(heap, first, length, dirty);
}

bool runs_check(Heap &heap, const char **what) {
    Granule *map = heap.map();
    std::uint32_t dirty = 0;
    for (unsigned bin = 0; bin < bin_count; ++bin) {
        const bool bit = heap.bin_bits[bin / 64] >> bin % 64 & 1;
        if (bit != (heap.bins[bin] != 0)) {
            *what = "bit of a bin";
            return false;
        }
        std::uint32_t previous = 0;
        for (std::uint32_t run = heap.bins[bin]; run; previous = run, run = map[run].next) {
            if (map[run].kind != GranuleKind::free || map[run].first != run) {
                *what = "a run in a bin is not free";
                return false;
            }
            if (map[run].previous != previous) {
                *what = "links of a bin";
                return false;
            }
            if (bin_of(map[run].length) != bin) {
                *what = "length of a free run";
                return false;
            }
            dirty += map[run].dirty;
        }
    }
    return dirty == heap.dirty ? true : (*what = "count of dirty granules", false);
}

} // namespace polder::heap

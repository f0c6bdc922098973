// The insides of a heap, shared by heap.cc (small blocks, the interface) and runs.cc (runs of
// granules). See heap.h for vocabulary.
//
// Region: Heap, Granule[granules], Returned[granules], data. Offsets count from the Heap; granule
// g's memory is at data + g * 4096.
//
// Invariants, whenever the lock is free. Held by tests/unit/runtime/heap.cc.
//   1. Every granule below `top` (but 0) is in exactly one run. No two free runs touch.
//   2. The first and the last granule of a free run are of kind `free`. The first of a large block
//      is `large`. All of a span are `span`. All others are `none`, so a kind never tells of an
//      older life of the memory.
//   3. A span with a free block is in the list of its class.
//   4. A recent block has no free bit, and counts as free all the same (is_free).
#pragma once

#include "runtime/core/biased_lock.h"
#include "runtime/heap/heap.h"

namespace polder::heap {

enum class GranuleKind : std::uint8_t { none, free, large, span };

inline constexpr unsigned words_per_granule = 4; // 256 blocks of 16 bytes

struct alignas(64) Granule {
    // Span: bit set, block free. Large: bit 0 of the first granule clear.
    std::atomic<std::uint64_t> free_bits[words_per_granule];
    std::uint32_t first;  // span, free: number of the run's first granule
    std::uint32_t length; // first granule of a run: granules in it
    std::uint32_t next;   // in the list of a bin or class
    std::uint32_t previous;
    std::uint32_t dirty;       // free: granules that may hold memory
    std::uint16_t free_blocks; // span
    std::uint16_t hint;        // span: no word of free bits before this one is set
    GranuleKind kind;
    std::uint8_t size_class; // every granule of a span
};
static_assert(sizeof(Granule) == 64);

struct alignas(64) Returned {
    std::atomic<std::uint64_t> bits[words_per_granule]; // as free_bits: blocks freed by others than the owner
    std::atomic<std::uint32_t> queued;                  // in the list of the heap
    std::atomic<std::uint32_t> next;
};

inline constexpr unsigned bin_count = 4 * 28;

struct alignas(64) Heap {
    std::atomic<std::uint32_t> lock;
    std::uint32_t granules;         // in the region, with number 0
    std::atomic<std::uint32_t> top; // first granule never used; remote frees look at it
    std::uint32_t dirty;            // granules in free runs that may hold memory
    std::uint64_t data;             // offset of granule 0
    std::atomic<std::uint64_t> used;
    std::uint64_t granted;               // bytes taken from the budget
    bool indexed;                        // `first` of every granule of a large block is the block's first
    std::uint32_t partial[size_classes]; // spans with free blocks
    std::uint32_t bins[bin_count];
    std::uint64_t bin_bits[(bin_count + 63) / 64];
    BiasedLock bias; // see guard.h
    // A block of each class that has been freed, 0: none; remote frees look at it.
    std::atomic<std::uint64_t> recent[size_classes];
    alignas(64) std::atomic<std::uint32_t> returned; // list of granules with returned blocks

    Granule *map() { return reinterpret_cast<Granule *>(this + 1); }
    Returned *returns() { return reinterpret_cast<Returned *>(map() + granules); }
    std::uint64_t offset_of(std::uint32_t granule) const { return data + std::uint64_t{granule} * granule_bytes; }
};

// A run of `length` granules, taken out of the bins or from above top; 0 if there is none. The
// caller sets kinds.
std::uint32_t run_take(Heap &heap, std::uint32_t length, const HeapBudget &budget);
// Frees a run whose granules all have kind none.
void run_give(Heap &heap, std::uint32_t first, std::uint32_t length, const HeapBudget &budget);
// Bins agree with the map; for heap_check.
bool runs_check(Heap &heap, const char **what);

} // namespace polder::heap

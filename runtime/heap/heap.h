// Heap: an allocator for one region of shared memory, used by many processes at once. Everything it
// knows lies in the region itself, addressed by offsets, and apart from the blocks it gives out. So
// writing past a block cannot damage it.
//
// Vocabulary.
//   granule   4096 bytes of the region. A map holds 64 bytes of book-keeping for each, reached by
//             number; number 0 is never given out
//   run       consecutive granules: free, one large block, or a span
//   span      a run cut into blocks of one size class. A bit each says whether a block is free, so
//             a wrong or second free is seen
//   class     40 sizes: multiples of 16 up to 128, then four a doubling up to 32 KiB. Larger blocks
//             are runs of their own
//   owner     the thread that allocates from the heap. The heap of upc_global_alloc has none: then
//             everybody takes the lock. An owner takes it only when several of its system threads
//             use the heap (guard.h)
//   recent    a freed block of each class that the next request of that class gets. Programs mostly
//             free what they allocated last, and so neither looks at spans
//   returned  blocks freed by others than the owner: bits in a second map. Their granules form a
//             list that the owner empties. A remote free takes no lock and does not touch the block
//
// Free runs are kept in bins by length (four a doubling) and merge with free neighbours at once.
// Memory of free runs goes back to the system when much of it has gathered. Blocks are 16-byte
// aligned. Those of 64 bytes and more are 64-byte aligned if their size is a multiple of it; those
// of more than 256 bytes always are.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace polder::heap {

inline constexpr std::size_t granule_bytes = 4096;
inline constexpr std::size_t largest_small = 32768;
inline constexpr unsigned size_classes = 40;

// What a heap must ask before it takes more memory, and tell when it needs less. It asks for
// multiples of the quantum while it can.
struct HeapBudget {
    std::uint64_t quantum;
    bool (*take)(void *context, std::uint64_t bytes);
    void (*give)(void *context, std::uint64_t bytes);
    // The memory of [offset, offset + bytes) of the region is not needed at present: return it to
    // the system.
    void (*discard)(void *context, std::uint64_t offset, std::uint64_t bytes);
    // A new block of 2 MiB or more at a multiple of 2 MiB: give it large pages. Null: nobody asked
    // for them.
    void (*enlarge)(void *context, std::uint64_t offset, std::uint64_t bytes);
    void *context;
    // The region will be used up to this offset, for the first time: false if that is not possible.
    // Null: it always is.
    bool (*reach)(void *context, std::uint64_t end) = nullptr;
    // A block that somebody else has freed comes back to the owner. Null: nobody asks.
    void (*returned)(void *context, std::uint64_t offset, std::uint64_t bytes) = nullptr;
};

enum class FreeResult { ok, not_a_block, already_free };

struct HeapStatistics {
    std::uint64_t used_bytes; // in runs that are not free
    std::uint64_t top_bytes;  // of the region's data ever used
    std::uint64_t free_runs;
};

struct Heap; // lies at the start of its region

// Where the blocks begin in a region, behind the book-keeping: a multiple of 2 MiB in a large
// region.
std::uint64_t heap_data_offset(std::uint64_t region_bytes);

// Sets up a heap in zeroed memory: `region` is 4096-byte aligned. Null if there is no room for a
// single granule.
Heap *heap_create(void *region, std::uint64_t region_bytes);

// The calling system thread will use the heap mostly, or alone, so that should cost it least. The
// heap is new, and one process uses it.
void heap_bias(Heap &heap);

// Offset from the heap of a block of at least `bytes` (> 0) bytes, 0 if there is no room or the
// budget says no. The owner or, if the heap has none, anyone.
std::uint64_t heap_allocate(Heap &heap, std::size_t bytes, const HeapBudget &budget);
// The same callers.
FreeResult heap_free(Heap &heap, std::uint64_t offset, const HeapBudget &budget);
// Any other thread.
FreeResult heap_free_remotely(Heap &heap, std::uint64_t offset);

// The same by the owner whom heap_bias names, mostly in few instructions. A block that fits where
// the last one was freed takes no call, loop, fence or locked instruction. Any number of bytes, any
// offset. 0 and false: nothing was done, and the functions above do it or say why not.
std::uint64_t heap_allocate_alone(Heap &heap, std::size_t bytes, const HeapBudget &budget);
bool heap_free_alone(Heap &heap, std::uint64_t offset, const HeapBudget &budget);

// What a block of so many bytes takes of a heap.
std::size_t heap_size_for(std::size_t bytes);
// Takes back what others have freed; the owner, who does it anyway when it needs memory.
void heap_collect(Heap &heap, const HeapBudget &budget);

// Bytes the block at this offset can hold; 0 if there is none.
std::size_t heap_block_size(Heap &heap, std::uint64_t offset);

// From now on the heap can tell large blocks by any of their bytes (heap_find). The heap is new.
void heap_index(Heap &heap);
// The block around an offset, in a heap with an index. Takes no lock: right for blocks that nobody
// frees meanwhile.
struct HeapPlace {
    std::uint64_t start; // 0: no block
    std::uint64_t bytes; // of a free run 0
    bool live;
};
HeapPlace heap_find(Heap &heap, std::uint64_t offset);
// The same without asking whether the block is live, which is left open.
HeapPlace heap_find_place(Heap &heap, std::uint64_t offset);

// Takes the lock, frees what others returned, counts. For tests and limits.
HeapStatistics heap_statistics(Heap &heap, const HeapBudget &budget);
// A moment's value without the lock.
std::uint64_t heap_used_bytes(const Heap &heap);
// Takes the lock and walks through everything; false with a text if the book-keeping contradicts
// itself. For tests.
bool heap_check(Heap &heap, const char **what);

} // namespace polder::heap

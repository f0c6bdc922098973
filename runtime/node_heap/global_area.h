// Global area: the last part of each segment. Any thread of the job allocates there, for another
// thread, without that thread's processor (runtime/alloc/global.h). The design is that of an
// asynchronous global heap: two words say how far both sides have come.
//
//   local heap, upwards ->          | free |         <- global area, downwards | control |
//   local_begin                  limit    break                               top    local_end
//
// From *top* the area goes down; behind it lies a page with the control words. The *break*, `gbrk`,
// says how many bytes below top are handed out, the *limit*, `glimit`, how many may be. The local
// heap ends at the limit.
//
// The area can be touched from the start of the job, at no cost before it is. What it may take is
// set aside of the memory of the machine, as nobody could ask the node later.
//
// Rules.
//   1. Only the holder of the lock reads both words or changes one. The thread of the segment alone
//      changes the limit, and only makes it smaller; so it reads the limit without the lock.
//   2. The lock is taken by compare-and-swap, of the processor on the node, of the conduit
//      elsewhere. Both exclude each other (caps.coherent_atomics).
//   3. What a holder has written can be seen before the lock is free. On the node the release says
//      so; elsewhere the order of puts, or a wait for them (runtime/alloc/global.cc).
//
// Invariant: break <= limit. Each change of a word happens under the lock, behind a look at the
// other one (1). By 2 and 3 the look finds what the last holder left. Held by
// tests/unit/runtime/alloc/global_heap.cc and global_heap_delays.cc.
#pragma once

#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace polder::node_heap {

inline constexpr std::uint64_t global_control_bytes = 4096;
inline constexpr std::uint64_t global_unit = 64; // sizes and places in the area are multiples

// ---- size classes: 1 to 8 units, then four a doubling up to 2^24 units ----

inline constexpr unsigned global_classes = 92;
inline constexpr std::uint64_t global_largest = global_unit << 24;

// Of a block of so many bytes, 1 to global_largest.
constexpr unsigned global_class(std::uint64_t bytes) {
    const std::uint64_t units = (bytes + global_unit - 1) / global_unit;
    if (units <= 8) return units ? static_cast<unsigned>(units) - 1 : 0;
    const unsigned shift = 61 - static_cast<unsigned>(__builtin_clzll(units - 1));
    return 8 + (shift - 1) * 4 + static_cast<unsigned>(((units - 1) >> shift) - 4);
}
constexpr std::uint64_t global_class_bytes(unsigned number) {
    if (number < 8) return (number + 1) * global_unit;
    return ((number - 8) % 4 + 5) * global_unit << ((number - 8) / 4 + 1);
}

// In front of each block of the area.
struct GlobalBlock {
    std::uint64_t proof;  // which says that a block is here
    std::uint64_t number; // of its class
    std::uint64_t live;
    std::uint64_t next; // of a free block: the next one of its class, as below; 0: none
    std::uint64_t unused[4];
};
static_assert(sizeof(GlobalBlock) == global_unit);

// A block is named by the bytes from its GlobalBlock to top.
struct GlobalControl {
    std::uint64_t lock; // 0: free; else the holder + 1
    std::uint64_t gbrk;
    std::uint64_t glimit;
    std::uint64_t unused[5];
    std::uint64_t free[global_classes];
};
static_assert(sizeof(GlobalControl) <= global_control_bytes);

inline bool global_area_exists() {
    return node_range.global_begin != node_range.local_end;
}
// Offset in a segment.
inline std::uint64_t global_top() {
    return node_range.local_end - global_control_bytes;
}
inline GlobalControl &global_control(unsigned thread_of_node) {
    return *reinterpret_cast<GlobalControl *>(static_cast<char *>(segment_of(thread_of_node)) + global_top());
}
inline std::atomic_ref<std::uint64_t> global_word(std::uint64_t &word) {
    return std::atomic_ref<std::uint64_t>(word);
}

// The leader, before other processes of the node or other nodes can ask: all areas are empty, and
// may take so many bytes each.
void global_areas_start(std::uint64_t bytes_each);

// On the node. False: somebody else has the lock.
bool global_try_lock(GlobalControl &control);
void global_unlock(GlobalControl &control);

// The bytes of the local heap that end in front of the calling thread's limit, from local_begin.
std::uint64_t global_local_room();
// Of the calling thread: makes the limit smaller, so that the local heap may use its region up to
// `end`. False: that memory is handed out, or nobody gave the lock back for a while. Not under the
// lock of a heap: it polls the network, which the holder may need.
bool global_limit_lower(std::uint64_t end);

} // namespace polder::node_heap

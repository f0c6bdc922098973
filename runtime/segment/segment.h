// Node range: the virtual addresses at which the segments of all threads of this node lie. They lie
// in thread order, at the same addresses in every process of the node. In a one-node job these are
// the global addresses themselves. In one of several nodes they are `node_shift` less
// (docs/design/several-nodes.md). A *near* address is a global one of this node.
//
// One memory object backs the whole range, sparse, mapped by every process when it starts. Memory
// is taken when it is touched. What can be touched grows with the heaps (growth.h). The object has
// no name from its first moment or at most for one: whatever is killed, the kernel frees it with
// its last user.
//
// A segment, from its start (the same layout in every segment):
//   control     kept for state of the runtime that needs an address common to all processes
//   static      static shared objects of the program
//   symmetric   heap of upc_all_alloc and upc_global_alloc: a block lies at the same offset in
//               every segment
//   shadow      in checked jobs: which bytes of the segment are in a live block
//               (runtime/node_heap/shadow.h)
//   local       heap of upc_alloc
//   global      what others allocate for the thread (runtime/node_heap/global_area.h)
//
// Invariants. No process of the node maps anything else in the range; it is never given back. The
// layout is the same in all segments of the job, also where nodes have different memory. A node's
// address is decided by its leader and taken over by its others. Only node_range.cc knows how the
// address was found (address randomisation, sanitizers and debuggers may occupy parts of the
// address space). Held by tests/unit/runtime/node_range.cc and nodes_sync.cc.
#pragma once

#include "base/status.h"
#include "runtime/core/job.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder {

enum class MemoryKind : std::uint32_t {
    memfd, // anonymous memory of the kernel: no mount, no name, no size limit but the machine's
    posix, // unnamed file in /dev/shm
    sysv,  // System V segment, marked for removal as soon as it is attached
    file,  // unnamed file in a directory of the user's choice
};
const char *memory_kind_name(MemoryKind kind);

struct SegmentOptions {
    const char *segment = nullptr; // memfd, posix, sysv, file, file:DIRECTORY; null: memfd
    bool huge = false;             // ask for large pages
    std::uint64_t shared_heap = 0; // limit in bytes a thread; 0: the machine's memory
    const char *domains = "owner"; // owner, interleave, touch (domains.h)
};

// In the launcher, before it forks, or in a program that runs alone. Makes the memory object, empty
// yet, and notes it and what the options say in the block (`memory`). Where it returns bad_argument
// or system_error it leaves a text in `error`: what, why, hint.
Status segment_create(ControlBlock &block, const SegmentOptions &options, char *error, std::size_t error_size);

// For a process that did not inherit the memory object but was sent it: its descriptor here. Before
// segment_attach.
void segment_use_descriptor(int fd);

// Every process, once, before its threads start. Finds the address and maps the range. Fills
// polder_job (base, shift, first, length, node_shift, one_node) and the block's node_first,
// node_length, segment_base, segment_shift. Uses boot_barrier() and boot_exchange(). Errors end the
// job. has_shadow: the job is checked.
void segment_attach(std::size_t static_bytes, bool has_shadow);

// Where static shared data begins in each segment: zero-filled, 4096-byte aligned.
constexpr std::size_t segment_static_offset() {
    return 64 * 1024;
}

// Offsets in a segment, and where the range is; filled by segment_attach.
struct NodeRange {
    std::uintptr_t base; // virtual
    unsigned shift;
    unsigned first;   // of the node
    unsigned threads; // of the node
    std::uint64_t static_end;
    std::uint64_t symmetric_begin; // book-keeping
    std::uint64_t symmetric_data;  // blocks
    std::uint64_t symmetric_end;
    std::uint64_t shadow_begin;   // numbers
    std::uint64_t shadow_entries; // up to local_begin
    std::uint64_t local_begin;
    std::uint64_t local_data;
    std::uint64_t global_begin; // of the last part of the local heap, which others allocate in
    std::uint64_t local_end;
    std::uint64_t heap_limit; // bytes a thread
    MemoryKind kind;
    bool huge;
    bool grows;     // the object is only as long as the heaps have reached
    int descriptor; // kept for growth and for asking how much room the file system has; -1: neither
};
extern NodeRange node_range;

// Of a thread of this node.
inline void *segment_of(unsigned thread) {
    return reinterpret_cast<void *>(node_range.base +
                                    (static_cast<std::uintptr_t>(thread - node_range.first) << node_range.shift));
}
// Virtual addresses.
inline bool in_node_range(std::uintptr_t address) {
    return address - node_range.base < (static_cast<std::uintptr_t>(node_range.threads) << node_range.shift);
}

// ---- global addresses ----

inline bool ga_is_near(polder_ga ga) {
    return ga - polder_job.first < polder_job.length;
}
// Memory outside of the segments that a thread has registered: runtime/directory/entries.h. Never
// near, and never shared in the sense of ga_is_shared.
inline bool ga_is_registered(polder_ga ga) {
    return ga >> 61 == 5;
}
// Of any thread of the job.
inline bool ga_is_shared(polder_ga ga) {
    return ga - polder_job.base < polder_job.threads << polder_job.shift;
}
inline unsigned ga_thread(polder_ga ga) {
    return static_cast<unsigned>((ga - polder_job.base) >> polder_job.shift);
}
inline std::uint64_t ga_offset(polder_ga ga) { // in its segment
    return (ga - polder_job.base) & ((std::uint64_t{1} << polder_job.shift) - 1);
}
inline polder_ga ga_of_segment(unsigned thread) { // of any
    return polder_job.base + (polder_ga{thread} << polder_job.shift);
}
// A near address as a pointer, and back.
inline void *near_pointer(polder_ga ga) {
    return reinterpret_cast<void *>(ga - polder_job.node_shift);
}
inline polder_ga ga_of_pointer(const void *near) {
    return reinterpret_cast<polder_ga>(near) + polder_job.node_shift;
}

// Backs [at, at + bytes), multiples of 2 MiB, with large pages where the kernel can (MADV_COLLAPSE,
// Linux 6.1). Takes the memory now. The contents stay as they are. False: not all of it.
bool use_large_pages(void *at, std::uint64_t bytes);

// For a crash: the shared memory of this process's threads goes into the core file, if there is
// one. Safe in signal handlers.
void segment_into_core_file();

// "local heap of thread 2, offset 0x..." of a global address; false if it is none.
bool segment_describe(polder_ga ga, char *text, std::size_t size);

// Bytes this machine, or the control group it puts the job in, lets it have; 0: unknown.
std::uint64_t machine_memory_limit();

} // namespace polder

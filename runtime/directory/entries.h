// The directory: memory outside the segments that threads have registered, so that others reach it.
//
// Vocabulary.
//   entry      one registered range: where it begins, its length, its generation. It lies in the
//              control area of its owner's segment, so each process of the node reads it
//   partition  the entries of one thread, or ALL: those that all threads made together, each for a
//              *piece* of its own
//   handle     names an entry in the job: thread, index, generation. It is a number of 64 bits and
//              the address of the first byte; handle + n is the address of byte n. In ALL it names
//              the pieces of all threads, and is the address of thread 0's
//
// Addresses of registered memory are apart from all others: their first three bits are 101. So the
// test for memory of this node fails for them, and what is near costs nothing more. Behind these
// come thread, index, generation and offset, with as many bits for the thread as the job needs. The
// indices from `own_entries` on are the partition ALL.
//
// Generations. An entry counts up when it is given and when it is taken back; it is odd while it is
// in use. An address has six bits of half that count. So one that is used after its memory was
// deregistered is noticed until the entry was used 64 times more. Free entries are taken in turn.
//
// The partition ALL has the same index and generation in all threads, and no thread asks another:
//   1. All threads enter and remove in the same order, as these calls are collective.
//   2. The next index and its generation follow from the calls before alone.
//
// Threads. One writer: the owner, under its own lock. Others of the node read:
//   1. The owner writes base, bytes and process, then the odd generation with release.
//   2. A reader reads the generation with acquire, and finds these as they were written.
//   3. It reads the generation again behind them. If that is the same, all belong together.
#pragma once

#include "conduits/conduit.h"
#include "runtime/segment/segment.h"

namespace polder::directory {

inline constexpr unsigned index_bits = 9;
inline constexpr unsigned generation_bits = 6;
inline constexpr unsigned own_entries = 1u << (index_bits - 1);
inline constexpr unsigned all_entries = own_entries;                  // of the partition ALL
inline constexpr unsigned thread_entries = own_entries + all_entries; // in a control area

struct Handle {
    unsigned thread;
    unsigned index;
    unsigned generation;
    std::uint64_t offset;
};
unsigned offset_bits(); // of an address, in this job
polder_ga handle_address(const Handle &handle);
Handle handle_of(polder_ga address);               // that ga_is_registered
inline polder_ga handle_begin(polder_ga address) { // of the first byte
    return address & ~((polder_ga{1} << offset_bits()) - 1);
}
// Of the partition ALL.
inline bool handle_is_of_all(polder_ga address) {
    return handle_of(address).index >= own_entries;
}
// The same byte of the piece of another thread.
polder_ga handle_on(polder_ga address, unsigned thread);
polder_ga handle_thread_bits(); // those in which the pieces of threads differ

struct alignas(cache_line) DirectoryEntry {
    std::atomic<std::uint32_t> generation;
    std::atomic<std::uint32_t> process; // of its node
    std::atomic<std::uint64_t> base;    // in that process
    std::atomic<std::uint64_t> bytes;
};

// Of a thread of this node.
DirectoryEntry &directory_entry(unsigned thread, unsigned index);

// What lies at an address whose owner is of this node.
struct Registered {
    unsigned process;
    void *at; // in that process
};
// False: it is not registered, not any more, or not so many bytes.
bool directory_find(polder_ga address, std::uint64_t bytes, Registered *found);

// The owner's. 0: all entries are in use. The memory is registered from then on.
polder_ga directory_enter(unsigned thread, void *base, std::uint64_t bytes);
// The same in the partition ALL: the address of this thread's piece, which may have no bytes.
polder_ga directory_enter_all(unsigned thread, void *base, std::uint64_t bytes);
// Nobody finds it any more. False: it was not registered.
bool directory_remove(polder_ga handle);

} // namespace polder::directory

// Snapshot: the registers of an interrupted thread and the top of its stack, copied into the
// control block by a signal handler of the thread. With these and the map of the process the
// launcher's unwinder finds the callers. So no code that may lock, allocate or loop runs in a
// process that is dying, and the process may be gone by then.
//
// A node has two. One is of the crash or error that ends the job, written by the thread that has
// claimed the end. One is of the thread that the launcher asks where it is (one at a time).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace polder::fault {

struct Snapshot {
    static constexpr std::size_t stack_room = 512 << 10;
    static constexpr unsigned register_count = 32;

    std::atomic<std::uint32_t> sequence;     // counts finished ones: what the launcher waits for
    std::uint64_t registers[register_count]; // by their numbers in DWARF
    std::uint64_t pc;
    std::uint64_t stack; // the address of stack_copy[0]
    std::atomic<std::uint64_t> stack_bytes;
    unsigned char stack_copy[stack_room]; // pages that nobody writes to take no memory
};

struct SnapshotArea {
    Snapshot ending;
    Snapshot asked;
};

// `context`: the ucontext_t of a signal handler, or of getcontext in a function that is not left
// meanwhile. Async-signal-safe; needs some hundred bytes of stack.
void snapshot_take(Snapshot &snapshot, const void *context);

std::uint64_t context_pc(const void *context);
std::uint64_t context_stack(const void *context); // stack pointer

} // namespace polder::fault

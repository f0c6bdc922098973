// Loops that wait for something nobody wakes them for: a signal, a word of a program, messages. The
// loop looks, and calls one of the two below when it has found nothing.
//
// A loop spins first, then gives way (give_way.h). It goes on giving way in every turn, as long as
// the calls keep coming, where threads share cores or are beside strangers. Elsewhere it does so
// now and then (rule G6).
//
// Loops that work. A program calls upc_poll, shmem_test or polder_progress in two kinds of loops.
// One kind waits. The other works, and polls now and then what has come. Nothing in a call tells
// them apart. To give way costs a loop that works a change of threads in each turn. So its turns
// are paced:
//   P1 The loop keeps its core for a share of the time that has passed since it first gave way: one
//      `kept_share`-th, at most `kept_most_ns`. Only then it gives way again.
//   P2 A call that finds something, or that comes `same_loop_ns` after the one before it, begins a
//      new loop.
// Let somebody become able to run after a time T. A thread that polls keeps the core from it for
// T / kept_share at most. A loop that works soon gives way every kept_most_ns only, a few times
// what a yield takes.
//
// Several system threads of one UPC thread may be in such loops at once (OpenMP workers, pthreads).
// The state of a loop is that of its system thread, so no two threads touch it. If they shared it,
// a thread that gives way would be taken for all of them, and the others would keep their cores.
#pragma once

#include <cstdint>

namespace polder::sync {

inline constexpr std::int64_t same_loop_ns = 20000;
inline constexpr std::int64_t kept_share = 32;
inline constexpr std::int64_t kept_most_ns = 10000;

// A turn of a loop that does nothing but wait.
void spin_turn();
// A turn of a loop that may work between its calls.
void poll_turn();
// The loop has found something, such as a message: more may come at once. So the next turns do not
// even pause.
void spin_again();

} // namespace polder::sync

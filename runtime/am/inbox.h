// Inbox: where other processes of the node put messages for one process; its layout in the control
// block.
//
//   requests   ring of cells; any number of producers, refuses when full
//   replies    ring of the same kind, never full
//   lanes      lines in which a request's reply takes the way back: for round trips, see lane.h
//   slabs      buffers for medium payloads that are too long for cells: of requests that this
//              process sends, and of replies that it gets
//   returned   requests of this process that ended without a reply, counted by those who ran them
//   parked     how many threads of the process sleep. Where they sleep is in slots behind all
//              inboxes, one a thread
//
// Cells. A message takes one to three neighbouring cells of a line each. Word 0 of the first one is
// the *number* under which the receiver expects it: its ticket + 1. Word 0 of the others is left
// alone. So it is always an old number, never user data, and cannot be taken for a coming one. The
// other words hold header, threads, arguments and what comes behind them.
//
// Invariant (a cell is not written before it was read). Held by tests/unit/runtime/am/am_delays.cc.
//
// Requests.
//   1. A producer claims tickets [t, t + n) only if t + n <= head + cells, with a head that it has
//      read with acquire.
//   2. The consumer stores head with release after it has copied the cells out. So a claimed cell
//      has been read.
//   3. `seen` beside tail is a copy of some head, so that producers seldom touch the consumer's
//      line. It is read with acquire, and stored with release by whoever read a head: it carries
//      the same happens-before.
//   4. An older value of `seen` only refuses earlier. It is read anew before a producer refuses.
//
// Replies. Nobody asks. There are credits = cells / 3. A request holds a *credit* of its process
// from before it is sent. The credit comes back when the reply was copied out of the ring, or when
// `returned` says that there is none. Lanes in other inboxes count as credits that are always held:
// each has at most one request under way.
//   1. Let a reply claim ticket t. Let m0 ... mk be the replies, in the order of their tickets,
//      that hold the cells t - cells ... t; mk holds that of t.
//   2. These are cells + 1 cells, at most three a message. So k + 1 > credits.
//   3. Of their requests, let l be the one that took its credit last. It could not have got one had
//      all others still held theirs. So one of them, mi, had given its credit back: mi was
//      consumed.
//   4. The ring is consumed in order. So m0 was consumed, too, before l took its credit.
//   5. That happens before l's request, and so before l's reply claimed its ticket. If l is k we
//      are there.
//   6. Otherwise l's claim comes before k's in the order of tail, whose read-modify-writes are
//      acquire and release.
//   7. In either case m0 was copied out before mk is written. A request without a reply writes no
//      cell.
//
// Invariant (no message sleeps). The same Dekker argument as in runtime/sync/wait.h. Held by
// tests/unit/runtime/am/am_delays.cc (sleepers).
//
//   a thread about to sleep       a sender
//   P1 note where                 M1 publish
//   P2 parked += 1                M2 fence
//   P3 read the event             M3 read parked
//   P4 fence                      M4 if not 0: increment the events of all who noted a place, wake
//   P5 look into the rings
//   P6 sleep if the event is as at P3
//
//   1. M3 sees P2, or P5 sees M1.
//   2. In the first case M4 increments the event. If that comes before P3, it brings the message
//      with it; if it comes after, P6 does not sleep.
//
// Memory: am_area_size below; linear in processes and threads. Pages nobody touches cost nothing.
#pragma once

#include "runtime/am/am.h"
#include "runtime/core/job.h"

namespace polder::am {

inline constexpr unsigned ring_cells = 256; // a power of two
inline constexpr unsigned message_cells = 3;
inline constexpr unsigned lanes = 16;                                      // of an inbox; of a process in others
inline constexpr unsigned am_credits = ring_cells / message_cells - lanes; // of requests by the rings
inline constexpr unsigned cell_words = 7;
inline constexpr unsigned body_words = message_cells * cell_words - 2; // behind header and threads
static_assert(body_words == am_max_arguments + am_inline_bytes(am_max_arguments) / sizeof(std::uint64_t));

struct alignas(cache_line) Cell {
    std::atomic<std::uint64_t> number;
    std::uint64_t word[cell_words];
};
static_assert(sizeof(Cell) == cache_line);

struct Ring {
    alignas(cache_line) std::atomic<std::uint64_t> tail; // next ticket. Producers
    std::atomic<std::uint64_t> seen;                     // an old head; requests only. Producers
    alignas(cache_line) std::atomic<std::uint64_t> head; // of the next message to read. The consumer
    std::atomic<std::uint32_t> lock;                     // where a process has several threads: one consumes
    Cell cell[ring_cells];
};

inline constexpr unsigned small_slabs = 32;
inline constexpr unsigned large_slabs = 4;
inline constexpr std::size_t small_slab = 4096;
inline constexpr std::size_t large_slab = am_max_medium;

struct Inbox {
    Ring requests;
    Ring replies;
    Cell lane[lanes];
    alignas(cache_line) std::atomic<std::uint32_t> lanes_taken;
    alignas(cache_line) std::atomic<std::uint64_t> slabs_used; // a bit each
    alignas(cache_line) std::atomic<std::uint32_t> returned;
    alignas(cache_line) std::atomic<std::uint32_t> parked;
    alignas(cache_line) char small[small_slabs][small_slab];
    char large[large_slabs][large_slab];
};

// Where a thread sleeps: a place in the control block or in the node range, 0 for nowhere.
struct ParkSlot {
    std::atomic<std::uint64_t> place;  // the thread
    std::atomic<std::uint32_t> wakers; // who are about to write there: a wait point may be freed after the wait
};

// Bytes in the control block. The one process of a job has nobody to get messages from.
constexpr std::size_t am_area_size(const JobShape &shape) {
    return shape.processes < 2 && shape.nodes < 2
               ? 0
               : sizeof(Inbox) * shape.processes + sizeof(ParkSlot) * std::size_t{shape.threads};
}

} // namespace polder::am

// Wait record: what a thread waits for at the moment. It is kept in the job's control block, where
// the launcher reads it when it explains a hang. One writer, the thread itself. Plain relaxed
// stores, so the mark costs a blocking path next to nothing.
//
// Use: WaitMark mark(WaitKind::barrier, phase); around the slow part of a wait. Marks nest (a lock
// taken inside a collective): the destructor restores the outer one. `since` is filled at the first
// park, by mark.parking(): fast waits read no clock.
//
// A thread that waits may still run: it polls, and answers messages. So `rests_ns` says whether the
// thread does nothing but sleep. The other threads of the node count by it who wants a core
// (runtime/sync/give_way.h).
#pragma once

#include "base/clock.h"
#include "runtime/core/routine_name.h"

#include <atomic>
#include <cstdint>

namespace polder {

enum class WaitKind : std::uint32_t {
    none,
    barrier,     // object: number of the barrier (phase), counted from 1
    notify_wait, // the same, inside upc_wait
    final_barrier,
    internal_barrier, // of an operation of the runtime that all threads call; object: its number
    lock,             // object: global address of the lock; peer: holder or predecessor
    copy,             // object: global address; peer: its thread
    allocation,       // object: bytes asked for
    collective,       // object: sequence number
    value,            // polder_spin: a loop of the program that waits for shared memory to change
    start,            // of the job: processes or threads not yet there
    output,           // the lock of standard output
    input,
    message, // of another thread, or room to send one; peer: that thread
    task     // of the thread's pool, which another worker runs
};

inline constexpr std::uint32_t no_peer = ~0u;

struct WaitRecord {
    std::atomic<WaitKind> kind{WaitKind::none};
    std::atomic<std::uint32_t> peer{no_peer};
    std::atomic<std::uint64_t> object{0};
    std::atomic<std::int64_t> since_ns{0}; // 0: not yet parked
    // Of a wait of kind barrier to internal_barrier or collective that has parked: the routine that
    // the thread is in, if it is known. Written before since_ns.
    RoutineName routine = {};
    std::atomic<std::int64_t> rests_ns{0}; // since when the thread has done nothing but sleep; 0: it runs

    // In front of a sleep, and once the thread has something to do again.
    void rest() {
        if (rests_ns.load(std::memory_order_relaxed) == 0) rests_ns.store(clock_ns(), std::memory_order_relaxed);
    }
    void rise() { rests_ns.store(0, std::memory_order_relaxed); }
};

} // namespace polder

// Sub-threads that are known. A sub-thread is a system thread of a UPC thread besides its own, such
// as an OpenMP worker or a pthread of the program. It is known once it has waited in the runtime.
// The threads of the node count by them who wants a core (runtime/sync/give_way.h).
//
// A UPC thread has `known_sub_threads` places in the control block, a word each:
//   0                nobody's.
//   sub_thread_runs  Its sub-thread may run.
//   else             Its sub-thread has done nothing but sleep since then, a time of clock_ns.
// A sub-thread takes a place by compare-and-swap as it first waits. From then on it alone writes
// the place, and leaves it as it ends. One that finds all places taken is not counted.
#pragma once

#include <atomic>
#include <cstdint>

namespace polder {

inline constexpr unsigned known_sub_threads = 16;
inline constexpr std::int64_t sub_thread_runs = 1;

struct SubThreads {
    std::atomic<std::int64_t> place[known_sub_threads];

    // All that are known, but those that sleep and have done so for more than settled_ns.
    unsigned running(std::int64_t now_ns, std::int64_t settled_ns) const {
        unsigned count = 0;
        for (const std::atomic<std::int64_t> &each : place) {
            const std::int64_t state = each.load(std::memory_order_relaxed);
            count += state == sub_thread_runs || (state && now_ns - state <= settled_ns);
        }
        return count;
    }
};

// Of a job: the calling system thread waits in the runtime. Makes a sub-thread known.
void sub_thread_waits();
// The calling system thread is one of the runtime's own, and known from now on. The UPC thread need
// not have begun.
void sub_thread_begins();
// It does nothing but sleep from now on; it has something to do again. In the wait record if it is
// the UPC thread's own, in its place if it is a sub-thread.
void rest_begin();
void rest_end();

} // namespace polder

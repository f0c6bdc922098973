// Giving way: what a thread that has to wait does with its core. Every wait of the runtime comes
// here.
//
// Vocabulary. *Strangers* are threads that use the core on which a thread of the job waits and are
// not threads of the job. A yield (sched_yield) is *late* if it returns after `late_yield_ns`: then
// somebody computed on the core for a time slice. A thread is *beside strangers* from a late yield
// on, until the rules below say that the strangers have gone.
//
// Why waits must know. A thread that yields tells the kernel that its claim to the core is spent.
// Beside three computing strangers it gets the core back three time slices later, about 9 ms, even
// if what it waits for came at once. A thread that sleeps keeps its claim: the kernel puts it in
// front of a computing thread when it is woken. On a core of its own the yield is better, and so it
// is among waiting threads of the job. A yield returns in less than a microsecond. A sleep costs
// the waker a system call and the sleeper some ten microseconds.
//
// Rules.
//   G1 A thread that yields late comes to be beside strangers. More threads must run on the machine
//      than the job has awake on this node. So the job's own computing threads are no strangers.
//      Sub-threads count as far as they are known (runtime/core/sub_threads.h): once they have
//      given way here. Let w system threads of the node wait awake, and nobody else run. Each of
//      them is a UPC thread's own, or is known, but for those beyond the places. So the count is
//      at least w, and they are not taken for strangers. A thread that came too early to count
//      others finds it out by G3. A leader's progress thread is a sub-thread that says itself
//      whether it runs. Where nodes of the job share a machine, threads of the others cannot be
//      asked. Each of these nodes is taken to run as many as this one has, and a progress thread.
//   G2 Beside strangers a thread does not yield. A wait with a wait point sleeps there at once
//      (wait.h). A wait that nobody would wake naps for `nap_ns`.
//   G3 Every `review_ns` of such waits the thread asks again how many threads run. If all of them
//      may be the job's, it is beside strangers no longer.
//   G4 Where strangers stay elsewhere on the machine, only a yield can tell whether they are still
//      on this core. One yield is tried after trial_first times what the late one took, at most
//      `most_late_ns`. Each late trial doubles the time to the next one, up to trial_share *
//      (threads of the node) times what it took. So late trials of all threads together come to
//      take at most a trial_share-th of the time. What disturbed the thread once is soon forgotten.
//      Let a trial come in time. If a late yield follows sooner than the thread had waited for the
//      trial, the time goes on doubling.
//   G5 Each `yields_a_nap`-th yield of a thread is a nap instead. Some kernels (6.18 is one)
//      account a core's fairness when a thread leaves the core's queue. A yield does not leave it.
//      Threads that do nothing but yield make that account overflow. The core then runs nobody else
//      for minutes, not even threads of the kernel. ("sched/fair: Fix zero_vruntime tracking" and
//      its fix mended that later.) A yield moves the account by a time slice, and some 10^6 slices
//      make it overflow.
//   G6 Where every thread of the node has a core, a yield in time is followed by some turns that
//      only look (wait.cc, spin_loop.cc). So is a message, and without pauses between the looks, as
//      messages come in bursts. A yield takes as long as ten looks or more. So a thread that
//      yielded in each turn would see a message late by half a yield. The first yield of a wait
//      comes as early as ever: if the core is shared after all, whoever is waited for gets it then.
//      Nothing of this holds beside strangers.
//
// All of it is decided by each thread for itself, in private data. System threads of one UPC thread
// share these data; they are hints, and no wait depends on them for its end.
#pragma once

#include "runtime/core/private.h"

#include <atomic>
#include <cstdint>

namespace polder::sync {

inline constexpr std::int64_t late_yield_ns = 500000; // waiting threads of the job, by the hundred, yield faster
inline constexpr std::int64_t nap_ns = 50000;
inline constexpr std::int64_t review_ns = 10000000;
inline constexpr std::uint64_t yields_a_nap = 1 << 15; // a nap is a hundredth of the time they take
inline constexpr unsigned turns_after_yield = 64;      // G6
inline constexpr unsigned turns_after_message = 200;   // the same
inline constexpr std::int64_t trial_first = 4;
inline constexpr std::int64_t trial_share = 16;
inline constexpr std::int64_t most_late_ns = 10000000; // some time slices; longer pauses have other causes
inline constexpr std::int64_t settled_ns = 10000000;   // a sleeper of the job so old is none of those that run

// What waits of a UPC thread have done with the core: for tests.
struct GiveWayCounts {
    std::atomic<std::uint64_t> yields;
    std::atomic<std::uint64_t> late;
    std::atomic<std::uint64_t> sleeps;
    std::atomic<std::uint64_t> naps;
};

struct GiveWay {
    std::atomic<bool> beside;            // strangers
    std::atomic<std::int64_t> review_at; // G3
    std::atomic<std::int64_t> trial_at;  // G4
    std::atomic<std::int64_t> interval;  // to it
    std::atomic<std::int64_t> left_at;   // when it was beside strangers last
    GiveWayCounts counts;
};
extern GiveWay give_way_state; // POLDER_PRIVATE

inline bool beside_strangers() {
    return __builtin_expect(local(give_way_state).beside.load(std::memory_order_relaxed), 0);
}

// Threads that run or want to run on this machine, the caller among them; 0: nobody can say. A
// system call or three.
unsigned machine_running();

// For a wait that may sleep. True: it should, now. False: the core was yielded, or `now` says why
// not: look again. *now: the time after the last yield of this wait, 0 before the first; kept up to
// date.
bool give_way_or_sleep(std::int64_t *now);

// For a wait that nobody would wake: yields, or naps.
void give_way();

// A count of GiveWayCounts; one writer in most cases, and only tests read it.
inline void give_way_count(std::atomic<std::uint64_t> &count) {
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

} // namespace polder::sync

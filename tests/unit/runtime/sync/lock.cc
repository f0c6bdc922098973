// sanitize: not thread (it does not see what orders threads of several processes)
//
// The queue lock: mutual exclusion and progress on every mapping, order of waiters, misuse.
#include "tests/unit/runtime/job_fixture.h"
#include "tests/unit/runtime/sync/count_alone.h"

#include "runtime/sync/lock.h"

#include <algorithm>
#include <sched.h>

using namespace polder;
using namespace polder::test;

extern "C" {
polder_ga upc_global_lock_alloc(void);
polder_ga upc_all_lock_alloc(void);
void upc_lock_free(polder_ga);
void upc_all_lock_free(polder_ga);
void upc_lock(polder_ga);
int upc_lock_attempt(polder_ga);
void upc_unlock(polder_ga);
}

namespace polder::upc {
void prepare_quick_locks();
}

namespace {

// Jobs have the quick halves of upc_lock and upc_unlock where programs have them.
[[maybe_unused]] const auto prepare = job_prepare = polder::upc::prepare_quick_locks;

std::atomic<std::uint64_t> *words() {
    return static_cast<std::atomic<std::uint64_t> *>(segment_of(0)) + 7000;
}

// A count without atomic additions comes out right only under mutual exclusion.
void count_under_lock(unsigned rounds, bool attempts) {
    const polder_ga lock = upc_all_lock_alloc();
    std::atomic<std::uint64_t> &count = words()[0], &inside = words()[8];
    for (unsigned i = 0; i < rounds; ++i) {
        if (attempts && i % 2)
            for (unsigned turn = 0; !upc_lock_attempt(lock); ++turn)
                sync::wait_turn(turn);
        else
            upc_lock(lock);
        count_alone(count, inside);
        upc_unlock(lock);
    }
    polder_barrier(0, 0);
    REQUIRE(count.load() == std::uint64_t{rounds} * threads());
    upc_all_lock_free(lock);
}

TEST(Lock, ExcludesOthers) {
    for (unsigned threads : {1u, 2u, 3u, 4u, 7u})
        for (const JobOptions &options : mappings(threads))
            for (bool attempts : {false, true})
                EXPECT_EQ(run_job(options, [=](unsigned) { count_under_lock(2000, attempts); }), 0)
                    << threads << " on " << options.processes;
}

// Threads that sleep inside the section make the others park.
TEST(Lock, WakesParkedThreads) {
    for (const JobOptions &options : mappings(4))
        EXPECT_EQ(run_job(options,
                          [](unsigned) {
                              const polder_ga lock = upc_all_lock_alloc();
                              for (unsigned i = 0; i < 3; ++i) {
                                  upc_lock(lock);
                                  usleep(5000);
                                  upc_unlock(lock);
                              }
                          }),
                  0);
}

polder::sync::Lock &lock_at(polder_ga ga) {
    return *static_cast<polder::sync::Lock *>(polder_addr_1node(ga));
}

bool nobody_waits(polder_ga ga) {
    const polder::sync::Lock &lock = lock_at(ga);
    const std::uint64_t current = std::max(lock.serving[0].load(), lock.serving[1].load());
    return lock.next.load() == current + !lock.overtaking[current & 1].load();
}

// With every thread always wanting the lock, turns differ by little. Where each has a core, nobody
// takes it twice while another waits. Where they share cores, overtaking has an end.
int turns_differ(int cores, unsigned rounds) {
    JobOptions options;
    options.threads = 4;
    options.processes = 2;
    options.cores = cores;
    options.before_threads = [](unsigned) {
        sync::wait_setup.notices_strangers = false;
    }; // beside them who runs has the lock
    return run_job(options, [=](unsigned me) {
        const polder_ga lock = upc_all_lock_alloc();
        std::atomic<std::uint64_t> *turns = words() + 16, &done = words()[8];
        polder_barrier(0, 0);
        while (!done.load()) {
            upc_lock(lock);
            turns[me] = turns[me] + 1;
            if (turns[me] == rounds) done = 1;
            // Leave only when somebody else waits or all is over, so that the queue is never empty.
            for (unsigned i = 0; i < 200 && nobody_waits(lock); ++i)
                sched_yield();
            upc_unlock(lock);
        }
        polder_barrier(0, 0);
        REQUIRE(turns[me] > rounds / 20);
    });
}

// A thread that loses its core misses turns, which no lock can help; one that a lock passes over
// misses them each time.
void expect_fair(int cores, unsigned rounds) {
    constexpr int most_tries = 5;
    int status = 1;
    for (int i = 0; i < most_tries && status; ++i)
        status = turns_differ(cores, rounds);
    EXPECT_EQ(status, 0);
}
TEST(Lock, IsFair) {
    expect_fair(64, 3000);
}
TEST(Lock, IsFairOnSharedCores) {
    expect_fair(1, 20000);
}

// Where threads share cores most acquisitions of a wanted lock take no turn, so they need no change
// of threads; tickets count the turns.
TEST(Lock, OvertakesOnSharedCores) {
    for (JobOptions options : mappings(6)) {
        options.cores = 1;
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              const polder_ga lock = upc_all_lock_alloc();
                              const std::uint64_t first = lock_at(lock).next.load();
                              polder_barrier(0, 0);
                              constexpr unsigned rounds = 20000;
                              for (unsigned i = 0; i < rounds; ++i) {
                                  upc_lock(lock);
                                  upc_unlock(lock);
                              }
                              polder_barrier(0, 0);
                              const std::uint64_t turns = lock_at(lock).next.load() - first;
                              if (me == 0) REQUIRE(turns < rounds * threads() / 4);
                          }),
                  0)
            << options.processes;
    }
}

// ---- beside strangers ----

void await_sleepers(const polder::sync::Lock &lock, unsigned number) {
    while (lock.barge_point.sleepers.load() < number)
        sched_yield();
}

// Thread 1 sleeps until thread 0 releases, which wakes it. Nobody else sleeps, so its own release
// wakes nobody. In a round it may have looked just then, and says that somebody may sleep.
TEST(Lock, WokenBargerWakesNobodyIfNobodySleeps) {
    for (JobOptions options : mappings(2)) {
        options.cores = 64;
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              constexpr unsigned rounds = 40;
                              const polder_ga lock = upc_all_lock_alloc();
                              for (unsigned i = 0; i < rounds; ++i) {
                                  if (me == 0) upc_lock(lock);
                                  polder_barrier(0, 0);
                                  stay_beside_strangers(me == 1);
                                  if (me == 0)
                                      await_sleepers(lock_at(lock), 1);
                                  else
                                      upc_lock(lock);
                                  upc_unlock(lock);
                                  stay_beside_strangers(false);
                                  polder_barrier(0, 0);
                              }
                              REQUIRE(lock_at(lock).barge_point.event.load() < rounds + rounds / 2);
                          }),
                  0)
            << options.processes;
    }
}

// One release is all that those who sleep hear of thread 0: each wakes the next. They sleep without
// a limit.
TEST(Lock, BargersWakeEachOther) {
    for (const int cores : {1, 64})
        for (JobOptions options : mappings(4)) {
            options.cores = cores;
            options.before_threads = [](unsigned) { sync::wait_setup.yield_ns = 0; };
            EXPECT_EQ(run_job(options,
                              [](unsigned me) {
                                  const polder_ga lock = upc_all_lock_alloc();
                                  for (unsigned i = 0; i < 20; ++i) {
                                      if (me == 0) upc_lock(lock);
                                      polder_barrier(0, 0);
                                      stay_beside_strangers(me != 0);
                                      if (me == 0)
                                          await_sleepers(lock_at(lock), threads() - 1);
                                      else
                                          upc_lock(lock);
                                      upc_unlock(lock);
                                      stay_beside_strangers(false);
                                      polder_barrier(0, 0);
                                  }
                              }),
                      0)
                << options.processes << " processes, " << cores << " cores";
        }
}

TEST(Lock, HoldsSeveralAtOnce) {
    for (const JobOptions &options : mappings(3))
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              polder_ga locks[40];
                              for (polder_ga &lock : locks)
                                  lock = upc_all_lock_alloc();
                              for (unsigned i = 0; i < 50; ++i) {
                                  for (polder_ga lock : locks)
                                      upc_lock(lock);
                                  for (unsigned k = 0; k < 40; ++k)
                                      upc_unlock(locks[(k + me * 7) % 40]);
                              }
                          }),
                  0);
}

TEST(Lock, GlobalAllocationsDiffer) {
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          const polder_ga a = upc_global_lock_alloc(), b = upc_global_lock_alloc();
                          REQUIRE(a && b && a != b);
                          upc_lock(a);
                          REQUIRE(upc_lock_attempt(b) == 1);
                          upc_lock_free(a); // locked: legal
                          upc_unlock(b);
                          upc_lock_free(b);
                          upc_lock_free(0);
                      }),
              0);
}

TEST(Lock, NamesMisuse) {
    struct Case {
        const char *text;
        void (*body)(polder_ga, unsigned);
    };
    const Case cases[] = {
        {"upc_lock: the calling thread holds this lock",
         [](polder_ga l, unsigned me) {
             if (me == 0) {
                 upc_lock(l);
                 upc_lock(l);
             }
         }},
        {"upc_lock_attempt: the calling thread holds",
         [](polder_ga l, unsigned me) {
             if (me == 0) {
                 upc_lock(l);
                 upc_lock_attempt(l);
             }
         }},
        {"is not locked",
         [](polder_ga l, unsigned me) {
             if (me == 0) upc_unlock(l);
         }},
        {"is held by thread 0, not by the calling thread",
         [](polder_ga l, unsigned me) {
             if (me == 0) upc_lock(l);
             polder_barrier(0, 0);
             if (me == 1) upc_unlock(l);
         }},
        {"upc_lock: null pointer", [](polder_ga, unsigned) { upc_lock(0); }},
#if !defined(__SANITIZE_ADDRESS__) // which sees the freed memory first
        {"is not a lock, or one that has been freed",
         [](polder_ga l, unsigned me) {
             if (me == 0) {
                 upc_lock_free(l);
                 upc_lock(l);
             }
         }},
#endif
        {"is not a lock", [](polder_ga, unsigned) { upc_lock(64); }},
    };
    for (const Case &misuse : cases) {
        std::string said;
        EXPECT_EQ(run_job(
                      {},
                      [&](unsigned me) {
                          misuse.body(upc_all_lock_alloc(), me);
                          polder_barrier(0, 0);
                      },
                      &said),
                  1);
        EXPECT_NE(said.find(misuse.text), std::string::npos) << said;
    }
}

} // namespace

// Locks between threads of several nodes, as tests use them.
#pragma once

#include "runtime/sync/barrier.h"
#include "tests/unit/runtime/count_alone.h"
#include "tests/unit/runtime/net_nodes.h"

extern "C" {
polder_ga upc_all_lock_alloc(void);
polder_ga upc_global_lock_alloc(void);
void upc_lock_free(polder_ga);
void upc_all_lock_free(polder_ga);
void upc_lock(polder_ga);
int upc_lock_attempt(polder_ga);
void upc_unlock(polder_ga);
}

namespace polder::test {

// As programs do: the barriers before and after main.
inline void on_all_jobs(const std::function<void(unsigned)> &body) {
    for (const NetJob &job : net_jobs())
        EXPECT_EQ(run_net(job,
                          [&](unsigned me) {
                              barrier_initial();
                              body(me);
                              polder_barrier(0, 0);
                              barrier_end();
                          }),
                  0)
            << name_of(job);
}

inline void count_under(polder_ga lock, unsigned rounds, unsigned every) {
    std::atomic<std::uint64_t> &count = meeting->word[0], &inside = meeting->word[8];
    for (unsigned i = 0; i < rounds; ++i) {
        if (every && i % every == 0)
            while (!upc_lock_attempt(lock))
                sched_yield();
        else
            upc_lock(lock);
        count_alone(count, inside);
        upc_unlock(lock);
    }
}

} // namespace polder::test

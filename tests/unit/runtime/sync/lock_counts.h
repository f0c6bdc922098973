// Locks between threads of several nodes, as tests use them.
#pragma once

#include "runtime/barrier/barrier.h"
#include "tests/unit/runtime/net_nodes.h"
#include "tests/unit/runtime/sync/count_alone.h"

#include <polder/abi.h>

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
                              barrier::barrier_initial();
                              body(me);
                              polder_barrier(0, 0);
                              barrier::barrier_end();
                          }),
                  0)
            << name_of(job);
}

// As generated code does, on any node.
inline std::uint64_t read(polder_ga at) {
    return polder_is_near_nnode(at) ? *static_cast<volatile std::uint64_t *>(near_pointer(at)) : polder_far_get8(at);
}
inline void write(polder_ga at, std::uint64_t value) {
    if (polder_is_near_nnode(at))
        *static_cast<volatile std::uint64_t *>(near_pointer(at)) = value;
    else
        polder_far_put8(at, value);
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

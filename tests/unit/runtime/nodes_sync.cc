// sanitize: not thread (it sees nothing of other processes)
//
// What a job of several nodes agrees on, and what its threads share: addresses, barriers, locks,
// allocation. Nodes of one machine with a real conduit between them (net_nodes.h); what threads
// find out they compare in memory that the test gives to all.
#include "tests/unit/runtime/net_nodes.h"
#include "tests/unit/runtime/sync/lock_counts.h"

#include "runtime/alloc/nodes.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/rpc/rpc.h"
#include "runtime/sync/give_way.h"
#include "runtime/sync/lock_layout.h"

#include <random>

using namespace polder;
using namespace polder::test;

namespace {

const char *any_conduit() {
    const char *only = getenv("POLDER_CONDUIT");
    return only ? only : "smp";
}

std::atomic<std::uint64_t> &word(unsigned number) {
    return meeting->word[number];
}

// ---- addresses ----

TEST(Nodes, AgreeOnAddresses) {
    on_all_jobs([](unsigned me) {
        if (me == 0) {
            word(0) = polder_job.base;
            word(1) = polder_job.shift;
            word(2) = node_range.symmetric_begin;
            word(3) = node_range.local_begin;
        }
        polder_barrier(0, 0);
        REQUIRE(polder_job.base == word(0) && polder_job.shift == word(1));
        REQUIRE(node_range.symmetric_begin == word(2) && node_range.local_begin == word(3));
        REQUIRE(!polder_job.one_node && ga_thread(ga_of_segment(me)) == me);
        for (unsigned t = 0; t < threads(); ++t)
            REQUIRE(ga_is_near(ga_of_segment(t)) == on_node(t) && ga_is_shared(ga_of_segment(t)));
        REQUIRE(!ga_is_shared(ga_of_segment(threads())) && !ga_is_shared(polder_job.base - 1));
        REQUIRE(near_pointer(ga_of_segment(me)) == segment_of(me) &&
                ga_of_pointer(segment_of(me)) == ga_of_segment(me));
        const bool apart = !std::strcmp(setting_text(Setting::node_place), "apart");
        REQUIRE(!apart || reinterpret_cast<polder_ga>(segment_of(me)) != ga_of_segment(me));
        REQUIRE(apart || mynode() != 0 || polder_job.node_shift == 0);
        *static_cast<unsigned *>(near_pointer(ga_of_segment(me) + segment_static_offset())) = me;
    });
}

// ---- barriers ----

unsigned rounds() {
    unsigned count = 0;
    while (1u << count < nodes())
        ++count;
    return count;
}

TEST(Nodes, BarrierHoldsAllBackWithFewMessages) {
    on_all_jobs([](unsigned me) {
        const bool first = me == node_first(mynode());
        polder_barrier(0, 0);
        const std::uint64_t before = barrier::barrier_messages();
        meet(); // nobody begins the next one until all have looked
        constexpr unsigned count = 60;
        for (unsigned i = 1; i <= count; ++i) {
            word(0).fetch_add(1);
            if (i % 2) {
                polder_barrier(i % 3 == 0, static_cast<int>(i));
            } else {
                polder_notify(0, 0);
                polder_wait(0, 0);
            }
            const std::uint64_t seen = word(0);
            REQUIRE(seen >= std::uint64_t{i} * threads() && seen < std::uint64_t{i + 1} * threads());
        }
        meet();
        if (first) REQUIRE(barrier::barrier_messages() == before + count * rounds());
        meet();
    });
}

TEST(Nodes, NotifySends) {
    on_all_jobs([](unsigned me) {
        polder_notify(0, 0);
        if (me == 0) // who has notified is not needed any more, whatever it does
            while (word(0) < threads() - 1)
                if (!net::net_poll()) sched_yield(); // where no progress thread does
        polder_wait(0, 0);
        word(0).fetch_add(1);
    });
}

TEST(Nodes, AllGetTheWordOfTheFirst) {
    on_all_jobs([](unsigned me) {
        for (std::uint64_t i = 1; i < 20; ++i)
            REQUIRE(alloc::agree_on_first(me == 0 ? 1000 + i : 7) == (1000 + i));
        REQUIRE(alloc::agree_on_first(me == 0 ? 0 : 7) == 0);
    });
}

// ---- locks ----

TEST(Nodes, LocksExcludeOthers) {
    for (unsigned every : {0u, 3u})
        on_all_jobs([=](unsigned me) {
            polder_ga lock = upc_all_lock_alloc();
            count_under(lock, 150, every);
            polder_barrier(0, 0);
            REQUIRE(word(0) == 150 * threads());
            upc_all_lock_free(lock);
            // And one that lies with the last thread.
            if (me == threads() - 1) word(16) = upc_global_lock_alloc();
            polder_barrier(0, 0);
            count_under(word(16), 150, every);
            polder_barrier(0, 0);
            REQUIRE(word(0) == 300 * threads());
            if (me == 0) upc_lock_free(word(16));
        });
}

// Locks come and go at the same addresses: what is still under way for one must not touch the next.
TEST(Nodes, LocksAreFreedWhileOthersJustGaveThemBack) {
    on_all_jobs([](unsigned) {
        for (unsigned i = 1; i <= 25; ++i) {
            const polder_ga lock = upc_all_lock_alloc();
            count_under(lock, 6, 0);
            upc_all_lock_free(lock);
            REQUIRE(word(0) == 6 * i * threads());
            polder_barrier(0, 0);
        }
    });
}

TEST(Nodes, AThreadHoldsSeveralLocks) {
    on_all_jobs([](unsigned me) {
        polder_ga locks[40];
        for (polder_ga &lock : locks)
            lock = upc_all_lock_alloc();
        for (unsigned i = 0; i < 5; ++i) {
            for (polder_ga lock : locks)
                upc_lock(lock);
            for (unsigned k = 0; k < 40; ++k)
                upc_unlock(locks[(k + me * 7) % 40]);
        }
    });
}

// Of the calling thread, for good: it asks nobody whether they have gone.
void stay_beside_strangers() {
    sync::GiveWay &state = local(sync::give_way_state);
    state.review_at = INT64_MAX;
    state.trial_at = INT64_MAX;
    state.beside = true;
}

// A thread with a lock at home, and two of another node, in one process or in two, who want it as
// well. `round` is called by all until word(0) is set.
template <class Round> void compete_for_a_lock(const Round &round) {
    const NetJob jobs[] = {{{{1, 1}, {2, 1}}, any_conduit()}, {{{1, 1}, {2, 2}}, any_conduit()}};
    for (const NetJob &job : jobs)
        EXPECT_EQ(run_net(job,
                          [&](unsigned me) {
                              barrier::barrier_initial();
                              const polder_ga lock = upc_all_lock_alloc();
                              polder_barrier(0, 0);
                              while (!word(0))
                                  round(me, lock, &word(16));
                              polder_barrier(0, 0);
                              word(8).fetch_add(me == node_first(mynode()) || processes() > 1 ? rpc::far_locks_passed()
                                                                                              : 0);
                              polder_barrier(0, 0);
                              REQUIRE(word(8) > 0);
                              barrier::barrier_end();
                          }),
                  0)
            << name_of(job);
}

// The lock's home keeps it until all others are in line, and goes to the end of the line itself. So
// each of them has a turn between two of its own. Two threads of a node that follow each other hand
// it over without asking home.
TEST(Nodes, LocksAreFairAndPassedOnInsideANode) {
    constexpr std::uint64_t turns_of_home = 300;
    compete_for_a_lock([&](unsigned me, polder_ga lock, std::atomic<std::uint64_t> *turns) {
        const auto *home = me == 0 ? static_cast<const sync::Lock *>(near_pointer(lock)) : nullptr;
        upc_lock(lock);
        ++turns[me];
        if (home && turns[0] == turns_of_home) {
            word(0) = 1;
            for (unsigned t = 1; t < threads(); ++t)
                REQUIRE(turns[t] >= turns_of_home - 1);
        }
        while (home && !word(0) && home->next - sync::current_ticket(*home) < threads())
            if (!net::net_poll()) sched_yield();
        upc_unlock(lock);
    });
}

// A thread of the home that knows of strangers draws no ticket at first. The two others follow each
// other and pass the lock on between themselves meanwhile; it has its turn all the same.
TEST(Nodes, AThreadThatBargesHasATurnWhileOthersPassTheLockOn) {
    constexpr std::uint64_t turns_of_home = 30;
    compete_for_a_lock([&](unsigned me, polder_ga lock, std::atomic<std::uint64_t> *turns) {
        if (me == 0) stay_beside_strangers();
        upc_lock(lock);
        if (++turns[me] == turns_of_home && me == 0) word(0) = 1;
        if (me != 0) usleep(500); // the other one comes to be in line
        upc_unlock(lock);
        while (me == 0 && !word(0) && turns[1] < turns[0]) // they come to pass it on
            if (!net::net_poll()) sched_yield();
    });
}

// ---- allocation ----

TEST(Nodes, SymmetricBlocksAreApartAndThereOnAllNodes) {
    on_all_jobs([](unsigned me) {
        constexpr unsigned count = 40;
        polder_ga mine[count];
        std::mt19937 random(me);
        for (polder_ga &block : mine) {
            const std::size_t bytes = random() % 8 ? 1 + random() % 5000 : 1 + random() % (3 << 20);
            REQUIRE((block = alloc::allocate_symmetric(bytes)) != 0 && ga_thread(block) == 0);
            for (unsigned t = 0; t < threads(); ++t)
                if (on_node(t)) { // everybody marks its own block in all segments of its node
                    auto *at = static_cast<unsigned char *>(near_pointer(block + (polder_ga{t} << polder_job.shift)));
                    at[0] = at[bytes - 1] = static_cast<unsigned char>(me + 1);
                }
        }
        polder_barrier(0, 0);
        for (polder_ga block : mine)
            REQUIRE(*static_cast<unsigned char *>(near_pointer(block + (polder_ga{me} << polder_job.shift))) == me + 1);
        polder_barrier(0, 0);
        for (polder_ga block : mine)
            REQUIRE(alloc::allocation_free(block) == heap::FreeResult::ok);
        for (unsigned i = 0; i < 20; ++i) {
            const polder_ga all = alloc::agree_on_first(me == 0 ? alloc::allocate_symmetric(20 << 20) : 0);
            REQUIRE(all != 0);
            auto *at = static_cast<unsigned char *>(near_pointer(all + (polder_ga{me} << polder_job.shift)));
            at[(20 << 20) - 1] = 1;
            polder_barrier(0, 0);
            if (me == threads() - 1) REQUIRE(alloc::allocation_free(all) == heap::FreeResult::ok);
        }
    });
}

TEST(Nodes, BlocksAreFreedFromElsewhere) {
    on_all_jobs([](unsigned me) {
        word(16 + me) = node_heap::allocate_local(100 + me);
        polder_barrier(0, 0);
        const polder_ga next = word(16 + (me + 1) % threads());
        if (on_node((me + 1) % threads())) REQUIRE(alloc::allocation_free(next + 16) == heap::FreeResult::not_a_block);
        REQUIRE(alloc::allocation_free(next) == heap::FreeResult::ok);
        if (on_node((me + 1) % threads())) REQUIRE(alloc::allocation_free(next) == heap::FreeResult::already_free);
        REQUIRE(alloc::allocation_free(ga_of_segment(threads())) == heap::FreeResult::not_a_block);
    });
}

// A free of another node's memory does not wait; a bounded number is under way, and none after a
// fence, when the memory is free.
TEST(Nodes, FreeingElsewhereDoesNotWait) {
    on_all_jobs([](unsigned me) {
        constexpr unsigned count = 100;
        const unsigned other = node_first((mynode() + 1) % nodes());
        POLDER_PRIVATE static polder_ga own[count] = {};
        const bool asked = me == node_first(mynode());
        if (asked) { // blocks of one size lie in a row: the first and the step between two say where all are
            for (polder_ga &block : local(own))
                REQUIRE((block = node_heap::allocate_local(128 << 10)) != 0);
            for (unsigned i = 2; i < count; ++i)
                REQUIRE(local(own)[i] - local(own)[i - 1] == local(own)[1] - local(own)[0]);
            word(16 + 2 * me) = local(own)[0];
            word(17 + 2 * me) = local(own)[1] - local(own)[0];
        }
        meet();
        for (unsigned i = 0; asked && i < count; ++i) {
            const std::uint64_t waits = rpc::rpc_waits();
            REQUIRE(alloc::allocation_free(word(16 + 2 * other) + i * word(17 + 2 * other)) == heap::FreeResult::ok);
            REQUIRE(rpc::rpc_waits() == waits || i >= rpc::rpc_async_most);
            REQUIRE(rpc::rpc_async_under_way() <= rpc::rpc_async_most);
        }
        polder_far_fence();
        REQUIRE(rpc::rpc_async_under_way() == 0);
        meet();
        if (asked) REQUIRE(alloc::allocation_free(local(own)[count - 1]) == heap::FreeResult::already_free);
        meet();
    });
}

// What one node cannot take is null for all, and leaves nothing granted behind.
TEST(Nodes, TheSmallestNodeLimitsSymmetricMemory) {
    NetJob job{{{1, 1}, {1, 1}, {1, 1}}, any_conduit()};
    job.shared_heap = {0, 64 << 20, 0};
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          barrier::barrier_initial();
                          const std::uint64_t before = node_heap::allocated_bytes();
                          for (unsigned i = 0; i < 3; ++i) {
                              REQUIRE(alloc::agree_on_first(me == 0 ? alloc::allocate_symmetric(100 << 20) : 0) == 0);
                              REQUIRE((node_heap::allocate_local(60 << 20) != 0) == (mynode() != 1 || i == 0));
                              if (mynode() == 2) REQUIRE(alloc::allocate_symmetric(70 << 20) == 0);
                          }
                          polder_barrier(0, 0);
                          REQUIRE(mynode() == 1 || node_heap::allocated_bytes() - before < 200 << 20);
                          barrier::barrier_end();
                      }),
              0);
}

// Round trips of an allocation by the caller, who runs alone.
std::uint64_t waits_to_allocate(std::size_t bytes, bool granted) {
    const std::uint64_t before = rpc::rpc_waits();
    REQUIRE((alloc::allocate_symmetric(bytes) != 0) == granted);
    return rpc::rpc_waits() - before;
}

NetJob one_thread_each(unsigned nodes) {
    NetJob job;
    job.conduit = any_conduit();
    job.nodes.assign(nodes, {1, 1});
    return job;
}

// All nodes are asked at once: with two nodes or five, a grant takes one round trip, beside those
// to the node of the heap.
TEST(Nodes, RoundTripsOfAGrantDoNotGrowWithTheNodes) {
    for (const unsigned nodes : {2u, 3u, 5u})
        EXPECT_EQ(run_net(one_thread_each(nodes),
                          [](unsigned me) {
                              barrier::barrier_initial();
                              for (unsigned turn = 0; turn < threads(); ++turn) {
                                  meet();
                                  if (me != turn) continue;
                                  // Bytes lack, then perhaps reach, at first always: a grant each.
                                  // Elsewhere than at node 0 each is asked for and reported, and
                                  // then taken.
                                  const std::uint64_t waits = waits_to_allocate(40 << 20, true);
                                  REQUIRE(me == 0 ? waits == 2 : waits == 4 || waits == 7);
                                  waits_to_allocate(100, true);
                                  REQUIRE(waits_to_allocate(100, true) == (me == 0 ? 0u : 1u));
                              }
                              meet();
                              barrier::barrier_end();
                          }),
                  0)
            << nodes;
}

// A free of symmetric memory from elsewhere does not wait, unless there may be large blocks, whose
// memory goes back to the system.
TEST(Nodes, FreesOfSymmetricBlocksAskForSizesOnlyIfSomeAreLarge) {
    EXPECT_EQ(run_net(one_thread_each(3),
                      [](unsigned me) {
                          barrier::barrier_initial();
                          const auto waits_to_free = [](polder_ga block) {
                              const std::uint64_t before = rpc::rpc_waits();
                              REQUIRE(alloc::allocation_free(block) == heap::FreeResult::ok);
                              return rpc::rpc_waits() - before;
                          };
                          if (me == 2) {
                              const polder_ga small[] = {alloc::allocate_symmetric(1000),
                                                         alloc::allocate_symmetric(100 << 10),
                                                         alloc::allocate_symmetric(1000)};
                              REQUIRE(waits_to_free(small[0]) == 0 && waits_to_free(small[1]) == 0);
                              const polder_ga large = alloc::allocate_symmetric(40 << 20);
                              auto *at = static_cast<unsigned char *>(
                                  near_pointer(large + (polder_ga{me} << polder_job.shift)));
                              at[0] = at[(40 << 20) - 1] = 1;
                              REQUIRE(waits_to_free(large) == 2);
                              REQUIRE(at[0] == 0 && at[(40 << 20) - 1] == 0); // has gone back
                              REQUIRE(waits_to_free(small[2]) == 1);
                          }
                          meet();
                          barrier::barrier_end();
                      }),
              0);
}

// One refuses: all that had said yes have their memory back when the request returns, after as few
// round trips.
TEST(Nodes, WhatOneNodeRefusesAllGiveBack) {
    for (const unsigned nodes : {2u, 5u}) {
        NetJob job = one_thread_each(nodes);
        job.shared_heap.assign(nodes, 0);
        job.shared_heap[1] = 64 << 20;
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              barrier::barrier_initial();
                              meet();
                              const std::uint64_t before = node_heap::allocated_bytes();
                              meet();
                              // Asked twice, with room to spare and without, and taken back each
                              // time. Its own node refuses thread 1 at once.
                              if (me == 0) REQUIRE(waits_to_allocate(100 << 20, false) == 4);
                              meet();
                              REQUIRE(node_heap::allocated_bytes() == before);
                              meet();
                              if (me == 1) REQUIRE(waits_to_allocate(100 << 20, false) == 2);
                              meet();
                              REQUIRE(node_heap::allocated_bytes() == before);
                              meet();
                              if (me == threads() - 1) REQUIRE(alloc::allocate_symmetric(40 << 20) != 0);
                              meet();
                              REQUIRE(node_heap::allocated_bytes() >= before + (40 << 20));
                              meet();
                              barrier::barrier_end();
                          }),
                  0)
            << nodes;
    }
}

// All want the last memory at once, which several nodes limit: one gets it, never two, never none.
TEST(Nodes, OneOfManyGetsTheLastMemory) {
    for (unsigned run = 0; run < 3; ++run) {
        NetJob job = one_thread_each(4);
        job.shared_heap = {0, 64 << 20, 64 << 20, 64 << 20};
        EXPECT_EQ(run_net(job,
                          [](unsigned) {
                              barrier::barrier_initial();
                              for (unsigned round = 1; round <= 3; ++round) {
                                  meet();
                                  const polder_ga block = alloc::allocate_symmetric(40 << 20);
                                  if (block) word(0).fetch_add(1);
                                  polder_barrier(0, 0);
                                  REQUIRE(word(0) == round);
                                  if (block) REQUIRE(alloc::allocation_free(block) == heap::FreeResult::ok);
                                  polder_barrier(0, 0);
                              }
                              barrier::barrier_end();
                          }),
                  0);
    }
}

} // namespace

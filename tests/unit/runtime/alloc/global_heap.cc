// sanitize: not thread (it sees nothing of other processes)
//
// The global heap: blocks on any thread, freed by any, until there is no room. The invariant under
// traffic. How many operations and round trips a call takes. Targets that are stopped.
#include "conduits/hook/stats.h"
#include "runtime/cache/order.h"
#include "tests/unit/runtime/alloc/global_traffic.h"

#include <polder/memory.h>

#include <csignal>

using namespace polder;
using namespace polder::test;

namespace {

std::vector<NetJob> all_jobs() {
    std::vector<NetJob> jobs = net_jobs();
    jobs.push_back({{{3, 1}}, "smp"});
    jobs.push_back({{{4, 2}}, "smp"});
    return jobs;
}

void on_all(const std::function<void(unsigned)> &body) {
    for (const NetJob &job : all_jobs())
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
}

TEST(GlobalHeap, ClassesHoldWhatIsAskedFor) {
    unsigned before = 0;
    for (std::uint64_t bytes = 1; bytes < 1 << 20; bytes += bytes < 5000 ? 1 : 997) {
        const unsigned number = node_heap::global_class(bytes);
        EXPECT_LE(bytes, node_heap::global_class_bytes(number));
        EXPECT_GE(number, before);
        EXPECT_TRUE(number == 0 || bytes > node_heap::global_class_bytes(number - 1));
        before = number;
    }
    EXPECT_EQ(node_heap::global_class(node_heap::global_largest), node_heap::global_classes - 1);
    EXPECT_EQ(node_heap::global_class_bytes(node_heap::global_classes - 1), node_heap::global_largest);
}

TEST(GlobalHeap, BlocksLieOnTheThreadAskedForAndAreUsedAgain) {
    on_all([](unsigned me) {
        for (unsigned on = 0; on < threads(); ++on) {
            meet();
            if (me != 0) continue;
            const polder_ga first = block_on(on, 100), second = block_on(on, 100), third = block_on(on, 5000);
            REQUIRE(first && second && third && first != second);
            mark(first, 100);
            mark(second, 100);
            mark(third, 5000);
            REQUIRE(is_marked(first, 100) && is_marked(second, 100) && is_marked(third, 5000));
            REQUIRE(alloc::global_block_bytes(third) >= 5000 && alloc::global_block_bytes(third + 64) == 0);
            const std::uint64_t used = room_of(on).gbrk;
            polder_free(first);
            REQUIRE(room_of(on).gbrk == used); // not at the break
            REQUIRE(block_on(on, 90) == first);
            polder_free(third);
            polder_free(second);
            polder_free(first);
            REQUIRE(room_of(on).gbrk < used);
            REQUIRE(block_on(on, 0x7fffffffffff) == 0 && polder_alloc_on(static_cast<int>(on), 0) == 0);
        }
        meet();
    });
}

TEST(GlobalHeap, ExhaustionIsAnError) {
    on_all([](unsigned me) {
        if (me == 0) {
            const unsigned on = threads() - 1;
            std::vector<polder_ga> blocks;
            while (const polder_ga block = block_on(on, 1 << 20))
                blocks.push_back(block);
            REQUIRE(!blocks.empty() && blocks.size() <= room_of(on).glimit >> 20);
            REQUIRE(polder_alloc_on(static_cast<int>(on), 1 << 20) == 0);
            for (const polder_ga block : blocks)
                polder_free(block);
            const std::uint64_t used = room_of(on).gbrk;
            for (std::size_t i = 0; i < blocks.size(); ++i)
                REQUIRE(block_on(on, 1 << 20));
            REQUIRE(block_on(on, 1 << 20) == 0 && room_of(on).gbrk >= used);
        }
        meet();
    });
}

TEST(GlobalHeap, WhatIsNoBlockIsNotFreed) {
    on_all([](unsigned me) {
        if (me == 0)
            for (unsigned on = 0; on < threads(); ++on) {
                const polder_ga below = block_on(on, 64), block = block_on(on, 200);
                const auto freed = [](polder_ga at) {
                    heap::FreeResult result;
                    REQUIRE(alloc::global_free(at, &result));
                    return result;
                };
                REQUIRE(freed(block + 64) == heap::FreeResult::not_a_block);
                REQUIRE(freed(ga_of_segment(on) + node_heap::global_top()) == heap::FreeResult::not_a_block);
                REQUIRE(freed(below) == heap::FreeResult::ok);
                REQUIRE(freed(below) == heap::FreeResult::already_free);
                REQUIRE(freed(block) == heap::FreeResult::ok);
            }
        meet();
        // The local heap is not taken for it.
        const polder_ga own = polder_alloc(100);
        heap::FreeResult result;
        REQUIRE(!alloc::global_free(own, &result));
        polder_free(own);
        meet();
    });
}

TEST(GlobalHeap, TheLimitHolds) {
    on_all([](unsigned me) {
        const unsigned on = next(me);
        const std::uint64_t limit = room_of(me).glimit;
        REQUIRE(is_ok(alloc::global_brk(on, 128)) && room_of(on).gbrk == 128);
        REQUIRE(alloc::global_brk(on, limit + 64) == Status::no_memory &&
                alloc::global_brk(on, 100) == Status::bad_argument);
        REQUIRE(alloc::global_sbrk(on, -192, nullptr) == Status::bad_argument);
        meet();
        const std::uint64_t top = node_heap::global_top() - node_range.local_begin;
        REQUIRE(!node_heap::global_limit_lower(top - 64) && !node_heap::global_limit_lower(top + 4096));
        REQUIRE(node_heap::global_limit_lower(top - 128) && node_heap::global_local_room() == top - 128);
        meet();
        REQUIRE(room_of(on).glimit == 128 && block_on(on, 1) == 0);
        std::uint64_t before = 0;
        REQUIRE(is_ok(alloc::global_sbrk(on, -64, &before)) && before == 128);
        meet();
    });
}

TEST(GlobalHeap, TheInvariantHoldsUnderTraffic) {
    const unsigned each = long_run() ? 40000 : 200;
    on_all([=](unsigned me) {
        move_breaks(me, each);
        pass_blocks(me, each);
    });
}

// Thread 0 frees a block while a store to it is pending in its cache. Thread 1 gets the block, and
// what it writes there stays.
void free_behind_store(unsigned me) {
    const auto step = [](std::uint64_t number) {
        while (meeting->word[0].load() != number)
            net::net_poll();
    };
    meet();
    for (std::uint64_t turn = 0; turn < 200; turn += 4) {
        if (me == 0) {
            const polder_ga block = block_on(1, 640);
            meeting->word[1] = block;
            step(turn);
            polder_far_put8(block + 8, 1);
            polder_free(block);
            meeting->word[0] = turn + 1;
            step(turn + 2);
            cache::far_fence();
            meeting->word[0] = turn + 3;
            step(turn + 4);
        } else if (me == 1) {
            step(turn + 1);
            const polder_ga block = block_on(1, 640);
            REQUIRE(block == meeting->word[1].load());
            auto *const word = static_cast<volatile std::uint64_t *>(near_pointer(block + 8));
            *word = 2;
            meeting->word[0] = turn + 2;
            step(turn + 3);
            REQUIRE(*word == 2);
            polder_free(block);
            meeting->word[0] = turn + 4;
        }
    }
    meet();
}

TEST(GlobalHeap, WhatWasPutToAFreedBlockComesBeforeItsNextUse) {
    for (const NetJob &job : net_jobs()) {
        if (job.nodes.size() != 2 || job.nodes[0].first != 1) continue;
        EXPECT_EQ(run_net(job, free_behind_store), 0) << name_of(job);
    }
}

// A million operations, on one node, where they take no network.
TEST(GlobalHeap, TheInvariantHoldsForAMillionOperations) {
    for (const NetJob &job : all_jobs()) {
        if (job.nodes.size() != 1) continue;
        const unsigned each = 1000000 / job.nodes[0].first;
        EXPECT_EQ(run_net(job,
                          [=](unsigned me) {
                              move_breaks(me, each / 2);
                              pass_blocks(me, each / 2);
                          }),
                  0)
            << name_of(job);
    }
}

// ---- what a call takes ----

struct Spent {
    std::uint64_t atomics, gets, puts, signals, round_trips;
    bool operator==(const Spent &) const = default;
};
Spent spent() {
    ConduitStats stats;
    REQUIRE(conduit_stats(*net::net.conduit, every_peer, &stats));
    return {stats[ConduitKind::atomic].started, stats[ConduitKind::get].started, stats[ConduitKind::put].started,
            stats[ConduitKind::put_signal].started, alloc::global_round_trips()};
}
// What the calls before have left under way is complete: the lock of the area is free.
template <class Call> bool takes(const Spent &expected, Call call) {
    cache::far_fence();
    const Spent before = spent();
    call();
    const Spent now = spent();
    return expected == Spent{now.atomics - before.atomics, now.gets - before.gets, now.puts - before.puts,
                             now.signals - before.signals, now.round_trips - before.round_trips};
}

// Nobody waits for the free lock, nor for the words, as both are messages or the conduit orders
// them. Without order the head of a block is waited for. To free waits for no put of the caller.
TEST(GlobalHeap, NoRoundTripForWhatTheConduitOrders) {
    for (NetJob job : net_jobs()) {
        if (*job.hooks || job.nodes.size() != 2 || job.nodes[0].first != 1) continue;
        job.hooks = "stats";
        const bool orders = !std::strcmp(job.conduit, "smp");
        const auto body = [&](unsigned me) {
            meet();
            if (me == 0) {
                REQUIRE(net::net.caps->ordered_atomics == orders && net::net.caps->message_atomics == !orders);
                const std::uint64_t trips = net::net.caps->ordered ? 1 : 2;
                REQUIRE(net::net.caps->ordered == !std::strstr(job.modes, "no-order"));
                polder_ga first = 0, second = 0;
                REQUIRE(takes({1, 1, 0, 1, 1}, [] { REQUIRE(is_ok(alloc::global_sbrk(1, 640, nullptr))); }));
                REQUIRE(takes({1, 1, 1, 1, trips}, [&] { first = block_on(1, 64); }));
                REQUIRE(takes({1, 1, 1, 1, trips}, [&] { second = block_on(1, 64); }));
                REQUIRE(takes({1, 2, 1, 1, trips}, [&] { polder_free(first); }));
                REQUIRE(takes({1, 2, 1, 1, trips + 1}, [&] { REQUIRE(block_on(1, 64) == first); }));
                REQUIRE(takes({1, 2, 1, 1, trips}, [&] { polder_free(second); }));
                REQUIRE(takes({1, 1, 1, 0, 1}, [] { room_of(1); }));
            }
            meet_without_polling();
        };
        for (const char *modes : {"", "no-order,hardware", "allocated,hardware"}) {
            if (orders && *modes) continue;
            job.modes = modes;
            EXPECT_EQ(run_net(job, body), 0) << name_of(job) << " " << modes;
        }
    }
}

// ---- a target that is stopped ----

// Thread 0 stops the process of the last thread and works on that thread's area.
void work_on_stopped(unsigned me) {
    const unsigned target = threads() - 1;
    if (me == target) meeting->word[0] = static_cast<std::uint64_t>(getpid());
    meet();
    if (me == 0) {
        const pid_t pid = static_cast<pid_t>(meeting->word[0].load());
        block_on(target, 8); // what a first transfer sets up is there
        REQUIRE(kill(pid, SIGSTOP) == 0);
        int status;
        char path[64], text[512] = "";
        do { // until it is
            std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
            std::FILE *file = std::fopen(path, "re");
            REQUIRE(file && std::fgets(text, sizeof text, file));
            std::fclose(file);
            status = std::strrchr(text, ')')[2];
        } while (status != 'T');
        for (unsigned i = 0; i < 300; ++i) {
            const polder_ga one = block_on(target, 500), other = block_on(target, 64);
            REQUIRE(one && other);
            mark(one, 500);
            mark(other, 64);
            polder_free(one);
            REQUIRE(is_marked(other, 64));
            polder_free(other);
            room_of(target);
        }
        REQUIRE(kill(pid, SIGCONT) == 0);
    }
    meet();
}

TEST(GlobalHeap, AStoppedTargetIsNotNeeded) {
    for (const NetJob &job :
         {NetJob{{{1, 1}, {1, 1}}, "smp"}, NetJob{{{2, 2}}, "smp"}, NetJob{{{1, 1}, {2, 2}}, "smp"}})
        EXPECT_EQ(run_net(job, work_on_stopped), 0) << name_of(job);
}

} // namespace

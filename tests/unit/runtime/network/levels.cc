// Thread levels (runtime/net/level.h): which are granted, and that below `multiple` a process with
// several system threads takes no lock for its transfers. Counts of net_lock, of the conduit and of
// puts decide.
#include "runtime/net/level.h"

#include "runtime/put/put_pool.h"
#include "runtime/rma/copy.h"
#include "runtime/sync/one_caller.h"
#include "tests/unit/runtime/net_nodes.h"

#include <thread>

using namespace polder;
using namespace polder::test;

namespace {

constexpr unsigned transfers = 200;

// One thread a process; nobody but its threads polls.
NetJob job_of(const char *conduit) {
    return {{{1, 1}, {1, 1}}, conduit, "poll"};
}
// The system threads of the C library count from here on.
class Company {
public:
    Company()
        : other_([this] {
              while (!over_.load())
                  std::this_thread::yield();
          }) {}
    ~Company() {
        over_.store(true);
        other_.join();
    }

private:
    std::atomic<bool> over_{false};
    std::thread other_;
};

void transfer(unsigned me) {
    std::uint64_t value = 5;
    std::uint64_t seen = 0;
    for (unsigned i = 0; i < transfers; ++i) {
        rma::copy_put(board(next(me)), &value, 8);
        rma::copy_get(&seen, board(next(me)), 8);
    }
    cache::far_fence();
    REQUIRE(seen == 5);
}

struct Locks {
    std::uint64_t guard = net::net_lock.taken.load();
    std::uint64_t conduit = net::net.table->counts(*net::net.conduit).locks;
    std::uint64_t puts = put::put_counts().locks;
};

void run_each(const std::function<void(unsigned)> &body) {
    for (const char *conduit : {"smp", "ofi"})
        EXPECT_EQ(run_net(job_of(conduit), body), 0) << conduit;
}

// `multiple` locks at each transfer; the others take no lock at all.
TEST(Levels, LocksByLevel) {
    run_each([](unsigned me) {
        net::thread_level_begin();
        {
            const Company company;
            for (const ThreadLevel level : {ThreadLevel::multiple, ThreadLevel::single, ThreadLevel::funneled,
                                            ThreadLevel::serialized, ThreadLevel::multiple}) {
                REQUIRE(net::thread_level_ask(level) == level && net::thread_level() == level);
                const Locks before;
                transfer(me);
                const Locks after;
                REQUIRE(after.conduit == before.conduit && after.puts == before.puts);
                if (level == ThreadLevel::multiple)
                    REQUIRE(after.guard >= before.guard + 2 * transfers);
                else
                    REQUIRE(after.guard == before.guard);
            }
        }
        meet();
    });
}

// Threads of the program in turn, at `serialized`: the guard does not lock, and puts of the other
// thread are right.
TEST(Levels, SerializedThreadsInTurn) {
    run_each([](unsigned me) {
        net::thread_level_begin();
        net::thread_level_ask(ThreadLevel::serialized);
        const long delta = polder_delta;
        const Locks before;
        for (unsigned turn = 0; turn < 5; ++turn) {
            std::thread([&] {
                polder_delta = delta;
                transfer(me);
            }).join();
            transfer(me);
        }
        REQUIRE(Locks().guard == before.guard);
        meet();
    });
}

// A thread of the runtime's own makes the guard lock, at every level; a pool raises the level.
TEST(Levels, OwnThreadsLock) {
    run_each([](unsigned me) {
        net::thread_level_begin();
        net::thread_level_ask(ThreadLevel::single);
        net::thread_level_share();
        {
            const Company company;
            const Locks before;
            transfer(me);
            REQUIRE(Locks().guard >= before.guard + 2 * transfers);
            REQUIRE(net::thread_level() == ThreadLevel::single);
            net::thread_level_workers();
            REQUIRE(net::thread_level() == ThreadLevel::multiple);
            REQUIRE(net::thread_level_ask(ThreadLevel::funneled) == ThreadLevel::multiple);
        }
        meet();
    });
}

// A maker inside the guard, without the lock, keeps out whoever comes with it.
TEST(Levels, SharingInsideTheGuard) {
    run_each([](unsigned) {
        net::thread_level_begin();
        net::thread_level_ask(ThreadLevel::serialized);
        const Company company;
        std::atomic<bool> left{false};
        std::thread other;
        {
            const net::NetGuard inside;
            net::thread_level_share();
            other = std::thread([&] {
                const net::NetGuard mine;
                REQUIRE(left.load());
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            left.store(true);
        }
        other.join();
        meet();
    });
}

// Two at once, against the promise, end the job.
TEST(Levels, TwoAtOnceAreFound) {
    EXPECT_EQ(run_net(job_of("smp"),
                      [](unsigned me) {
                          net::thread_level_begin();
                          net::thread_level_ask(ThreadLevel::serialized);
                          if (me) return meet();
                          const Company company;
                          const net::NetGuard inside;
                          std::thread([] { const net::NetGuard mine; }).join();
                      }),
              1);
}

// The setting is the least that is granted; barriers by others than the own system thread are for
// the two higher levels.
TEST(Levels, LeastOfTheSetting) {
    run_each([](unsigned) {
        setting_override(Setting::thread_level, "serialized");
        net::thread_level_begin();
        REQUIRE(net::thread_level() == ThreadLevel::serialized);
        REQUIRE(net::thread_level_ask(ThreadLevel::single) == ThreadLevel::serialized);
        REQUIRE(net::thread_level_ask(ThreadLevel::multiple) == ThreadLevel::multiple);
        const long delta = polder_delta;
        std::thread([delta] {
            polder_delta = delta;
            const sync::OneCaller here("a collective function");
        }).join();
        meet();
    });
}

} // namespace

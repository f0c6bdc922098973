// The end of a process and its progress thread. Who takes what comes in? The thread stays away from
// those who poll. Signals and children of fork have nothing to do with it. Kept messages stay in
// order, and the loss of a node is noticed.
#include "runtime/atomic/atomic.h"
#include "runtime/net/progress.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "tests/unit/runtime/net_nodes.h"

#include <csignal>
#include <fcntl.h>

using namespace polder;
using namespace polder::test;

namespace {

NetJob pair_of(const char *conduit, const char *progress) {
    NetJob job;
    job.conduit = conduit;
    job.progress = progress;
    return job;
}
std::vector<NetJob> pairs(const char *progress) {
    std::vector<NetJob> list;
    for (const NetJob &job : net_jobs())
        if (list.empty() || std::strcmp(list.back().conduit, job.conduit))
            list.push_back(pair_of(job.conduit, progress));
    return list;
}
void run_pairs(const char *progress, const std::function<void(unsigned)> &body) {
    for (const NetJob &job : pairs(progress))
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
}
std::atomic<std::uint64_t> &own_word(unsigned number) {
    return static_cast<std::atomic<std::uint64_t> *>(near_pointer(board(mythread())))[number];
}

// ---- the progress thread ----

// A thread that neither polls nor waits in the runtime is reached all the same: by puts, gets,
// atomic operations.
TEST(Progress, ReachesThreadsThatCompute) {
    run_pairs("thread", [](unsigned me) {
        if (me == 1) own_word(1).store(41);
        meet();
        if (me == 1) {
            while (own_word(0).load() < 100)
                sched_yield();
            REQUIRE(own_word(1).load() == 141);
        } else {
            for (std::uint64_t i = 1; i <= 100; ++i) {
                std::uint64_t seen = 0;
                atomic::atomic_apply(board(1) + 8, {AtomicType::u64, AtomicOperation::add, 1, 0, &seen});
                REQUIRE(seen == 40 + i);
                rma::copy_get(&seen, board(1) + 8, 8);
                REQUIRE(seen == 41 + i);
                rma::copy_put(board(1), &i, 8);
                cache::far_fence();
            }
        }
        meet();
    });
}

// It says itself whether it runs, so that waits do not take it for a stranger. While nothing comes
// it is none of those that run.
TEST(Progress, IsNoStranger) {
    run_pairs("thread", [](unsigned) {
        const auto running = [](std::int64_t settled_ns) { return self().sub_threads.running(clock_ns(), settled_ns); };
        while (!running(clock_ns())) // it has been seen
            sched_yield();
        while (running(1000000)) // it naps or sleeps
            sched_yield();
        meet();
    });
}

// More system threads of a process wait than there are cores: a wait gives its core away from the
// first turn on. The others of this test are marks.
TEST(Waits, ShareCoresAmongSubThreads) {
    run_pairs("thread", [](unsigned) {
        constexpr unsigned looks = 150; // fewer than a wait spins on a core of its own
        sync::wait_setup.oversubscribed = false;
        sync::wait_setup.notices_strangers = false;
        sync::wait_setup.spins = 100;
        control().cores = 2;
        meet();
        const auto yields = [] {
            const std::uint64_t before = local(sync::give_way_state).counts.yields;
            unsigned seen = 0;
            net::net_wait({WaitKind::copy, 0}, [&] { return ++seen > looks; });
            return local(sync::give_way_state).counts.yields - before;
        };
        {
            const net::NetWaiter another;
            REQUIRE(yields() == 0);
        }
        const net::NetWaiter one;
        const net::NetWaiter two;
        REQUIRE(yields() >= looks / 3);
        meet();
    });
}

// A large transfer ends while its thread computes: both ends only have their progress threads.
TEST(Progress, CarriesLargeTransfers) {
    run_pairs("thread", [](unsigned me) {
        static char data[4 << 20];
        if (me == 0) {
            std::memset(data, 7, sizeof data);
            const rma::TransferHandle handle = rma::async_put(board(1), data, sizeof data);
            meeting->word[0].store(1);
            while (!meeting->word[1].load())
                sched_yield();
            rma::async_wait(handle);
        } else {
            const volatile char *last = static_cast<char *>(near_pointer(board(1))) + sizeof data - 1;
            while (*last != 7)
                sched_yield();
            meeting->word[1].store(1);
        }
        meet();
    });
}

// While a thread polls, the progress thread takes nothing, and sleeps in the conduit next to never.
TEST(Progress, StaysAwayFromPollers) {
    run_pairs("thread", [](unsigned me) {
        std::uint64_t value = 0;
        if (me == 0)
            for (int i = 0; i < 3000; ++i) {
                rma::copy_get(&value, board(1), 8);
                net::net_poll();
            }
        meet();
        if (me == 0) {
            meeting->word[0].store(net::net.counts.progressed);
            meeting->word[1].store(net::net.turns.load());
        }
        meet();
        // A thread that is not scheduled for a while is a thread that does not poll, so a few are
        // allowed.
        REQUIRE(meeting->word[0].load() * 10 < 3000);
        REQUIRE(meeting->word[1].load() >= 3000);
    });
}

unsigned system_threads() {
    unsigned count = 0;
    if (FILE *status = std::fopen("/proc/self/status", "r")) {
        char line[256];
        while (std::fgets(line, sizeof line, status))
            std::sscanf(line, "Threads: %u", &count);
        std::fclose(status);
    }
    return count;
}

TEST(Progress, IsThereWhenAskedFor) {
    run_pairs("poll", [](unsigned) { REQUIRE(!net::net.progress && system_threads() == 1); });
    run_pairs("thread", [](unsigned) { REQUIRE(net::net.progress && system_threads() == 2); });
    run_pairs("core", [](unsigned) { REQUIRE(net::net.progress && system_threads() == 2); });
}

std::atomic<int> signals, elsewhere;
void on_signal(int) {
    signals.fetch_add(1);
    if (gettid() != getpid()) elsewhere.fetch_add(1);
}

TEST(Progress, TakesNoSignals) {
    run_pairs("thread", [](unsigned me) {
        std::signal(SIGUSR1, on_signal);
        std::uint64_t value = 0;
        for (int i = 1; i <= 50; ++i) {
            kill(getpid(), SIGUSR1);
            while (signals.load() < i)
                sched_yield();
            rma::copy_get(&value, board(1 - me), 8);
        }
        REQUIRE(elsewhere.load() == 0);
        meet();
    });
}

TEST(Progress, ChildrenOfForkAreNotConcerned) {
    run_pairs("thread", [](unsigned me) {
        for (int i = 0; i < 5; ++i) {
            const pid_t child = fork();
            if (child == 0) _exit(7);
            std::uint64_t value = 0;
            rma::copy_get(&value, board(1 - me), 8);
            int status = 0;
            REQUIRE(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
        }
        meet();
    });
}

// ---- messages ----

std::atomic<std::uint64_t> came, out_of_order;
void take_test(const ConduitMessage &message) {
    std::uint64_t number;
    std::memcpy(&number, static_cast<const char *>(message.header) + 8, 8);
    if (number != came.load()) out_of_order.fetch_add(1);
    came.fetch_add(1);
}

// What the conduit would not take at once comes too, once, in order; ordinary messages do not
// overtake it.
TEST(Messages, KeptOnesComeInOrder) {
    for (const NetJob &plain : pairs("thread"))
        for (const char *hooks : {"", "fault:again=0.3"}) {
            NetJob job = plain;
            job.hooks = hooks;
            EXPECT_EQ(
                run_net(job,
                        [](unsigned me) {
                            net::net_register(net::NetClass::test, take_test);
                            meet();
                            constexpr std::uint64_t count = 20000;
                            static char payload[300];
                            for (std::uint64_t i = 0; me == 0 && i < count; ++i) {
                                const std::uint64_t header[] = {static_cast<std::uint64_t>(net::NetClass::test), i};
                                const ConduitMessage message = {header, sizeof header, payload, i % 300};
                                if (i % 3)
                                    net::net_send_queued(1, message);
                                else
                                    while (net::net_send(1, message) == Status::again)
                                        net::net_poll();
                            }
                            if (me == 1) {
                                while (came.load() < count)
                                    if (!net::net_poll()) sched_yield();
                                REQUIRE(out_of_order.load() == 0);
                            }
                            meet();
                            REQUIRE(net::net.pending_sends.load() == 0 || me == 0);
                        }),
                0)
                << name_of(job);
        }
}

// ---- losses ----

// A node that is gone ends the job, with its name.
TEST(Losses, OfANode) {
    for (const NetJob &job : pairs("thread"))
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              std::uint64_t value = 0;
                              rma::copy_get(&value, board(1 - me), 8);
                              meet();
                              if (me == 1) _exit(0);
                              for (;;)
                                  rma::copy_get(&value, board(1), 8);
                          }),
                  1)
            << name_of(job);
}

} // namespace

// What waiting threads do with their core, by counts. The kernel's part is played here. A yield
// takes as long as the test says, and the clock goes on by that. The machine runs as many threads
// as the test says. So it does not matter who else uses this machine. In tests of the rules there
// is no other clock; in jobs yields are real as well.
#include "tests/unit/runtime/job_fixture.h"

#include "runtime/sync/give_way.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/spin_loop.h"

#include <polder/transfer.h>

#include <atomic>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <time.h>

namespace {

// Of the calling process.
std::atomic<std::int64_t> yield_takes_ns = 300, clock_ahead_ns = 0;
std::atomic<unsigned> running = 1;
bool all_played = false;
__thread std::uint64_t own_yields = 0; // of the calling system thread

} // namespace

extern "C" int clock_gettime(clockid_t which, timespec *now) {
    *now = {1000, 0};
    const long status = all_played ? 0 : syscall(SYS_clock_gettime, which, now);
    const std::int64_t ns = now->tv_nsec + clock_ahead_ns;
    now->tv_sec += ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    return static_cast<int>(status);
}

extern "C" int sched_yield() noexcept {
    ++own_yields;
    clock_ahead_ns.fetch_add(yield_takes_ns, std::memory_order_relaxed);
    return all_played ? 0 : static_cast<int>(syscall(SYS_sched_yield));
}

namespace polder::sync {
unsigned machine_running() {
    return running;
}
} // namespace polder::sync

using namespace polder;
using namespace polder::test;

namespace {

constexpr std::int64_t slice_ns = 9000000;

const sync::GiveWayCounts &counts() {
    return local(sync::give_way_state).counts;
}

class GiveWayRules : public testing::Test {
protected:
    void SetUp() override {
        sync::give_way_state.beside = false;
        sync::give_way_state.interval = sync::give_way_state.left_at = 0;
        yield_takes_ns = 300;
        running = 1;
        all_played = true;
    }
    void TearDown() override { all_played = false; }
    // One turn of a wait that may sleep.
    bool sleeps() {
        std::int64_t now = 0;
        return sync::give_way_or_sleep(&now);
    }
    void strangers_come(unsigned number) {
        yield_takes_ns = slice_ns;
        running = 1 + number;
    }
    // What passes until the next yield; 0: too long.
    std::int64_t time_until_yield() {
        const std::uint64_t before = counts().yields;
        for (std::int64_t passed = 0; passed < 100 * slice_ns;) {
            clock_ahead_ns += sync::review_ns;
            passed += sync::review_ns;
            sleeps();
            if (counts().yields != before) return passed;
        }
        return 0;
    }
};

TEST_F(GiveWayRules, YieldsWhileYieldsComeBackSoon) {
    running = 50; // elsewhere on the machine
    for (unsigned turn = 0; turn < 1000; ++turn)
        EXPECT_FALSE(sleeps());
    EXPECT_FALSE(sync::beside_strangers());
}

// G5: no thread keeps a core by yields alone.
TEST_F(GiveWayRules, LeavesTheCoreNowAndThen) {
    const std::uint64_t yields = counts().yields, naps = counts().naps;
    for (std::uint64_t turn = 0; turn < 3 * sync::yields_a_nap; ++turn)
        EXPECT_FALSE(sleeps());
    EXPECT_EQ(counts().yields, yields + 3 * sync::yields_a_nap);
    EXPECT_EQ(counts().naps, naps + 3);
}

TEST_F(GiveWayRules, SleepsAfterOneLateYieldBesideStrangers) {
    strangers_come(3);
    EXPECT_TRUE(sleeps());
    const std::uint64_t yields = counts().yields;
    for (unsigned turn = 0; turn < 1000; ++turn) {
        EXPECT_TRUE(sync::beside_strangers());
        EXPECT_TRUE(sleeps());
    }
    EXPECT_EQ(counts().yields, yields);
}

// A thread of the job computes on this core: this wait should sleep, the next one yields again.
TEST_F(GiveWayRules, OwnThreadsAreNoStrangers) {
    yield_takes_ns = slice_ns;
    EXPECT_TRUE(sleeps());
    EXPECT_FALSE(sync::beside_strangers());
}

TEST_F(GiveWayRules, YieldsAgainWhenStrangersHaveEnded) {
    strangers_come(3);
    EXPECT_TRUE(sleeps());
    yield_takes_ns = 300;
    running = 1;
    clock_ahead_ns += sync::review_ns + 1;
    EXPECT_FALSE(sync::beside_strangers() && sleeps());
    EXPECT_FALSE(sync::beside_strangers());
}

// They have left this core and compute elsewhere: only a yield tells.
TEST_F(GiveWayRules, TriesAYieldNowAndThen) {
    strangers_come(3);
    EXPECT_TRUE(sleeps());
    for (const std::int64_t factor : {4, 8, 16, 16, 16}) { // of one thread
        const std::int64_t passed = time_until_yield();
        EXPECT_GE(passed, factor * slice_ns);
        EXPECT_LE(passed, factor * slice_ns + 2 * sync::review_ns);
        EXPECT_TRUE(sync::beside_strangers());
    }
    yield_takes_ns = 300;
    EXPECT_NE(time_until_yield(), 0);
    EXPECT_FALSE(sync::beside_strangers());
    // One in time by luck does not begin anew.
    strangers_come(3);
    EXPECT_TRUE(sleeps());
    EXPECT_GE(time_until_yield(), 16 * slice_ns);
}

// Whatever it was that took so long.
TEST_F(GiveWayRules, IsNotImpressedByOneLongPause) {
    strangers_come(3);
    yield_takes_ns = 1000 * slice_ns;
    EXPECT_TRUE(sleeps());
    yield_takes_ns = 300;
    const std::int64_t passed = time_until_yield();
    EXPECT_NE(passed, 0);
    EXPECT_LE(passed, sync::trial_first * sync::most_late_ns + 2 * sync::review_ns);
    EXPECT_FALSE(sync::beside_strangers());
}

TEST_F(GiveWayRules, UnknownMachineIsOneWithStrangers) {
    yield_takes_ns = slice_ns;
    running = 0;
    EXPECT_TRUE(sleeps());
    EXPECT_TRUE(sync::beside_strangers());
}

TEST_F(GiveWayRules, NapsWhereNobodyWouldWakeIt) {
    strangers_come(3);
    sync::give_way();
    const std::uint64_t yields = counts().yields, naps = counts().naps;
    for (unsigned turn = 0; turn < 10; ++turn)
        sync::give_way();
    EXPECT_EQ(counts().yields, yields);
    EXPECT_EQ(counts().naps, naps + 10);
}

// G6: a wait of a thread with a core of its own looks, and yields now and then. Where threads share
// cores it yields in each turn.
TEST_F(GiveWayRules, LooksManyTimesBetweenYieldsInTime) {
    constexpr unsigned looks = 2000;
    for (const bool shared : {false, true}) {
        sync::wait_setup.oversubscribed = shared;
        sync::WaitPoint point = {};
        unsigned left = looks;
        const std::uint64_t yields = counts().yields;
        sync::wait_slowly(
            point, {}, sync::wait_all_groups, [](void *seen) { return --*static_cast<unsigned *>(seen) == 0; }, &left);
        if (shared)
            EXPECT_GE(counts().yields - yields, looks / 2);
        else
            EXPECT_LE(counts().yields - yields, looks / 32);
    }
    sync::wait_setup.oversubscribed = false;
}

// ---- spin loops ----

// How often a loop gives way that works so long between its calls, all in vain, for some time.
std::uint64_t ways_given(void (*turn)(), std::int64_t work, std::int64_t time) {
    clock_ahead_ns += 10 * sync::same_loop_ns; // P2: a new loop
    const std::uint64_t before = counts().yields + counts().naps;
    for (std::int64_t worked = 0; worked < time; worked += work) {
        clock_ahead_ns += work;
        turn();
    }
    return counts().yields + counts().naps - before;
}

constexpr std::int64_t work_ns = 20, worked_ns = 100 * sync::kept_most_ns;

// In a job of one thread, by the played clock, as if it shared its core with others of the job.
template <class Body> void in_shared_job(const Body &body) {
    JobOptions options;
    EXPECT_EQ(run_job(options,
                      [&](unsigned) {
                          sync::give_way_state.beside = false;
                          running = 1;
                          yield_takes_ns = 4000;
                          sync::wait_setup.oversubscribed = true;
                          sync::wait_setup.spins = 1;
                          all_played = true;
                          body();
                          all_played = false;
                          sync::wait_setup.oversubscribed = false;
                      }),
              0);
}

TEST(SpinLoop, WaitsGiveWayInEveryTurn) {
    in_shared_job([] { REQUIRE(ways_given(sync::spin_turn, work_ns, worked_ns) >= worked_ns / work_ns - 10); });
}

// P1: a loop that works keeps its core most of the time.
TEST(SpinLoop, LoopsThatWorkSeldomGiveWay) {
    in_shared_job([] {
        const std::uint64_t given = ways_given(sync::poll_turn, work_ns, worked_ns);
        REQUIRE(given >= 100); // the time that kept_most_ns allows
        REQUIRE(given <= 300); // some more at its beginning
    });
}

TEST(SpinLoop, LoopsThatWorkSeldomNapBesideStrangers) {
    in_shared_job([] {
        sync::wait_setup.oversubscribed = false;
        yield_takes_ns = slice_ns;
        running = 4;
        sync::give_way();
        REQUIRE(sync::beside_strangers());
        REQUIRE(ways_given(sync::poll_turn, work_ns, worked_ns) <= 300);
    });
}

// P1: what is waited for may come at once, so a young loop keeps its core for a small share. Before
// the way given next, k of them have let it keep k shares of as many yields.
TEST(SpinLoop, YoungLoopsGiveWaySoon) {
    in_shared_job([] {
        constexpr std::int64_t ways = 6;
        const std::int64_t kept_ns = yield_takes_ns / sync::kept_share * ways * (ways + 1) / 2;
        REQUIRE(ways_given(sync::poll_turn, work_ns, kept_ns + (ways + 1) * work_ns) >= ways);
    });
}

// P2
TEST(SpinLoop, LoopsThatFindSomethingBeginAnew) {
    in_shared_job([] {
        ways_given(sync::poll_turn, work_ns, worked_ns);
        const std::uint64_t before = counts().yields;
        for (unsigned call = 0; call < 100; ++call) {
            sync::spin_again();
            clock_ahead_ns += work_ns;
            sync::poll_turn();
        }
        REQUIRE(counts().yields - before >= 90);
    });
}

// Sub-threads whose loops take turns, so that the played clock is that of both. One calls a hundred
// times as often. It gives way first in each share, but not for the other one.
TEST(SpinLoop, SubThreadsArePacedEachForItself) {
    in_shared_job([] {
        constexpr unsigned often = 100;
        constexpr auto rounds = static_cast<unsigned>(worked_ns / (work_ns * often));
        std::atomic<unsigned> calls = 0;
        std::uint64_t yields[2] = {};
        const auto loop = [&](unsigned which, unsigned in_a_row) {
            own_yields = 0;
            for (unsigned round = 0; round < rounds; ++round) {
                while (calls.load() != 2 * round + which)
                    syscall(SYS_sched_yield);
                for (unsigned call = 0; call < in_a_row; ++call) {
                    clock_ahead_ns += work_ns;
                    sync::poll_turn();
                }
                calls.fetch_add(1);
            }
            yields[which] = own_yields;
        };
        clock_ahead_ns += 10 * sync::same_loop_ns; // P2: a new loop
        std::thread seldom([&, delta = polder_delta] {
            polder_delta = delta;
            loop(1, 1);
        });
        loop(0, often);
        seldom.join();
        REQUIRE(yields[0] >= rounds / 10);
        REQUIRE(yields[1] >= rounds / 10);
    });
}

// System threads of one UPC thread that poll at once, in loops of each kind, in a job of pthreads.
// ThreadSanitizer finds what they share without an order.
TEST(SpinLoop, SubThreadsPollAtOnce) {
    constexpr unsigned each = 4;
    constexpr unsigned turns = 2000;
    for (const bool shared : {false, true}) {
        JobOptions options;
        options.threads = 2;
        options.processes = 1;
        options.cores = shared ? 1 : 64;
        const auto poll = [](unsigned) {
            std::atomic<unsigned> ended = 0;
            std::vector<std::thread> beside_it;
            for (unsigned i = 0; i < each; ++i)
                beside_it.emplace_back([&ended, i, delta = polder_delta] {
                    polder_delta = delta;
                    for (unsigned turn = 0; turn < turns; ++turn) {
                        if (turn % 100 == i) sync::spin_again();
                        if (i % 2)
                            polder_progress();
                        else
                            polder_spin();
                    }
                    ended.fetch_add(1);
                });
            while (ended.load() != each)
                polder_progress();
            for (std::thread &one : beside_it)
                one.join();
        };
        EXPECT_EQ(run_job(options, poll), 0);
    }
}

// ---- waits of a job ----

constexpr unsigned barriers = 300;

void pass_barriers() {
    for (unsigned i = 0; i < barriers; ++i)
        polder_barrier(0, 0);
}

// With more threads than cores, and with a core for each. What the tests above left in private data
// is still there.
// In memory of all processes of a job.
std::atomic<std::uint64_t> *const sleeps_of_job = static_cast<std::atomic<std::uint64_t> *>(
    mmap(nullptr, sizeof(std::atomic<std::uint64_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));

template <class Body> void on_jobs(const Body &body) {
    for (int cores : {1, 64})
        for (JobOptions options : mappings(4)) {
            options.cores = cores;
            *sleeps_of_job = 0;
            options.before_threads = [](unsigned) { sync::wait_setup.spins = 1; };
            EXPECT_EQ(run_job(options, body), 0) << options.processes << " processes, " << cores << " cores";
        }
}

TEST(GiveWayJob, BarriersBesideStrangersSleep) {
    on_jobs([](unsigned) {
        yield_takes_ns = slice_ns;
        running = 100;
        pass_barriers(); // a thread that waited has come to know of them
        const std::uint64_t yields = counts().yields;
        const std::int64_t began = clock_ns();
        pass_barriers();
        // One may find them out only here. Some are tried (G4), not more often than the time
        // that has passed allows.
        const std::int64_t trials = (clock_ns() - began) / (sync::trial_first * slice_ns) + 1;
        REQUIRE(counts().yields - yields <= static_cast<std::uint64_t>(1 + trials));
        sleeps_of_job->fetch_add(counts().sleeps); // none of a thread that is always the last to come
        pass_barriers();
        REQUIRE(sleeps_of_job->load() > 0);
    });
}

TEST(GiveWayJob, BarriersAmongOwnThreadsYield) {
    on_jobs([](unsigned) {
        running = 1; // and never more than the job has
        local(sync::give_way_state).beside = false;
        const std::uint64_t naps = counts().naps;
        pass_barriers();
        REQUIRE(!sync::beside_strangers());
        REQUIRE(counts().naps == naps);
    });
}

// Once all threads of the job have called it `times` times.
void meet(unsigned times) {
    sleeps_of_job->fetch_add(1);
    while (sleeps_of_job->load() < 4 * times)
        sched_yield();
}

// Each thread has sub-threads that wait as it does: together they are as many as the machine runs.
// Once the sub-threads sleep, and once they have ended, those that run are others.
TEST(GiveWayJob, SubThreadsThatWaitAreNoStrangers) {
    constexpr unsigned each = 3;
    on_jobs([](unsigned) {
        self().tid = gettid();
        running = 4 * (1 + each);
        local(sync::give_way_state).beside = false;
        const auto beside = [] {
            clock_ahead_ns += 1000 * sync::settled_ns; // more than the clocks of processes are apart
            yield_takes_ns = slice_ns;
            std::int64_t now = 0;
            local(sync::give_way_state).beside = false;
            sync::give_way_or_sleep(&now);
            return sync::beside_strangers();
        };
        std::atomic<unsigned> waited = 0;
        std::atomic<bool> sleep = false;
        std::atomic<unsigned> asleep = 0;
        std::atomic<bool> over = false;
        std::vector<std::thread> beside_it;
        for (unsigned i = 0; i < each; ++i)
            beside_it.emplace_back([&, delta = polder_delta] {
                polder_delta = delta;
                sync::give_way();
                ++waited;
                while (!sleep)
                    sched_yield();
                {
                    const AsleepMark rest;
                    ++asleep;
                    while (!over)
                        sched_yield();
                }
            });
        while (waited != each)
            sched_yield();
        meet(1);
        REQUIRE(!beside());
        REQUIRE(!self().wait.rests_ns); // theirs is not this thread's
        meet(2);
        sleep = true;
        while (asleep != each)
            sched_yield();
        REQUIRE(!self().wait.rests_ns);
        meet(3);
        REQUIRE(beside());
        over = true;
        for (std::thread &one : beside_it)
            one.join();
        meet(4);
        running = 4;
        REQUIRE(!beside());
        meet(5);
        running = 5; // nobody is counted who has ended
        REQUIRE(beside());
        meet(6);
    });
}

// Another node of the job on this machine may run as many threads, and a progress thread.
TEST(GiveWayJob, ThreadsOfNodesThatShareTheMachineAreNoStrangers) {
    on_jobs([](unsigned me) {
        if (me == 0) control().shape.sharing = 2;
        yield_takes_ns = slice_ns;
        for (const unsigned more : {0u, 1u}) {
            running = 4 + 5 + more;
            meet(2 * more + 1);
            local(sync::give_way_state).beside = false;
            std::int64_t now = 0;
            sync::give_way_or_sleep(&now);
            REQUIRE(sync::beside_strangers() == (more == 1));
            meet(2 * more + 2);
        }
    });
}

// All threads wait and may poll meanwhile: they are as many as the machine runs. Then all of them
// say that they sleep, so that those that run are others.
TEST(GiveWayJob, ThreadsThatWaitAwakeAreNoStrangers) {
    on_jobs([](unsigned) {
        running = 4;
        local(sync::give_way_state).beside = false;
        WaitMark mark(WaitKind::message, 0);
        mark.parking();
        meet(1);
        clock_ahead_ns += 1000 * sync::settled_ns; // more than the clocks of processes are apart
        yield_takes_ns = slice_ns;
        std::int64_t now = 0;
        sync::give_way_or_sleep(&now);
        REQUIRE(!sync::beside_strangers());
        meet(2);
        self().wait.rest();
        meet(3);
        clock_ahead_ns += 1000 * sync::settled_ns;
        sync::give_way_or_sleep(&now);
        REQUIRE(sync::beside_strangers());
    });
}

} // namespace

// Tasks with random pauses wherever another worker could step in between. Workers sleep from the
// first moment on, and there are more of them than cores.
#define POLDER_TEST_DELAYS
#include "runtime/api/task.cc"
#include "runtime/sync/wait.cc"
#include "runtime/task/each.cc"
#include "runtime/task/join.cc"
#include "runtime/task/pool.cc"
#include "runtime/task/steal.cc"

#include "tests/unit/runtime/delay_point.h"
#include "tests/unit/runtime/job_fixture.h"

#include <thread>

using namespace polder;
using namespace polder::test;

namespace {

std::vector<JobOptions> jobs() {
    std::vector<JobOptions> list;
    for (unsigned threads : {1u, 3u})
        for (JobOptions options : mappings(threads)) {
            options.static_bytes = 4096;
            options.before_threads = [](unsigned) { // park early
                sync::wait_setup.spins = 1;
                sync::wait_setup.yield_ns = 0;
            };
            list.push_back(options);
        }
    return list;
}

void run_jobs(const std::function<void(unsigned)> &body) {
    for (const JobOptions &options : jobs())
        EXPECT_EQ(run_job(options, body), 0) << options.threads << " threads, " << options.processes << " processes";
}

struct Fib {
    long n;
    long result;
};

long fib(long n);

void fib_task(void *argument) {
    Fib &task = *static_cast<Fib *>(argument);
    task.result = fib(task.n);
}

long fib(long n) {
    if (n < 2) return n;
    const Fib left = {n - 1, 0};
    polder_task_spawn(fib_task, &left, sizeof left);
    const long right = fib(n - 2);
    return right + static_cast<Fib *>(polder_task_join())->result;
}

TEST(TaskDelays, Trees) {
    run_jobs([](unsigned) {
        for (const int workers : {1, 2, 5}) {
            REQUIRE(polder_workers_start(workers) == workers);
            for (unsigned i = 0; i < 3 * stress(); ++i)
                REQUIRE(fib(13) == 233);
            polder_workers_end();
        }
    });
}

// Every task of a list runs once: its count says so, which one task alone writes. Some spawn
// another one, whose record comes and goes behind that of a running task.
struct Count {
    int *times;
    bool spawns;
};

void count_once(void *argument) {
    const Count &count = *static_cast<Count *>(argument);
    ++*count.times;
    delay_point();
    if (!count.spawns) return;
    int times = 0;
    const Count inner = {&times, false};
    polder_task_spawn(count_once, &inner, sizeof inner);
    delay_point();
    polder_task_join();
    REQUIRE(times == 1);
}

TEST(TaskDelays, ListsRunOnce) {
    run_jobs([](unsigned) {
        polder_workers_start(4);
        for (unsigned round = 0; round < 20 * stress(); ++round) {
            int times[40] = {};
            for (int &time : times) {
                const Count count = {&time, round % 2 == 0};
                polder_task_spawn(count_once, &count, sizeof count);
                if (round % 3 == 0) delay_point();
            }
            for (unsigned i = 0; i < 40; ++i)
                polder_task_join();
            for (const int time : times)
                REQUIRE(time == 1);
        }
        polder_workers_end();
    });
}

struct Meeting {
    long written[5];
    std::atomic<int> called;
};

void meet(void *argument) {
    Meeting &meeting = *static_cast<Meeting *>(argument);
    const int me = polder_worker_number();
    meeting.called.fetch_add(1, std::memory_order_relaxed);
    for (long round = 1; round <= 10; ++round) {
        meeting.written[me] = round;
        polder_workers_barrier();
        for (int w = 0; w < polder_workers(); ++w)
            REQUIRE(meeting.written[w] == round);
        polder_workers_barrier();
    }
}

TEST(TaskDelays, Meetings) {
    run_jobs([](unsigned) {
        polder_workers_start(5);
        for (unsigned i = 0; i < 10 * stress(); ++i) {
            Meeting meeting = {};
            polder_workers_each(meet, &meeting);
            REQUIRE(meeting.called.load(std::memory_order_relaxed) == 5);
        }
        polder_workers_end();
    });
}

// System threads that are no workers: all begin at once, and leave their places to the next ones.
TEST(TaskDelays, Guests) {
    run_jobs([](unsigned) {
        polder_workers_start(3);
        const long delta = polder_delta;
        for (unsigned round = 0; round < 4 * stress(); ++round) {
            std::vector<std::thread> guests;
            for (int i = 0; i < 4; ++i)
                guests.emplace_back([delta] {
                    polder_delta = delta;
                    REQUIRE(fib(11) == 89);
                });
            REQUIRE(fib(12) == 144);
            for (std::thread &guest : guests)
                guest.join();
        }
        const auto places = task::pool_of_thread()->count.load(std::memory_order_relaxed);
        REQUIRE(places >= 4 && places <= 7);
        polder_workers_end();
    });
}

} // namespace

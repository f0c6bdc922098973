// Active messages with random pauses wherever another thread could step in between, and with waits
// that sleep from the first moment on. Random messages among all threads come exactly once each,
// whole, and are answered as wished.
#define POLDER_TEST_DELAYS
#include "runtime/am/am.cc"
#include "runtime/am/handler_guard.cc"
#include "runtime/am/lane.cc"
#include "runtime/am/poll.cc"
#include "runtime/am/slabs.cc"
#include "runtime/am/sleep.cc"
#include "runtime/core/biased_lock.cc"
#include "runtime/sync/wait.cc"

#include "tests/unit/runtime/am/am_traffic.h"
#include "tests/unit/runtime/delay_point.h"

#include <thread>

using namespace polder;
using namespace polder::test;

namespace {

TEST(AmDelays, RandomMessages) {
    for (unsigned threads : {2u, 3u, 5u})
        for (const JobOptions &options : mappings(threads))
            EXPECT_EQ(run_job(with_messages(options, true), [](unsigned) { random_traffic(800, am::am_max_medium); }),
                      0)
                << threads << " threads, " << options.processes << " processes";
}

// Other system threads of each process poll beside it, from some moment on and for a while. The
// lanes' owner loses them then, in the middle of whatever it does.
void polling_beside(unsigned me, unsigned seed) {
    std::atomic<bool> over{false};
    const auto poll = [&over, delta = polder_delta](unsigned rests) {
        polder_delta = delta;
        for (unsigned i = 0; i < rests; ++i)
            sched_yield();
        while (!over.load(std::memory_order_relaxed))
            if (!am::am_poll()) sched_yield();
    };
    std::vector<std::thread> helpers;
    for (unsigned i = 0; i < (seed + me) % 3; ++i)
        helpers.emplace_back(poll, (seed + me + i) * 7 % 40);
    random_traffic(200, am::am_max_medium);
    over.store(true);
    for (std::thread &each : helpers)
        each.join();
}

TEST(AmDelays, OtherSystemThreadsPoll) {
    for (unsigned seed = 0; seed < 8; ++seed)
        for (unsigned threads : {2u, 3u, 4u})
            for (const JobOptions &options : mappings(threads))
                EXPECT_EQ(run_job(with_messages(options), [seed](unsigned me) { polling_beside(me, seed); }), 0)
                    << threads << " threads, " << options.processes << " processes, seed " << seed;
}

// Nobody polls but in waits, which sleep at once: each request finds its target asleep, or about to
// be.
TEST(AmDelays, SleepersWakeForMessages) {
    for (unsigned threads : {2u, 3u, 5u})
        for (const JobOptions &options : mappings(threads))
            EXPECT_EQ(run_job(with_messages(options, true),
                              [](unsigned me) {
                                  if (me == 0) {
                                      Sent sent;
                                      std::mt19937_64 random(1);
                                      for (unsigned i = 0; i < 150; ++i) {
                                          send_random(random, 200, &sent);
                                          TrafficLine &own = line(me);
                                          am::am_wait(own.point, {WaitKind::message}, [&] {
                                              return own.answered.load(std::memory_order_acquire) >= sent.answers;
                                          });
                                      }
                                  }
                                  polder_barrier(0, 0);
                              }),
                      0);
}

} // namespace

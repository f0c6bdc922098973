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
#include "runtime/sync/wait.cc"

#include "tests/unit/runtime/am_traffic.h"
#include "tests/unit/runtime/delay_point.h"

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

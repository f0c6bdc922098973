// The barrier on every mapping: nobody passes before all have come, values are checked, misuse is
// named.
#include "tests/unit/runtime/job_fixture.h"

#include <sched.h>

using namespace polder;
using namespace polder::test;

namespace {

std::atomic<std::uint64_t> *counters() {
    return static_cast<std::atomic<std::uint64_t> *>(segment_of(0)) + 7000;
}

// Every thread adds 1 a round. After the barrier of round i the sum is between what all rounds up
// to i give and what one more gives.
void count_rounds(unsigned rounds, bool split) {
    std::atomic<std::uint64_t> &sum = counters()[0];
    for (unsigned i = 1; i <= rounds; ++i) {
        sum.fetch_add(1, std::memory_order_relaxed);
        if (split) {
            polder_notify(0, 0);
            polder_wait(0, 0);
        } else {
            polder_barrier(i % 3 == 0, static_cast<int>(i));
        }
        const std::uint64_t seen = sum.load(std::memory_order_relaxed);
        REQUIRE(seen >= std::uint64_t{i} * threads());
        REQUIRE(seen < std::uint64_t{i + 1} * threads());
    }
}

TEST(Barrier, HoldsEverybodyBack) {
    for (unsigned threads : {1u, 2u, 3u, 4u, 7u, 20u})
        for (const JobOptions &options : mappings(threads))
            EXPECT_EQ(run_job(options, [](unsigned) { count_rounds(200, false); }), 0)
                << threads << " on " << options.processes;
}

TEST(Barrier, HoldsEverybodyBackInAllForms) {
    for (int cores : {1, 64}) // counter, flags or groups
        for (unsigned threads : {2u, 5u, 8u, 9u, 33u})
            for (JobOptions options : mappings(threads)) {
                options.cores = cores;
                EXPECT_EQ(run_job(options, [](unsigned) { count_rounds(50, true); }), 0)
                    << threads << " on " << options.processes;
            }
}

// A thread that has notified is not needed any more until the others have gone on.
TEST(Barrier, NotifyNeverWaits) {
    for (int cores : {1, 64})
        for (JobOptions options : mappings(4)) {
            options.cores = cores;
            EXPECT_EQ(run_job(options,
                              [](unsigned me) {
                                  std::atomic<std::uint64_t> &passed = counters()[8];
                                  polder_notify(0, 0);
                                  if (me == 0)
                                      while (passed.load() < 3)
                                          sched_yield();
                                  polder_wait(0, 0);
                                  passed.fetch_add(1);
                              }),
                      0);
        }
}

// Long waits park; the last one to come wakes all.
TEST(Barrier, WakesParkedThreads) {
    for (int cores : {1, 64})
        for (JobOptions options : mappings(3)) {
            options.cores = cores;
            EXPECT_EQ(run_job(options,
                              [](unsigned me) {
                                  for (unsigned i = 0; i < 6; ++i) {
                                      if (i % 3 == me) usleep(20000);
                                      polder_barrier(0, 0);
                                  }
                              }),
                      0);
        }
}

TEST(Barrier, NamesThreadsAndValuesOfAMismatch) {
    for (int cores : {1, 64})
        for (JobOptions options : mappings(3)) {
            options.cores = cores;
            std::string said;
            EXPECT_EQ(run_job(
                          options, [](unsigned me) { polder_barrier(me != 2, me == 1 ? 8 : 7); }, &said),
                      1);
            EXPECT_NE(said.find("thread 0: 7; thread 1: 8; thread 2: no value"), std::string::npos) << said;
        }
}

TEST(Barrier, AcceptsValuesWhereOthersGiveNone) {
    for (const JobOptions &options : mappings(3))
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              for (int i = -3; i < 50; ++i)
                                  polder_barrier(me != static_cast<unsigned>(i % 4), i);
                          }),
                  0);
}

TEST(Barrier, ChecksTheValueOfWait) {
    std::string said;
    EXPECT_EQ(run_job(
                  {},
                  [](unsigned) {
                      polder_notify(1, 5);
                      polder_wait(1, 6);
                  },
                  &said),
              1);
    EXPECT_NE(said.find("waits with value 6"), std::string::npos) << said;
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          polder_notify(0, 0);
                          polder_wait(1, 6);
                      }),
              0); // no consensus to differ from
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          polder_notify(1, 6);
                          polder_wait(0, 0);
                      }),
              0);
}

TEST(Barrier, NamesMisuse) {
    std::string said;
    EXPECT_EQ(run_job(
                  {},
                  [](unsigned) {
                      polder_notify(0, 0);
                      polder_barrier(0, 0);
                  },
                  &said),
              1);
    EXPECT_NE(said.find("after upc_notify"), std::string::npos) << said;
    EXPECT_EQ(run_job(
                  {}, [](unsigned) { polder_wait(0, 0); }, &said),
              1);
    EXPECT_NE(said.find("upc_wait without upc_notify"), std::string::npos) << said;
    EXPECT_EQ(run_job(
                  {}, [](unsigned) { polder_notify(0, 0); }, &said),
              1);
    EXPECT_NE(said.find("ended between upc_notify and upc_wait"), std::string::npos) << said;
}

TEST(Barrier, SeesThreadsThatEnd) {
    for (int cores : {1, 64})
        for (JobOptions options : mappings(3)) {
            options.cores = cores;
            std::string said;
            EXPECT_EQ(run_job(
                          options,
                          [](unsigned me) {
                              if (me != 1) polder_barrier(0, 0);
                          },
                          &said),
                      1);
            EXPECT_NE(said.find("thread 1 ended (exit or return from main) while thread 0 waits"), std::string::npos)
                << said;
        }
}

} // namespace

// When a loop that polls for messages of its node looks at the network, by counts of looks
// (net.turns). It looks seldom beside such messages, not at all where others take what comes, and
// again once its process has something under way.
#include "runtime/net/look.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "tests/unit/runtime/net_nodes.h"

#include "base/clock.h"

using namespace polder;
using namespace polder::test;

namespace {

constexpr unsigned rounds = 1000;
constexpr unsigned many = 100 * rounds; // calls in which the interval of a loop is over more than once

NetJob pair_of(const char *progress, unsigned processes = 1) {
    NetJob job;
    job.conduit = "smp";
    job.progress = progress;
    job.nodes = NetShape(2, {processes, processes});
    return job;
}

// A call of a loop, in which so many messages of the node have come.
void call(unsigned came) {
    if (!net::net_look_skips_call(came) && net::net_look_call_due()) net::net_looked(net::net_poll());
}
std::uint64_t looks() {
    return net::net.turns.load();
}
std::uint64_t looks_in(unsigned calls, unsigned came) {
    const std::uint64_t before = looks();
    for (unsigned i = 0; i < calls; ++i)
        call(came);
    return looks() - before;
}
void settle() {
    while (net::net_busy())
        net::net_poll();
}
// Until the loop rests: nobody else looks, so a long row of calls has no look.
void call_until_rest() {
    while (looks_in(many, 1))
        continue;
}

// By counts and the clock: a call that finds the time too short does not look.
TEST(Look, IsSeldomWhileMessagesOfTheNodeCome) {
    EXPECT_EQ(run_net(pair_of("poll"),
                      [](unsigned) {
                          settle();
                          const std::int64_t began = clock_ns();
                          std::uint64_t seen = 0;
                          for (unsigned i = 0; i < rounds; ++i)
                              seen += looks_in(1, i % (net::net_beside_calls / 2) == 0);
                          REQUIRE(seen <= static_cast<std::uint64_t>((clock_ns() - began) / net::net_beside_ns) + 1);
                          REQUIRE(looks_in(2 * net::net_beside_calls + rounds, 0) >= rounds);
                          const std::uint64_t last = looks();
                          while (looks() == last) // messages without end do not hold it up
                              call(1);
                          meet();
                      }),
              0);
}

// What is expected is looked for in each call, for a while.
TEST(Look, IsMadeInEachCallWhereSomethingIsExpected) {
    for (const char *progress : {"poll", "thread"})
        EXPECT_EQ(run_net(pair_of(progress),
                          [](unsigned) {
                              settle();
                              looks_in(rounds, 1);
                              net::net_look_expect();
                              REQUIRE(looks_in(rounds, 1) == rounds);
                              meet();
                          }),
                  0);
}

// A loop of a leader leaves the network to the progress thread, which takes what comes meanwhile.
TEST(Look, IsLeftToTheProgressThread) {
    EXPECT_EQ(run_net(pair_of("thread"),
                      [](unsigned me) {
                          settle();
                          meet();
                          call_until_rest();
                          meet_without_polling();
                          if (me == 0) {
                              std::uint64_t seen = 0;
                              rma::copy_get(&seen, board(1), 8);
                              meeting->word[0] = 1;
                          }
                          while (!meeting->word[0])
                              call(1);
                          meet();
                      }),
              0);
}

// Loops look while something of their process is under way, in leaders and in other processes.
TEST(Look, IsMadeWhileSomethingIsUnderWay) {
    NetJob job = pair_of("thread", 2);
    job.hooks = "delay:50ms";
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          settle();
                          meet();
                          std::uint64_t value = 7;
                          const rma::TransferHandle handle = rma::async_get(&value, board((me + 2) % 4), 8);
                          looks_in(10 * many, 1);
                          const std::uint64_t seen = looks_in(many, 1);
                          REQUIRE(seen || rma::async_is_read(handle));
                          rma::async_wait(handle);
                          meet();
                      }),
              0);
}

// Nobody sends to a process that leads no node.
TEST(Look, IsLeftOutInProcessesThatLeadNoNode) {
    EXPECT_EQ(run_net(pair_of("poll", 2),
                      [](unsigned) {
                          settle();
                          if (!is_leader()) {
                              const std::int64_t read_ns = local(net::net_looks).read_ns;
                              REQUIRE(looks_in(many, 1) == 0 && local(net::net_looks).read_ns == read_ns);
                              REQUIRE(looks_in(many, 0) == 0);
                              std::uint64_t value = 7;
                              rma::copy_put(board(mythread() < 2 ? 2 : 0), &value, 8);
                          }
                          meet();
                      }),
              0);
}

} // namespace

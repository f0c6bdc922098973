// Ends of threads (runtime/net/end.h). Transfers take no lock. A UPC thread's own accesses keep
// their order though they go by two ends. What is left over arrives. Pushes stay out of the way.
#include "base/endpoints.h"
#include "conduits/hook/stats.h"
#include "runtime/put/put_pool.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "tests/unit/runtime/net_nodes.h"

#include <thread>

using namespace polder;
using namespace polder::test;

namespace {

std::vector<NetJob> jobs(const char *hooks = "") {
    std::vector<NetJob> list;
    for (const char *conduit : {"smp", "ofi"}) {
        list.push_back(with_ends({{{2, 1}, {2, 1}}, conduit, "thread", hooks}));
        list.push_back(with_ends({{{3, 2}, {1, 1}}, conduit, "poll", hooks, true}));
    }
    return list;
}
void run_each(const char *hooks, const std::function<void(unsigned)> &body) {
    for (const NetJob &job : jobs(hooks))
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
}

// Of another node.
unsigned far_thread() {
    return mynode() ? 0 : node_first(1);
}
std::uint64_t locks(net::NetEnd &end) {
    return end.table->counts(*end.conduit).locks;
}

constexpr unsigned transfers = 200;

// Transfers of threads take no lock at all, and by the process's end nothing goes.
TEST(ThreadEnds, TransfersTakeNoLock) {
    run_each("stats", [](unsigned me) {
        net::NetEnd *mine = net::net_own();
        if (control().shape.thread_count(job_process) == 1 && !net::net.progress) {
            REQUIRE(!mine); // its end has no lock anyway
        } else {
            REQUIRE(mine && mine->conduit != net::net.conduit && net::net.endpoints.thread);
            std::uint64_t value = 5, seen = 0;
            for (unsigned i = 0; i < transfers; ++i) {
                rma::copy_put(board(far_thread()) + 8 * me, &value, 8);
                rma::copy_get(&seen, board(far_thread()) + 8 * me, 8);
                REQUIRE(seen == 5);
            }
            cache::far_fence();
            REQUIRE(put::put_counts().puts == transfers && put::put_counts().locks == 0);
            REQUIRE(locks(*mine) == 0);
            ConduitStats stats;
            REQUIRE(conduit_stats(*mine->conduit, every_peer, &stats));
            REQUIRE(stats[ConduitKind::put].started == transfers && stats[ConduitKind::get].started == transfers);
            REQUIRE(conduit_stats(*net::net.conduit, every_peer, &stats));
            REQUIRE(stats[ConduitKind::put].started == 0 && stats[ConduitKind::get].started == 0);
        }
        meet();
    });
}

// A thread beside the UPC thread's own has no end, so its accesses go by another. Each sees what
// the other wrote before, in program order, though the network is slow.
TEST(ThreadEnds, OrderOverTwoEnds) {
    run_each("delay:100us", [](unsigned me) {
        const polder_ga at = board(far_thread()) + 64 * me;
        const long delta = polder_delta;
        for (std::uint64_t i = 1; i <= 40; ++i) {
            const std::uint64_t value = 2 * i;
            rma::copy_put(at, &value, 8);
            std::thread([&] {
                polder_delta = delta;
                std::uint64_t seen = 0;
                rma::copy_get(&seen, at, 8);
                REQUIRE(seen == 2 * i);
                ++seen;
                rma::copy_put(at, &seen, 8);
            }).join();
            std::uint64_t seen = 0;
            rma::copy_get(&seen, at, 8);
            REQUIRE(seen == 2 * i + 1);
        }
        cache::far_fence();
        meet();
    });
}

// What a thread leaves over arrives though it never calls again.
TEST(ThreadEnds, LeftoversArrive) {
    for (NetJob job : jobs("delay:300us")) {
        if (std::string(job.progress) != "thread") continue;
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              auto &word = *reinterpret_cast<std::atomic<std::uint64_t> *>(near_pointer(board(me)));
                              const unsigned to = (me + threads() / 2) % threads();
                              for (std::uint64_t i = 1; i <= 20; ++i) {
                                  rma::copy_put(board(to), &i, 8);
                                  while (word.load() < i)
                                      sched_yield();
                                  meet_without_polling();
                              }
                              meet();
                          }),
                  0)
            << name_of(job);
    }
}

// Long transfers that nobody waits for yet, refused now and then, beside pushes by all others.
TEST(ThreadEnds, PushesBesideOwners) {
    run_each("fault:again=0.2,delay:20us", [](unsigned me) {
        constexpr std::size_t bytes = 700000;
        std::vector<std::vector<unsigned char>> data(3);
        for (unsigned round = 0; round < 5; ++round) {
            rma::TransferHandle handles[3];
            for (unsigned i = 0; i < 3; ++i) {
                data[i].assign(bytes, static_cast<unsigned char>(round * 3 + i + me));
                handles[i] = rma::async_put(board(far_thread()) + (me * 3 + i) * bytes, data[i].data(), bytes);
            }
            for (unsigned i = 0; i < 50; ++i) {
                bool busy;
                for (unsigned end = 0; end < net::net_ends.count; ++end)
                    if (&net::net_ends.at[end] != net::net_own()) net::net_push(net::net_ends.at[end], 4, &busy);
                std::uint64_t one = i;
                rma::copy_put(board(far_thread()) + 14 * bytes + 8 * me, &one, 8);
            }
            for (unsigned i = 0; i < 3; ++i)
                rma::async_wait(handles[i]);
            std::vector<unsigned char> seen(bytes);
            for (unsigned i = 0; i < 3; ++i) {
                rma::copy_get(seen.data(), board(far_thread()) + (me * 3 + i) * bytes, bytes);
                REQUIRE(seen == data[i]);
            }
        }
        cache::far_fence();
        meet();
    });
}

// A process that leads no node has a message refused, and tries again. Each try is followed by a
// poll of the process's end, though nothing is under way there: a connection is made by polls.
TEST(ThreadEnds, RefusedMessagesPollTheProcess) {
    for (const char *conduit : {"smp", "ofi"}) {
        const NetJob job = with_ends({{{1, 1}, {4, 2}}, conduit, "thread", "fault:again=/1"});
        EXPECT_EQ(run_net(job,
                          [](unsigned me) {
                              meet_without_polling();
                              const std::uint64_t header = static_cast<std::uint64_t>(net::NetClass::test);
                              for (unsigned i = 0; me == 3 && i < 100; ++i) {
                                  REQUIRE(!is_leader() && net::net_own());
                                  REQUIRE(net::net_send(0, {&header, sizeof header, nullptr, 0}) == Status::again);
                                  const std::uint64_t before = net::net.counts.polls;
                                  net::net_poll();
                                  REQUIRE(net::net.counts.polls > before);
                              }
                              meet_without_polling();
                          }),
                  0)
            << name_of(job);
    }
}

std::atomic<unsigned> taken;

// Threads of a leader that wait long for something of their own ends leave the process's end to
// the progress thread, which a message wakes. How soon they doze depends on what else the machine
// does, so each waits again until it has.
TEST(ThreadEnds, DozersLeaveTheProcessToTheProgressThread) {
    const NetJob job = with_ends({{{2, 1}, {1, 1}}, "ofi", "thread", "delay:60ms"});
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          constexpr unsigned messages = 12;
                          net::net_register(net::NetClass::test, [](const ConduitMessage &) { taken.fetch_add(1); });
                          meet_without_polling();
                          const std::uint64_t header = static_cast<std::uint64_t>(net::NetClass::test);
                          std::uint64_t seen = 0;
                          const auto goes_on = [](unsigned done) {
                              if (mynode()) return done < messages;
                              return taken.load() < messages || !net::net_own()->left_polls;
                          };
                          for (unsigned i = 0; goes_on(i); ++i) {
                              if (mynode()) net::net_send_queued(0, {&header, sizeof header, nullptr, 0});
                              rma::copy_get(&seen, board(far_thread()) + 8 * me, 8);
                          }
                          meet();
                          REQUIRE(taken.load() == (mynode() ? 0 : messages));
                          meet();
                      }),
              0)
        << name_of(job);
}

TEST(EndpointsSetting, Choice) {
    EXPECT_EQ(endpoints_wanted("process"), Endpoints::process);
    EXPECT_EQ(endpoints_wanted("thread"), Endpoints::thread);
    EXPECT_EQ(endpoints_wanted("auto"), Endpoints::automatic);
    EXPECT_EQ(endpoints_wanted("threads"), Endpoints::unknown);
    EXPECT_FALSE(endpoints_choose(Endpoints::process, 4, true).thread);
    EXPECT_TRUE(endpoints_choose(Endpoints::thread, 1, true).thread);
    EXPECT_FALSE(endpoints_choose(Endpoints::thread, 1, false).thread);
    EXPECT_FALSE(endpoints_choose(Endpoints::automatic, 1, true).thread);
    EXPECT_TRUE(endpoints_choose(Endpoints::automatic, 4, true).thread);
}

} // namespace

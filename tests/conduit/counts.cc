// Budgets and counts: memory for each peer, what `stats` counts, that `delay` delays and `endpoint`
// gives the core away.
#include "support/nodes.h"

#include "base/clock.h"
#include "conduits/hook/link.h"
#include "conduits/hook/stats.h"

#include <gtest/gtest.h>

#include <cstring>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace polder;
using namespace polder::tests;

namespace {

// ---- memory for each peer ----

std::size_t allocated() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::size_t bytes_of_end(const char *name, NodeNumber nodes) {
    ConduitOptions options{};
    static const unsigned char key[16] = {};
    options.nodes = nodes;
    options.leader = true;
    options.key = key;
    options.interface = "127.0.0.1";
    Conduit *conduit;
    ConduitAddress address;
    char error[512];
    const std::size_t before = allocated();
    EXPECT_EQ(conduit_open(name, POLDER_PLUGINS, options, &conduit, &address, error, sizeof error), Status::ok)
        << error;
    std::vector<ConduitAddress> *none = nullptr;
    EXPECT_EQ(conduit->table->start(*conduit, reinterpret_cast<ConduitAddress *>(none)),
              Status::ok); // nobody is reached
    const std::size_t after = allocated();
    EXPECT_LE(conduit->table->caps(*conduit).peer_bytes, 64u);
    conduit_close(conduit);
    return after - before;
}

void expect_budget(const char *name) {
    bytes_of_end(name, 2); // what is made once
    constexpr NodeNumber many = 200000;
    const std::size_t few_bytes = bytes_of_end(name, 2), many_bytes = bytes_of_end(name, many);
    EXPECT_LE(many_bytes - few_bytes, std::size_t{64} * many) << name;
}

TEST(Budget, UnreachedPeers) {
    expect_budget("smp");
    if (ofi_is_here()) expect_budget("ofi");
}

// With pages of 64 routes a peer may cost a page; the budget is 4 KiB.
void connected(Node &node) {
    std::uint64_t word = 1;
    const std::size_t before = allocated();
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    node.barrier();
    CHECK(node.caps().connected_peer_bytes <= 4096);
    CHECK(node.table->counts(*node.conduit).connected >= 1 && node.table->counts(*node.conduit).connected <= 2);
    if (node.setup->conduit == "smp") CHECK(allocated() - before <= 4096);
    node.barrier();
}
TEST(Budget, ConnectedPeers) {
    run_nodes({"smp", "", "", 2}, connected);
    if (ofi_is_here()) run_nodes({"ofi", "", "", 2}, connected);
}

// Nobody connects to whom it does not talk to.
void nobody_talks(Node &node) {
    node.quiet_barrier();
    for (int i = 0; i < 1000; ++i)
        node.poll();
    CHECK(node.table->counts(*node.conduit).connected == 0);
    node.quiet_barrier();
    std::uint64_t word = 1;
    if (node.node == 0) node.send(1, word);
    if (node.node == 1) node.poll_until([&] { return node.received == 1; });
    node.barrier();
    CHECK(node.node == 2 ? node.table->counts(*node.conduit).connected == 0
                         : node.table->counts(*node.conduit).connected >= 1 || node.setup->conduit == "smp");
    node.barrier();
}
TEST(Budget, ConnectionsOnDemand) {
    run_nodes({"smp", "", "", 3}, nobody_talks);
    if (ofi_is_here()) run_nodes({"ofi", "", "", 3}, nobody_talks);
}

// ---- stats ----

void counted(Node &node) {
    static unsigned char bytes[1000];
    node.barrier();
    conduit_stats_reset(*node.conduit);
    node.put(node.peer(), 0, bytes, 1000);
    node.get(node.peer(), 0, bytes, 500);
    node.get(node.peer(), 0, bytes, 500);
    node.atomic(node.peer(), 2048, AtomicType::u32, AtomicOperation::inc, 0);
    node.send(node.peer(), bytes, 16, bytes, 100);
    node.flush();
    ConduitStats stats, of_peer, of_self;
    CHECK(conduit_stats(*node.conduit, every_peer, &stats) && conduit_stats(*node.conduit, node.peer(), &of_peer) &&
          conduit_stats(*node.conduit, node.node, &of_self));
    CHECK(!std::memcmp(&stats, &of_peer, sizeof stats));
    CHECK(stats[ConduitKind::put].started == 1 && stats[ConduitKind::put].bytes == 1000);
    CHECK(stats[ConduitKind::get].started == 2 && stats[ConduitKind::get].bytes == 1000);
    CHECK(stats[ConduitKind::atomic].started == 1 && stats[ConduitKind::put_inline].started == 0);
    CHECK(stats[ConduitKind::message].started == 1 && stats[ConduitKind::message].bytes == 116);
    CHECK(of_self[ConduitKind::put].started == 0);
    node.barrier();
}
TEST(Stats, CountWhatWasStarted) {
    run_nodes({"smp", "stats", "", 2}, counted);
    run_nodes({"smp", "delay:1us,stats", "", 2}, counted); // found behind another hook
    if (ofi_is_here()) run_nodes({"ofi", "stats", "", 2}, counted);
}

// ---- delay ----

void delayed(Node &node) {
    std::uint64_t word = 7;
    const std::int64_t start = clock_ns();
    ConduitOperation operation{};
    CHECK(is_ok(node.table->put(*node.conduit, node.peer(), node.remote(node.peer()), node.key(node.peer()), &word, 8,
                                operation)));
    CHECK(clock_ns() - start >= 2'000'000); // the cost of a start
    CHECK(operation.left.load() == 1 && !node.table->all_flushed(*node.conduit) &&
          !node.table->flushed(*node.conduit, node.peer()));
    node.finish(operation);
    CHECK(clock_ns() - start >= 30'000'000); // the latency
    node.barrier();
}
TEST(Delay, HoldsBack) {
    run_nodes({"smp", "delay:30ms:2ms", "", 2}, delayed);
}

// A node does one thing at a time of what all ends start to it, and others are free meanwhile.
TEST(Delay, NodesServeOneAtATime) {
    const unsigned char key[16] = {'o', 'n', 'e'};
    ConduitOptions options = {};
    options.nodes = 3;
    options.key = key;
    Link one = {}, two = {};
    one.each_ns = two.each_ns = 100;
    one.kib_ns = two.kib_ns = 10;
    ASSERT_TRUE(is_ok(link_open(one, options)));
    EXPECT_EQ(link_start(one), Status::system_error) << "three nodes, and one end";
    link_close(one);
    Link three = one;
    for (Link *each : {&one, &two, &three})
        ASSERT_TRUE(is_ok(link_open(*each, options)));
    EXPECT_TRUE(is_ok(link_start(one)) && is_ok(link_start(two)) && is_ok(link_start(three)));
    EXPECT_EQ(link_through(one, 0, 0, 1000), 1100);
    EXPECT_EQ(link_through(two, 0, 2048, 1000), 1220);
    EXPECT_EQ(link_through(three, 1, 1024, 1000), 1110);
    EXPECT_EQ(link_through(three, 0, 0, 1150), 1320);
    EXPECT_EQ(link_through(one, 0, 0, 5000), 5100);
    for (Link *each : {&one, &two, &three})
        link_close(*each);
    EXPECT_NE(access(one.name, F_OK), 0) << one.name << " is left over";
}
TEST(Delay, TakesFourTimes) {
    run_nodes({"smp", "delay:1us:1us:1us:1us,stats", "", 2}, counted);
}

// ---- endpoint ----

// Starts that keep their end busy give the core away meanwhile, also those that follow at once.
void held(Node &node) {
    rusage before, after;
    std::uint64_t word = 7;
    getrusage(RUSAGE_THREAD, &before);
    for (unsigned i = 0; i < 100; ++i)
        node.put(node.peer(), 0, &word, sizeof word);
    getrusage(RUSAGE_THREAD, &after);
    CHECK(after.ru_nvcsw - before.ru_nvcsw >= 33);
    node.barrier();
}
TEST(Endpoint, GivesTheCoreAway) {
    run_nodes({"smp", "endpoint:100us", "", 2}, held);
}

} // namespace

// Thread-safe ends with several threads; ends of one thread take no lock (nodes.cc looks at the
// counts after every test); sleeping and waking.
#include "support/nodes.h"

#include "base/clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

using namespace polder;
using namespace polder::tests;

namespace {

std::vector<Setup> threaded() {
    std::vector<Setup> list;
    for (Setup setup : every_setup())
        if (setup.nodes != 3 && setup.hooks != "trace" && setup.hooks.find("delay") == std::string::npos) {
            setup.thread_safe = true;
            list.push_back(setup);
        }
    return list;
}

class Threads : public testing::TestWithParam<Setup> {};

constexpr unsigned threads = 4, each = 400;
std::atomic<std::uint64_t> next_of[most_processes][threads];
std::atomic<unsigned> delivering;

struct Numbered {
    std::uint32_t process, thread;
    std::uint64_t number;
};

// One thread at a time, and in the order each thread sent in.
void check(Node &node, const ConduitMessage &message) {
    CHECK(delivering.fetch_add(1) == 0);
    Numbered n;
    std::memcpy(&n, message.header, sizeof n);
    CHECK(n.number == next_of[n.process][n.thread].fetch_add(1));
    static std::atomic<std::uint64_t> total;
    node.put_mine(total.fetch_add(1) + 1);
    CHECK(delivering.fetch_sub(1) == 1);
}

// Each thread with its own words of the peer's memory, one word of all, and messages.
void one_thread(Node &node, unsigned thread) {
    const std::size_t own = (node.process * threads + thread) * 64 + 4096;
    for (std::uint64_t i = 0; i < each; ++i) {
        std::uint64_t back = 0;
        node.put(node.peer(), own, &i, 8);
        node.get(node.peer(), own, &back, 8);
        CHECK(back == i);
        node.atomic(0, 0, AtomicType::u64, AtomicOperation::add, 1);
        node.send(node.peer(), Numbered{node.process, thread, i});
        Status status;
        while ((status = node.table->put_inline(*node.conduit, node.peer(), node.remote(node.peer(), own + 8),
                                                node.key(node.peer()), &i, 8)) == Status::again)
            node.poll();
        CHECK(is_ok(status));
    }
}

void several(Node &node) {
    node.deliver = check;
    std::thread workers[threads];
    for (unsigned t = 0; t < threads; ++t)
        workers[t] = std::thread([&node, t] { one_thread(node, t); });
    for (std::thread &worker : workers)
        worker.join();
    node.flush();
    const std::uint64_t expected = node.leader ? each * threads * node.setup->ends : 0;
    node.poll_until([&] { return node.mine() == expected; });
    node.barrier();
    if (node.process == 0)
        CHECK(__atomic_load_n(reinterpret_cast<std::uint64_t *>(node.memory), __ATOMIC_RELAXED) ==
              each * threads * node.processes);
    CHECK(node.table->counts(*node.conduit).locks > 0);
    node.barrier();
}

TEST_P(Threads, AllAtOnce) {
    run_nodes(GetParam(), several);
}

INSTANTIATE_TEST_SUITE_P(Conduits, Threads, testing::ValuesIn(threaded()),
                         [](const auto &info) { return info.param.name(); });

// ---- wait and wake ----

class Sleeping : public testing::TestWithParam<Setup> {};

// Sleeps as long as the test may take, unless woken: by a message, by another thread, by a signal
// handler.
constexpr std::int64_t long_ns = 300'000'000'000;

// An end may come back for reasons of its own; how often tells sleeping from spinning.
template <class Until> unsigned sleep_until(Node &node, Until until) {
    unsigned turns = 0;
    while (!until()) {
        node.table->wait(*node.conduit, long_ns);
        node.poll();
        ++turns;
    }
    return turns;
}

Conduit *of_handler;
std::atomic<bool> rung;
void wake_from_handler(int) {
    rung = true;
    of_handler->table->wake(*of_handler);
}

void sleeping(Node &node) {
    if (!node.caps().wait) return;
    std::uint64_t word = 1;
    node.send(node.peer(), word);
    node.poll_until([&] { return node.received == 1; });
    node.barrier();
    if (node.node == 0) {
        const unsigned turns = sleep_until(node, [&] { return node.received == 2; }); // a message comes in 0.5 s
        CHECK(turns < 200);
        const unsigned before = turns;
        std::thread other([&node] {
            usleep(200000);
            rung = true;
            node.table->wake(*node.conduit);
        });
        CHECK(sleep_until(node, [] { return rung.load(); }) < 200);
        other.join();
        rung = false;
        of_handler = node.conduit;
        std::signal(SIGALRM, wake_from_handler);
        const itimerval soon{{0, 0}, {0, 200000}};
        setitimer(ITIMER_REAL, &soon, nullptr);
        CHECK(sleep_until(node, [] { return rung.load(); }) < 200);
        CHECK(before < 200);
    } else {
        const std::int64_t until = clock_ns() + 500'000'000;
        while (clock_ns() < until) {
            node.poll();
            node.table->wait(*node.conduit, 10'000'000);
        }
        node.send(node.peer(), word);
        while (!node.table->all_flushed(*node.conduit))
            node.poll();
    }
    node.barrier();
}

std::vector<Setup> sleepers() {
    std::vector<Setup> list;
    for (Setup setup : every_setup())
        if (setup.conduit != "self" && setup.nodes == 2 && setup.ends == 1 && setup.hooks != "trace") {
            setup.thread_safe = true; // `wake` alone needs no lock
            list.push_back(setup);
        }
    return list;
}

TEST_P(Sleeping, WakesForMessagesAndCalls) {
    run_nodes(GetParam(), sleeping, {.timeout_s = 40});
}

INSTANTIATE_TEST_SUITE_P(Conduits, Sleeping, testing::ValuesIn(sleepers()),
                         [](const auto &info) { return info.param.name(); });

} // namespace

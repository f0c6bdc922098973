// Active messages between nodes, over a network that refuses and delays. Random messages of all
// kinds, floods with back-pressure at exactly the promised numbers, memory that stays bounded, and
// processes that stop.
#include "tests/unit/runtime/am/am_nodes.h"

using namespace polder;
using namespace polder::test;

namespace {

void run_all(const std::function<void(unsigned)> &body, bool park_at_once = false) {
    for (Nodes nodes : node_mappings()) {
        nodes.park_at_once = park_at_once;
        EXPECT_EQ(run_nodes(nodes, body), 0) << name_of(nodes);
    }
}
Nodes two_nodes(unsigned processes) { // one thread each; the network takes everything
    Nodes nodes;
    JobOptions options;
    options.threads = options.processes = processes;
    nodes.node = {options, options};
    nodes.refuse = 0;
    nodes.box_bytes = sizeof(Mailbox::data);
    return nodes;
}

// ---- exactly once, whole, answered ----

TEST(AmFar, RandomKindsAndSizes) {
    run_all([](unsigned) {
        random_traffic(1500, am::am_max_medium);
        REQUIRE(am::am_dropped_all() == 0);
    });
}

TEST(AmFar, RandomSmall) {
    run_all([](unsigned) { random_traffic(100000 / threads(), 137); });
}

TEST(AmFar, SleepersWakeForMessages) {
    run_all([](unsigned) { random_traffic(500, 4096); }, true);
}

// ---- floods ----

void count_one(am::AmMessage &message) {
    line(message.to).ran.fetch_add(1, std::memory_order_relaxed);
}
void answer_all(am::AmMessage &message) {
    am::am_reply(message, {echoed, message.arguments, message.argument_count});
}
void count_answer(am::AmMessage &message) {
    line(message.to).answered.fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t held_of_all() {
    std::uint64_t sum = 0;
    for (unsigned node = 0; node < nodes(); ++node)
        sum += am::far_window(job_process, node).held.load();
    return sum;
}

// All to all, with and without answers. In the end everything has run, and whatever was asked for
// at once has come back.
void flood(bool answers) {
    const unsigned me = mythread();
    const std::uint64_t each = std::uint64_t{300000} / threads() / threads() * stress();
    am::am_register(count_only, count_one);
    am::am_register(echo, answer_all);
    am::am_register(echoed, count_answer);
    meet();
    for (std::uint64_t i = 0; i < each; ++i)
        for (unsigned to = 0; to < threads(); ++to)
            am::am_request_wait(to, {answers ? unsigned{echo} : unsigned{count_only}, &i, 1});
    std::atomic<std::uint64_t> &done = answers ? line(me).answered : line(me).ran;
    while (done.load() < each * threads())
        if (!am::am_poll()) sched_yield();
    meet();
    REQUIRE(done.load() == each * threads());
    REQUIRE(!answers || held_of_all() == 0);
    meet();
}

TEST(AmFar, FloodWithoutReplies) {
    run_all([](unsigned) { flood(false); });
}
TEST(AmFar, FloodWithReplies) {
    run_all([](unsigned) { flood(true); });
}

// ---- back-pressure, in numbers ----

std::atomic<std::uint64_t> &stage() {
    return line(0).hops;
}
void await_stage(std::uint64_t wanted) { // does not poll
    while (stage().load() < wanted)
        sched_yield();
}

unsigned send_until_again(unsigned to, const am::AmContent &content, std::size_t room) {
    unsigned sent = 0;
    while (am::am_request(to, content, room) == Status::ok)
        REQUIRE(++sent < 100000);
    for (unsigned i = 0; i < 100; ++i)
        REQUIRE(am::am_request(to, content, room) == Status::again);
    return sent;
}

struct Load {
    am::CongestionWindow congestion;
    std::size_t bytes, room;
    unsigned expected; // how many may be under way
};

// Thread 0 sends to the last thread, which does not poll. When it does, it gets all, and as many
// may come again.
void expect_limit(const Load &load, unsigned me) {
    am::congestion = load.congestion;
    static char data[am::am_max_medium];
    const unsigned last = threads() - 1;
    meet_two(line(60));
    if (me == 0) line(0).long_under_way.store(1);
    while (!line(0).long_under_way.load())
        sched_yield();
    for (std::uint64_t round = 1; round <= 3; ++round)
        if (me == 0) {
            REQUIRE(send_until_again(last, {count_only, nullptr, 0, data, load.bytes}, load.room) == load.expected);
            stage().store(2 * round - 1);
            await_stage(2 * round);
            while (am::far_window(0, 1).held.load() != 0)
                am::am_poll();
        } else if (me == last) {
            await_stage(2 * round - 1);
            while (line(last).ran.load() < round * load.expected)
                am::am_poll();
            stage().store(2 * round);
        }
}

// With a leader at the other end, and with a process behind a leader that polls all the time.
TEST(AmFar, RefusesAtTheLimit) {
    if (!other_processes_seen) GTEST_SKIP() << "one process only";
    const am::CongestionWindow off = {false, am::window_requests, am::window_requests};
    const Load loads[] = {
        {off, 0, 0, am::window_requests},
        {off, 65536, 0, am::window_bytes / (65536 + 256)},
        {off, 0, 65536, am::window_bytes / (65536 + 256)},
        {off, 65536, 65536, am::window_bytes / (2 * 65536 + 256)},
        {{false, 1, 1}, 0, 0, 1},
        {{false, 7, 7}, 100, 0, 7},
    };
    for (unsigned processes : {1u, 2u})
        for (const Load &load : loads)
            EXPECT_EQ(run_nodes(two_nodes(processes),
                                [load](unsigned me) {
                                    std::atomic<std::uint64_t> &over = line(1).hops;
                                    am::am_register(count_only, count_one);
                                    meet();
                                    const bool ends = me == 0 || me == threads() - 1;
                                    if (ends) expect_limit(load, me);
                                    if (ends) over.fetch_add(1);
                                    while (over.load() < 2)
                                        am::am_poll();
                                }),
                      0)
                << load.bytes << " bytes, room " << load.room << ", limit " << load.congestion.start << ", "
                << processes << " processes";
}

// The process behind the leader is gone: what lies at its leader, and in the network, is what the
// window allows, for ever.
TEST(AmFar, MemoryIsBoundedByTheWindow) {
    if (!other_processes_seen) GTEST_SKIP() << "one process only";
    EXPECT_EQ(run_nodes(two_nodes(2),
                        [](unsigned me) {
                            am::am_register(count_only, count_one);
                            am::am_register(echo, answer_all);
                            am::am_register(echoed, count_answer);
                            am::congestion = {false, am::window_requests, am::window_requests};
                            meet();
                            if (me == 3) { // answers some, then no more
                                while (line(3).ran.load() < 1000)
                                    am::am_poll();
                                stage().store(1);
                                await_stage(2);
                                return;
                            }
                            if (me == 2) { // its leader
                                while (stage().load() < 2)
                                    am::am_poll();
                                REQUIRE(am::forwards_waiting() <= 2 * am::window_requests);
                                return;
                            }
                            unsigned refused = 0;
                            while (refused < 2000 || line(3).ran.load() < 1000) {
                                refused = am::am_request(3, {count_only}) == Status::ok ? 0 : refused + 1;
                                if (refused && !am::am_poll()) sched_yield();
                            }
                            const am::FarWindow &window = am::far_window(me, 1);
                            REQUIRE((window.held.load() >> 32) <= am::window_bytes);
                            // To others there is a window no more, as it is the node's, but the
                            // node itself goes on.
                            const std::uint64_t number[] = {1};
                            am::am_request_wait(1 - me, {echo, number, 1});
                            while (!line(me).answered.load())
                                am::am_poll();
                            meet_two(line(2));
                            stage().store(2);
                        }),
              0);
}

// A reply is never refused, however many are asked for while nobody takes them.
TEST(AmFar, RepliesNeverWait) {
    if (!other_processes_seen) GTEST_SKIP() << "one process only";
    Nodes nodes = two_nodes(1);
    nodes.box_bytes = 8192; // so most of them are kept
    EXPECT_EQ(run_nodes(nodes,
                        [](unsigned me) {
                            am::am_register(echo, answer_all);
                            am::am_register(echoed, count_answer);
                            am::congestion = {false, 200, 200};
                            meet();
                            const std::uint64_t arguments[am::am_max_arguments] = {};
                            for (std::uint64_t round = 1; round <= 5; ++round)
                                if (me == 0) {
                                    for (unsigned i = 0; i < 200; ++i)
                                        while (am::am_request(1, {echo, arguments, am::am_max_arguments}) != Status::ok)
                                            send_kept(); // without taking what comes in
                                    await_stage(round);
                                    while (line(0).answered.load() < round * 200)
                                        am::am_poll();
                                } else {
                                    while (am::am_counts().far_replied < round * 200)
                                        am::am_poll();
                                    stage().store(round);
                                    while (net_needs_sending())
                                        am::am_poll();
                                }
                            meet();
                        }),
              0);
}

} // namespace

// The part of the barrier between nodes, with nodes and messages that are only simulated. Whatever
// the order in which messages arrive: no node passes before all have come; each sends ceil(log2
// nodes) messages; all come to the same verdict.
#include "runtime/barrier/barrier_nodes.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace polder;

namespace {

unsigned rounds_of(unsigned nodes) {
    unsigned rounds = 0;
    while (1u << rounds < nodes)
        ++rounds;
    return rounds;
}

struct Simulation {
    struct Message {
        unsigned node;
        barrier::BarrierNews news;
    };
    std::mt19937 random;
    std::vector<barrier::BarrierNodes> node;
    std::vector<std::uint32_t> epoch, passed;     // arrivals, and those that are over
    std::vector<barrier::BarrierVerdict> verdict; // of the last that is over
    std::vector<Message> flying;
    unsigned sent = 0;

    Simulation(unsigned nodes, unsigned seed) : random(seed), node(nodes), epoch(nodes), passed(nodes), verdict(nodes) {
        for (unsigned n = 0; n < nodes; ++n)
            barrier::barrier_nodes_create(node[n], nodes, n);
    }
    void follow(unsigned n, const barrier::BarrierStep &step) {
        for (unsigned i = 0; i < step.count; ++i)
            flying.push_back({step.send[i].node, step.send[i].news});
        sent += step.count;
        if (!step.over) return;
        ++passed[n];
        verdict[n] = step.verdict;
        for (std::uint32_t other : epoch)
            EXPECT_GE(other, passed[n]);
    }
    void arrive(unsigned n, const barrier::BarrierVerdict &said = {}) {
        barrier::BarrierStep step;
        barrier::barrier_nodes_arrive(node[n], ++epoch[n], said, &step);
        follow(n, step);
    }
    void deliver_one() {
        const std::size_t which = random() % flying.size();
        const Message message = flying[which];
        flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(which));
        barrier::BarrierStep step;
        EXPECT_TRUE(barrier::barrier_nodes_hear(node[message.node], message.news, &step));
        follow(message.node, step);
    }
    void deliver_all() {
        while (!flying.empty())
            deliver_one();
    }
};

TEST(BarrierNodes, HoldsAllBackInAnyOrder) {
    for (unsigned nodes = 1; nodes <= 40; ++nodes) {
        Simulation s(nodes, nodes);
        constexpr unsigned rounds = 30;
        for (unsigned left = nodes * rounds; left;) {
            const unsigned n = s.random() % nodes;
            if (s.passed[n] == s.epoch[n] && s.epoch[n] < rounds) {
                s.arrive(n);
                --left;
            } else if (!s.flying.empty()) {
                s.deliver_one();
            }
        }
        s.deliver_all();
        for (unsigned n = 0; n < nodes; ++n)
            EXPECT_EQ(s.passed[n], rounds) << nodes;
        EXPECT_EQ(s.sent, nodes * rounds * rounds_of(nodes)) << nodes;
    }
}

TEST(BarrierNodes, NobodyPassesWithoutTheLast) {
    for (unsigned nodes : {2u, 3u, 7u, 8u, 13u})
        for (unsigned last = 0; last < nodes; ++last) {
            Simulation s(nodes, last);
            for (unsigned n = 0; n < nodes; ++n)
                if (n != last) s.arrive(n);
            s.deliver_all();
            for (std::uint32_t passed : s.passed)
                EXPECT_EQ(passed, 0u);
            s.arrive(last);
            s.deliver_all();
            for (std::uint32_t passed : s.passed)
                EXPECT_EQ(passed, 1u);
        }
}

TEST(BarrierNodes, AllHearOfAValueAndOfTheWord) {
    for (unsigned nodes = 2; nodes <= 20; ++nodes)
        for (unsigned who = 0; who < nodes; ++who) {
            Simulation s(nodes, who);
            for (unsigned n = 0; n < nodes; ++n) {
                barrier::BarrierVerdict said;
                said.thread = n;
                if (n == who) said.post = {barrier::BarrierTag::value, 42};
                if (n == 0) said.carry = 1234;
                s.arrive(n, said);
            }
            s.deliver_all();
            for (const barrier::BarrierVerdict &verdict : s.verdict) {
                EXPECT_FALSE(verdict.conflict);
                EXPECT_EQ(verdict.post.tag, barrier::BarrierTag::value);
                EXPECT_EQ(verdict.post.value, 42);
                EXPECT_EQ(verdict.thread, who);
                EXPECT_EQ(verdict.carry, 1234u);
            }
        }
}

TEST(BarrierNodes, AllHearOfAConflictWithItsWitnesses) {
    for (unsigned nodes = 2; nodes <= 20; ++nodes)
        for (unsigned who = 1; who < nodes; ++who)
            for (barrier::BarrierPost odd : {barrier::BarrierPost{barrier::BarrierTag::value, 2},
                                             barrier::BarrierPost{barrier::BarrierTag::final, 0}}) {
                Simulation s(nodes, who);
                for (unsigned n = 0; n < nodes; ++n) {
                    barrier::BarrierVerdict said;
                    said.thread = n;
                    said.post = n == who ? odd : barrier::BarrierPost{barrier::BarrierTag::value, 1};
                    s.arrive(n, said);
                }
                s.deliver_all();
                for (const barrier::BarrierVerdict &verdict : s.verdict) {
                    ASSERT_TRUE(verdict.conflict);
                    EXPECT_NE(verdict.thread == who, verdict.other_thread == who);
                    const barrier::BarrierPost &its = verdict.thread == who ? verdict.post : verdict.other;
                    EXPECT_EQ(its.tag, odd.tag);
                    EXPECT_EQ(its.value, odd.value);
                }
            }
}

TEST(BarrierNodes, RefusesWhatCannotBe) {
    barrier::BarrierNodes node{};
    barrier::barrier_nodes_create(node, 3, 0);
    barrier::BarrierStep step;
    EXPECT_FALSE(barrier::barrier_nodes_hear(node, {1, 2, {}}, &step));
    EXPECT_TRUE(barrier::barrier_nodes_hear(node, {1, 0, {}}, &step));
    EXPECT_FALSE(barrier::barrier_nodes_hear(node, {1, 0, {}}, &step)); // twice
    EXPECT_EQ(step.count, 0u);
}

} // namespace

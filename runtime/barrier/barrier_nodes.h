// The part of a barrier between nodes: a dissemination. When all threads of a node have come, it
// tells node + 1. When it has heard from node - 1 it tells node + 2, then node + 4, and so on.
// After ceil(log2 nodes) rounds it has heard, through others, from all.
//
// Each node sends one message a round, never waits, and goes on when one comes. So this is a
// machine that is fed with arrivals and messages and says what to send. Who carries the messages
// and who publishes the end is barrier.cc's and the tests' own.
//
// Vocabulary. A *verdict* is what the posts of some threads come to, with one of them as its
// witness and, where they disagree, a second one. *carry* goes with it: a word that one node gave
// and all get.
//
// Joining. A verdict only grows as it is joined with others (no expression, then a value, then a
// conflict), and joining the same twice changes nothing. So with node numbers that are no power of
// two it does not matter that some are heard twice. What came for a later round may be joined at
// once.
//
// Invariant (two epochs suffice). Held by tests/unit/runtime/barrier/barrier_nodes.cc.
//   1. A node has sent for epoch e + 2 only after it has passed e + 1. For that this node must have
//      come, and so have passed e.
//   2. So messages are for the epoch a node is in or the next. What is kept of an epoch, by parity,
//      is cleared when it is passed, before anything of e + 2 can come.
//
// Invariant (progress). A round is sent as soon as all earlier ones were heard and the node has
// come. If a node waits for round r, its sender has not heard an earlier one or has not come. By
// induction over r, some node has not come, or a message is on its way. Held by
// tests/unit/runtime/barrier/barrier_nodes.cc.
#pragma once

#include "runtime/barrier/barrier.h"

namespace polder::barrier {

struct BarrierVerdict {
    BarrierPost post = {};
    std::uint32_t thread = 0; // who said so
    BarrierPost other = {};   // after a conflict (post and other disagree, and neither has that tag)
    std::uint32_t other_thread = 0;
    bool conflict = false;
    std::uint64_t carry = 0; // 0: none
};
// What both come to.
BarrierVerdict barrier_join(const BarrierVerdict &a, const BarrierVerdict &b);

// What one node tells another in a round.
struct BarrierNews {
    std::uint32_t epoch;
    std::uint32_t round;
    BarrierVerdict verdict;
};

inline constexpr unsigned barrier_rounds_limit = 32;

// What follows from a step: to be sent in this order, and whether the epoch is over, for the one
// caller that is told so.
struct BarrierStep {
    unsigned count = 0;
    struct {
        unsigned node;
        BarrierNews news;
    } send[barrier_rounds_limit];
    bool over = false;
    BarrierVerdict verdict; // if it is over
};

// In memory shared by the processes of the node; zero but for the constants.
struct alignas(64) BarrierNodes {
    std::uint32_t nodes;
    std::uint32_t node;
    std::uint32_t rounds;
    std::atomic<std::uint32_t> lock; // messages are taken in the leader, arrivals anywhere
    std::atomic<std::uint64_t> sent; // messages, in all
    struct Phase {
        BarrierVerdict verdict;
        std::uint32_t heard; // a bit a round
        std::uint32_t sent;  // rounds
        bool arrived;
    } phase[2]; // by parity of the epoch
};
// Every process of the node, before use: stores the constants.
void barrier_nodes_create(BarrierNodes &nodes, unsigned count, unsigned node);

// All threads of the node have come to `epoch`.
void barrier_nodes_arrive(BarrierNodes &nodes, std::uint32_t epoch, const BarrierVerdict &verdict, BarrierStep *step);
// A message has come. False: it cannot be one of this job.
bool barrier_nodes_hear(BarrierNodes &nodes, const BarrierNews &news, BarrierStep *step);

} // namespace polder::barrier

// Look: when a thread that polls for messages of its node looks at the network, too. A look is a
// system call, far more than a message of the node takes for its whole way. So looks are counted
// down, and a poll between two of them pays for one count.
//
//   waits    look every spinning_turns turns, or every yielding_turns once they give their core
//            away (runtime/am)
//   loops    of polder_progress look in each call. While messages of the node come they look every
//            net_beside_ns only. Looks that find nothing make that net_beside_idle_ns. The clock is
//            read at most net_beside_stride calls later
//   rest     beside messages of the node, a loop does not look at all in two cases. Its process
//            leads no node, so that nobody sends to it. Or the loop has left the network to the
//            progress thread of its leader, after net_beside_vain looks that found nothing. In
//            both, nothing of the process is under way
//   eager    after a message of another node was sent or came in, both look at each turn for
//            eager_looks looks
//
// Nothing waits for ever for a look that is left out.
//   1. Each count falls by one a turn, and no turn raises it but one that reads 0. So a thread that
//      polls on reads 0 after a bounded number of turns. In a loop the interval then ends by the
//      clock.
//   2. Who waits for an operation or an answer of the network does not count: net_wait polls at
//      each turn.
//   3. A loop rests only where nothing needs its polls. It asks that every net_beside_stride calls,
//      so what its process starts meanwhile ends the rest. Messages to a leader are taken by its
//      progress thread: it sees that net.turns stands still, and sleeps in the conduit. If others
//      look, too, it may nap instead; then net.turns moves, which ends the rest. With
//      POLDER_PROGRESS=poll leaders do not rest.
//   4. System threads of one UPC thread count in the same words, without read-modify-writes. One of
//      two counts made at once may be lost, and so may a 0 of net_look_expect. Each of them still
//      stores less than it read, so 1 holds for whoever polls on. The other words are hints that
//      delay a look by at most net_beside_idle_ns.
#pragma once

#include "runtime/core/private.h"

#include <atomic>
#include <cstdint>

namespace polder::net {

inline constexpr std::int64_t net_beside_ns = 5000;
inline constexpr std::int64_t net_beside_idle_ns = 20000;
inline constexpr std::uint32_t net_beside_stride = 32; // between two readings of the clock
inline constexpr std::uint32_t net_beside_vain = 16;   // looks without anything, before a leader rests
inline constexpr std::uint32_t net_beside_calls = 64;  // without a message of the node: each call looks again

struct NetLooks {                      // of a UPC thread
    std::atomic<std::uint32_t> turns;  // of waits, until the next look
    std::atomic<std::uint32_t> calls;  // of loops, until net_look_call_due is asked
    std::atomic<std::uint32_t> eager;  // looks left
    std::atomic<std::uint32_t> beside; // calls since which messages of the node count as coming
    std::atomic<std::uint32_t> stride; // calls between two readings of the clock
    std::atomic<std::uint32_t> vain;   // looks in a row beside such messages, when nobody else looked
    std::atomic<std::uint64_t> seen;   // net.turns, after the last look
    std::atomic<std::int64_t> read_ns; // the clock, at the last of them
    std::atomic<std::int64_t> looked_ns;
    std::atomic<std::int64_t> interval_ns; // between two looks
};
extern NetLooks net_looks; // POLDER_PRIVATE

// True: this one is left out.
inline bool net_look_counts(std::atomic<std::uint32_t> &count) {
    const std::uint32_t left = count.load(std::memory_order_relaxed);
    if (left) count.store(left - 1, std::memory_order_relaxed);
    return left;
}

// A turn of a wait that spins: true if no look is due.
inline bool net_look_skips_turn() {
    return net_look_counts(local(net_looks).turns);
}
// The wait gives its core away by now.
void net_look_yields();

// A call in a loop, in which so many messages of the node have come. True: no look is due. False:
// net_look_call_due says.
inline bool net_look_skips_call(unsigned came) {
    NetLooks &looks = local(net_looks);
    if (came) looks.beside.store(net_beside_calls, std::memory_order_relaxed);
    return net_look_counts(looks.calls);
}
bool net_look_call_due();

// There was a look.
void net_looked(unsigned found);
// A message of another node was sent, or came in.
void net_look_expect();

} // namespace polder::net

// Messages between nodes, as the network sees them: what this layer gets from the network, and what
// it takes from it. How messages travel stands in docs/design/active-messages.md, their form in
// wire.h; window.h has the windows.
//
// The way of a request.
//   1. am_request (send_far.cc) takes bytes of the window that its process has for the node, and
//      hands the request to the process's own end.
//   2. At the leader of the other node am_deliver (deliver.cc) checks it and lands what has to be
//      landed. It runs the handler, or forwards the message to its process (forward.cc).
//   3. The reply goes the same way back, from the end of whoever ran the handler.
//
// Invariant (memory is bounded). A queue of the network, a queue of a leader or an inbox holds
// requests that still hold their part of a window. It also holds replies and returns, at most one a
// request. Requests over the window are refused. So a node keeps at most windows * remote processes
// for requests, and windows * own processes for replies. A long reply may be longer than what was
// reserved; there is at most one a request. Held by tests/unit/runtime/am/am_far.cc.
//
// Invariant (no load can block all). Held by tests/unit/runtime/am/am_far.cc (floods).
//   1. am_deliver runs a handler, or puts the message into an inbox or into the leader's queue,
//      which always takes it. It never waits.
//   2. Replies and returns go to the network, which keeps what it cannot send. Handlers do not
//      wait.
//   3. A leader's queue for a process empties as that process polls, since what lies in its inbox
//      runs then.
//   4. So whatever was sent runs as soon as both leaders and the process that it is for poll. Then
//      its part of the window comes back.
//
// Invariant (what comes from outside harms nobody). am_deliver believes nothing. Sizes, kinds,
// threads, handlers, landing places and returns are checked before anything is touched (wire.h,
// deliver.cc). What fails is counted and dropped; the first is logged. Held by
// tests/unit/runtime/am/am_wire.cc.
#pragma once

#include "conduits/conduit.h"

namespace polder::am {

// What this layer asks of the network; all are called in any thread of the process.
struct AmNetwork {
    // To the leader of a node: ok, or again: not taken now. Never polls; may be called in
    // am_deliver. Also says again while messages are kept for that node, so that it does not
    // overtake them.
    Status (*send)(unsigned node, const ConduitMessage &message);
    // The same, but always takes it: copied and sent later if need be.
    void (*keep)(unsigned node, const ConduitMessage &message);
    unsigned (*poll)(); // a turn of this process's end; how much it found
    bool (*busy)();     // something of this end needs polls, so nobody of the process may sleep
};

// Every process of a job of several nodes, before its threads run.
void am_network(const AmNetwork *network);

// Active messages go over the conduit between nodes (runtime/net). Before net_start, in every
// process of a job of several nodes.
void am_use_net();

// At a leader: a message whose header begins with wire_mark. Runs handlers. In one thread at a
// time, in the order of arrival.
void am_deliver(const ConduitMessage &message);
// At a leader, once after some calls of am_deliver. Sends what they left to send. Wakes the threads
// that sleep here, as another thread may have taken what they wait for. Also tries again what waits
// for room in the node's inboxes.
void am_delivered();
// Something does, so this leader has to look again before long, whatever comes in.
bool am_waiting();

// Why messages were dropped, and how often; of this process.
enum class WireFault : unsigned { size, kind, thread, handler, payload, landing, window, count };
std::uint64_t am_dropped(WireFault fault);
std::uint64_t am_dropped_all();

} // namespace polder::am

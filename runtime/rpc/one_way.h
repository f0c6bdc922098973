// One-way messages: short ones from a process to the leader of another node. They are for protocols
// of the runtime that bound their own messages under way. A barrier has 2 log nodes a node; locks
// and RPCs have one a thread. So a message is always taken, from anywhere, also in handlers. One
// that cannot go yet waits in the network (net_send_queued). Later polls send it, in order a peer.
//
// A message's function runs in the leader, in whoever polls there (the progress thread too), one at
// a time. It does not wait and does not poll. It knows the node's control block and segments, so
// what it finds out goes there, for all processes of the node.
#pragma once

#include "conduits/conduit.h"
#include "runtime/sync/wait.h"

#include <cstdint>

namespace polder::rpc {

enum class OneWayKind : std::uint8_t {
    barrier,
    lock,
    alloc,
    call,   // a question; see rpc.h
    answer, // its answer
    count
};
inline constexpr unsigned one_way_words = 8; // at most

struct OneWay {
    unsigned from; // node
    const std::uint64_t *words;
    unsigned count;
    const void *payload = nullptr; // what went with it, aligned to 8
    std::size_t payload_bytes = 0;
};

// Every process, before the network starts. Also what `count` is at least: shorter ones are
// refused.
void one_way_register(OneWayKind kind, unsigned least, void (*take)(const OneWay &message));
// To another node.
void one_way_send(unsigned node, OneWayKind kind, const std::uint64_t *words, unsigned count,
                  const void *payload = nullptr, std::size_t payload_bytes = 0);

// Before the network starts, in every process of a job of several nodes.
void one_way_start();

// For tests: what carries messages instead of the network, and what comes in by it.
extern void (*one_way_carrier)(unsigned node, const ConduitMessage &message);
void one_way_deliver(unsigned from, const ConduitMessage &message);

} // namespace polder::rpc

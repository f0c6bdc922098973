// Link: how long each node is busy with what others start to it, in simulations on one machine. The
// ends of a job share memory that says for each node when it is free again. An operation to a node
// begins when the node is free, in the order of asking. This file only tells times; the caller
// keeps to them (delay.cc). The memory has a name in /dev/shm until all ends have opened it
// (link_start).
#pragma once

#include "conduits/conduit.h"

#include <atomic>

namespace polder {

struct LinkTarget {
    alignas(64) std::atomic<std::int64_t> free_at; // of the clock that all processes of a machine share
};
struct LinkArea {
    std::atomic<std::uint32_t> ends; // that have opened it
    LinkTarget target[];
};
struct Link {
    LinkArea *area; // null: not simulated
    std::size_t bytes;
    std::int64_t each_ns; // an operation
    std::int64_t kib_ns;  // 1024 bytes of it
    NodeNumber nodes;
    char name[64];
};

// each_ns and kib_ns are set.
Status link_open(Link &link, const ConduitOptions &options);
// Once an end of every node has opened it. system_error: not all ends share the memory, so they are
// not on one machine.
Status link_start(Link &link);
void link_close(Link &link);
// When `peer` is through with an operation that reaches it at `at`.
std::int64_t link_through(Link &link, NodeNumber peer, std::size_t bytes, std::int64_t at);

} // namespace polder

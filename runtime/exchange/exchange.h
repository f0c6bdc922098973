// Exchange: how the leaders of a job's nodes tell each other what they need before the network
// works: addresses, keys, hashes. Whoever started the job carries it: upcrun through its agent on
// each node, or PMIx. Also what the launcher says of the nodes: the names of their hosts, and the
// key that only processes of this job hold.
//
// Under upcrun, leader and agent talk through Area::boot, piece by piece: `turn` says whose piece
// lies there. Only the leader's process and the agent look at it; a piece is written before `turn`
// (release) and read after it (acquire).
#pragma once

#include "runtime/core/job.h"

#include <cstddef>

namespace polder::exchange {

inline constexpr std::size_t job_key_bytes = 16;
inline constexpr std::size_t host_name_bytes = 64;

// All leaders (process 0 of each node; one thread of it) call it, in the same order, with the same
// number of bytes, which may be 0. Each gives `bytes` bytes and gets those of all nodes, in node
// order. Comes back when all have called. One node: a copy.
void boot_exchange(const void *mine, std::size_t bytes, void *all);

// 16 bytes, the same in all processes of the job; zeroes in a job of one node.
const unsigned char *boot_key();
// As the user named it, or as it names itself; at most 63 characters.
const char *boot_host(unsigned node);
// Where plugins lie, as the launcher knows it; null: look for them.
const char *boot_plugins();

// In a job that upcrun did not start: carries boot_exchange instead of upcrun's agent. Null: nobody
// does (tests play the agent). Set by runtime/boot before the job's first exchange.
using ExchangeCarrier = void (*)(const void *mine, std::size_t bytes, void *all);
extern ExchangeCarrier exchange_carrier;

// Whether the nodes only pretend to be machines.
bool boot_one_machine();

struct BootArea {
    enum Turn : std::uint32_t { idle, leader_piece, agent_piece, wanted };
    static constexpr std::size_t piece = 32 << 10;

    unsigned char key[job_key_bytes];
    char plugins[508];
    std::uint32_t one_machine; // 1: all nodes are upcrun's own children, so they share its network, loopback included
    FutexWord turn;
    std::uint32_t bytes; // of the piece
    std::uint64_t total; // of what the leader gives, with its first piece
    char data[piece];
    char hosts[][host_name_bytes]; // by node
};

constexpr std::size_t boot_area_size(const JobShape &shape) {
    return shape.nodes == 1 ? 0 : sizeof(BootArea) + shape.nodes * host_name_bytes;
}

} // namespace polder::exchange

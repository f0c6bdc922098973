// smp: the conduit between nodes that lie on one machine: groups of processes, each with memory of
// its own. For tests of jobs of several nodes without a network, and for machines where a node is a
// part (a socket, a container).
//
// Vocabulary.
//   inbox     memory of an end that others find by its address (process and descriptor): a bell and
//             doors
//   bell      counts what came in; who sleeps, sleeps on it
//   door      a place in an inbox where a sender leaves word of a new ring
//   ring      of one sender to one receiver (conduits/ring.h), made with the first message, in the
//             sender's memory
//   route     what a sender keeps about a receiver
//   map       memory of another node as it is mapped here. Made with the first transfer to a region
//
// Transfers are copies by the caller, through its own mapping; so a target needs to do nothing, and
// order is that of the processors. Memory can only be registered if it is mapped from a file
// (memfd, /dev/shm) of which the process has a descriptor.
//
// Death. Each route has a pidfd, looked at every few polls. Who does not read a ring is slow, or
// stopped, but not dead. Nothing here holds a lock between processes, so a process may die
// anywhere.
#pragma once

#include "conduits/loopback.h"
#include "conduits/ring.h"

#include <sys/types.h>

namespace polder {

inline constexpr std::size_t smp_max_header = 512;
inline constexpr std::size_t smp_max_payload = 64 << 10;
inline constexpr std::size_t smp_inline = 4096;
inline constexpr unsigned smp_doors = 1024;
inline constexpr std::uint16_t smp_message = 1;
inline constexpr std::uint16_t smp_internal = 2;

struct SmpPlace { // of an inbox or ring: a descriptor of a process
    std::int32_t pid;
    std::int32_t fd; // + 1, so that all zeroes is none
    bool operator==(const SmpPlace &other) const { return pid == other.pid && fd == other.fd; }
};
static_assert(sizeof(SmpPlace) == 8);

struct SmpInbox {
    std::uint64_t proof;
    FutexWord bell;
    std::atomic<std::uint32_t> sleepers;
    std::atomic<std::uint32_t> doors; // taken so far
    std::atomic<std::uint64_t> door[smp_doors];
};

// Behind what the owner of the inbox is to see: wakes the owner if it sleeps.
inline void ring_bell(SmpInbox &inbox) {
    inbox.bell.fetch_add(1, std::memory_order_seq_cst);
    if (inbox.sleepers.load(std::memory_order_seq_cst)) futex_wake_all(&inbox.bell);
}

struct SmpRing {
    std::uint64_t proof; // of the sender, for the receiver
    std::uint64_t end;   // the sender's place: its inbox
    NodeNumber node;
    ByteRing ring;
};

struct SmpRoute {
    SmpRoute *next;
    SmpPlace place;
    NodeNumber node;
    SmpInbox *inbox;
    SmpRing *ring;
    int ring_fd;
    int pidfd;
    const char *why; // lost, not yet reported
    bool lost;
};

struct SmpSource { // of messages to us
    SmpRing *ring;
    bool closed;
};

struct SmpMap {
    SmpMap *next;
    std::uint64_t begin;
    std::uint64_t bytes;
    std::int32_t pid;
    std::int32_t fd;
    std::int32_t serial;
    unsigned char *here;
};

struct SmpKey {
    std::int32_t pid;
    std::int32_t fd;
    std::int32_t serial; // the description of the region, which says where it lies
};
static_assert(sizeof(SmpKey) <= conduit_key_bytes);

struct SmpEnd : LoopbackEnd {
    unsigned char key[16];
    const ConduitAddress *addresses;
    SmpInbox *inbox;
    int inbox_fd;
    SmpPlace place;
    std::atomic<SmpRoute *> *peers;    // by node; null until used
    SmpRoute *routes;                  // all, also to ends that are no leaders
    SmpSource *sources;                // by door
    std::atomic<std::uint32_t> opened; // doors looked at
    std::atomic<std::uint32_t> heard;  // the bell before the last look at the rings
    std::atomic<bool> more;            // a look ended before the rings were empty
    std::atomic<std::uint32_t> polls;
    std::int64_t tick_at;
    std::atomic<bool> losses;
    std::atomic<SmpMap *> maps;
    std::int32_t serials;
};

inline SmpEnd &smp(Conduit &conduit) {
    return static_cast<SmpEnd &>(conduit);
}

// routes.cc
SmpRoute *smp_route(SmpEnd &end, NodeNumber peer); // null: no memory. Under the lock
SmpRoute *smp_route_to(SmpEnd &end, SmpPlace place, NodeNumber node);
void smp_lose(SmpEnd &end, SmpRoute &route, const char *why);
void smp_tick(SmpEnd &end);
void smp_report_losses(SmpEnd &end); // not under the lock
void smp_close_routes(SmpEnd &end);

// memory.cc
Status smp_register(Conduit &conduit, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key);
void smp_unregister(Conduit &conduit, ConduitRegion *region);
unsigned char *smp_reach(SmpEnd &end, const ConduitKey &key, std::uint64_t remote,
                         std::size_t bytes); // null: cannot be mapped
void smp_close_maps(SmpEnd &end);

// place.cc
void *smp_map(SmpPlace place, std::size_t bytes); // null: the process is gone, or not ours to look into
int smp_open(SmpPlace place);                     // a descriptor; -1
void *smp_create(std::size_t bytes, SmpPlace *place);

} // namespace polder

// Nodes: the tests of this folder run a function in several processes that are the nodes of a job
// over a conduit. The processes exchange addresses through memory they share. CHECK ends a process
// whose condition fails. What a conduit is called on, with what hooks, is a Setup; the conformance
// suite runs on each.
#pragma once

#include "conduits/open/open.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iosfwd>
#include <sched.h>
#include <string>
#include <vector>

namespace polder::tests {

struct Setup {
    std::string conduit, hooks, provider;
    unsigned nodes = 2;
    unsigned ends = 1; // processes a node; the first is the leader
    bool thread_safe = false;
    std::string modes = ""; // what the provider is to demand or lack (conduits/ofi/modes.cc)
    std::string name() const;
};
void PrintTo(const Setup &setup, std::ostream *out);

inline constexpr std::size_t memory_bytes = 16 << 20; // of each node, registered by its leader
inline constexpr unsigned most_processes = 8;

struct Shared; // memory of all processes of a run

struct Node {
    const Setup *setup;
    Shared *shared;
    unsigned process, node, nodes, processes;
    bool leader;
    bool beside; // of a process that has another end
    Conduit *conduit;
    const ConduitTable *table;
    unsigned char *memory; // the node's; null where the end is no leader's
    void (*deliver)(Node &node, const ConduitMessage &message) = nullptr;
    void *context = nullptr; // of deliver
    std::uint64_t received = 0;
    unsigned lost = 0;
    std::string lost_why;

    const ConduitCaps &caps() const { return table->caps(*conduit); }
    unsigned peer() const { return (node + 1) % nodes; }
    std::uint64_t remote(unsigned peer, std::size_t offset = 0) const; // address in the peer's memory
    const ConduitKey &key(unsigned peer) const;
    unsigned poll() { return table->poll(*conduit); }
    void barrier(); // of all processes; polls
    // A barrier in which nobody polls: for those who must not, and those whose peers are gone.
    void quiet_barrier();
    // A number one process leaves for the others before a barrier.
    void put_word(std::uint64_t word);
    std::uint64_t word() const;
    // The process's own count of what was delivered, where several threads look at it.
    void put_mine(std::uint64_t value) { __atomic_store_n(&mine_, value, __ATOMIC_RELEASE); }
    std::uint64_t mine() const { return __atomic_load_n(&mine_, __ATOMIC_ACQUIRE); }
    std::uint64_t mine_ = 0;
    void kill_process(unsigned other);

    void send(unsigned peer, const void *header, std::size_t header_bytes, const void *payload = nullptr,
              std::size_t payload_bytes = 0);
    template <class T> void send(unsigned peer, const T &value) { send(peer, &value, sizeof value); }
    void put(unsigned peer, std::size_t offset, const void *from, std::size_t bytes);
    void get(unsigned peer, std::size_t offset, void *to, std::size_t bytes);
    std::uint64_t atomic(unsigned peer, std::size_t offset, AtomicType type, AtomicOperation operation,
                         std::uint64_t operand, std::uint64_t second = 0);
    void finish(ConduitOperation &operation); // polls until it is over; it must be ok
    void flush();
    template <class Ready> void poll_until(Ready ready) {
        while (!ready())
            if (!poll()) sched_yield(); // those it waits for may need the core
    }
};

enum class Key { shared, own }; // own: each node holds another

struct Run {
    Key key = Key::shared;
    // Silence after which a peer is lost: where nobody dies, longer than a busy machine may hold
    // one up.
    double timeout_s = 60;
    unsigned may_die = ~0u;     // a process whose end is no failure
    unsigned claimed_nodes = 0; // 0: as many as there are
};

// Another end of the same process, which nobody sends to; for one thread. The caller closes it.
void open_beside(const Node &node, Node *beside);

// Forks, runs `body` in each process, waits. A failed check or a signal fails the test, SIGPROF
// after too much processor time among them.
void run_nodes(const Setup &setup, void (*body)(Node &node), const Run &run = {});

bool ofi_is_here(const std::string &provider = "", const std::string &modes = "");
// self, smp and ofi, each alone, with each hook, and with the reference versions only. what: "" or
// a part of the name.
std::vector<Setup> every_setup();
std::vector<Setup> plain_setups(); // without hooks

std::uint64_t random_bits(std::uint64_t &state);
void fill_pattern(void *at, std::size_t bytes, std::uint64_t seed);
bool has_pattern(const void *at, std::size_t bytes, std::uint64_t seed);

[[noreturn]] void check_failed(const char *file, int line, const char *what);
#define CHECK(condition) ((condition) ? (void)0 : polder::tests::check_failed(__FILE__, __LINE__, #condition))

} // namespace polder::tests

// Net: a process's ends of the conduit between nodes, and whose bytes go over them. Exists in jobs
// of several nodes only; all others pay one test of `net_on`.
//
// Vocabulary.
//   end, peer, key, operation  conduits/conduit.h has them
//   class         which part of the runtime a message belongs to. It is the first byte of every
//                 header; the rest of the header is the class's own
//   pending send  a message that the conduit would not take yet, copied and sent from later polls,
//                 behind those that wait for the same peer
//
// Who polls. A thread that waits for something of this end polls at each turn. A thread that waits
// for something of the node polls seldom. A leader's progress thread (progress.h) polls where
// nobody else does. One thread of a process polls its end at a time: the others go on without. So
// deliver functions run one at a time in a process, though beside its other threads. `done` of
// operations run one at a time for each end.
//
// Ends of threads (end.h). With POLDER_ENDPOINTS=thread transfers of a UPC thread go by an end of
// its own. A thread that waits polls that first. It polls the process's end, too, where messages
// may come, or something there is under way or was refused.
//
// Invariant (nothing is stuck). What needs polls is either an operation of this end, or a message
// to this node's leader. A thread does not go to sleep in the kernel while an operation of its end
// is under way (net_waits.pending). A call that returns leaves its operations to the progress
// thread, or to the thread of leftover.h. Messages to the leader are taken by its progress thread,
// or, where there is none, by its threads, which then do not sleep either. Held by
// tests/unit/runtime/network/net.cc and tests/e2e/nodes/nodes_leftover.py.
//
// Memory for each peer in the control block: an address of 48 bytes, whose last eight hold the
// node's shift, and a key of 16.
#pragma once

#include "base/endpoints.h"
#include "conduits/conduit.h"
#include "runtime/core/job.h"
#include "runtime/net/end.h"
#include "runtime/net/guard.h"
#include "runtime/net/statistics.h"
#include "runtime/sync/wait.h"

namespace polder::net {

enum class NetClass : std::uint8_t { rma = 1, sync, test, classes, am = 0xA1 };
using NetDeliver = void (*)(const ConduitMessage &message);

// Every process, before net_start; the functions run in leaders. They do not wait and do not poll.
void net_register(NetClass which, NetDeliver deliver);

// Active messages, the one consumer of NetClass::am: the network tells it of more than the others.
// Set before net_start.
struct NetActiveMessages {
    void (*start)();                                // the end is open; nothing has come yet
    void (*deliver)(const ConduitMessage &message); // as NetDeliver
    void (*delivered)();                            // after some of these, once a poll
    bool (*waiting)(); // for room in the node, so this leader has to look again before long
};
extern const NetActiveMessages *net_active_messages; // null: none

// Every process of a job of several nodes, once its segments are attached, before its threads run.
// Nothing in a job of one node. Errors end the job.
void net_start();
// When no thread of the job uses the network any more: after the last barrier of all. Waits for the
// other nodes.
void net_stop();

// Counts of this process, for tests. Each is written under the gate, under the lock of pending
// sends, or by the progress thread.
struct NetCounts {
    std::uint64_t polls;
    std::uint64_t found;
    std::uint64_t pending_sends;
    std::uint64_t naps;       // of the progress thread: without a look
    std::uint64_t sleeps;     // in the conduit
    std::uint64_t progressed; // things it found
    std::uint64_t pushed;     // things the thread for leftovers found
};

inline constexpr std::size_t net_key_bytes = 16; // room for a region's key

struct Net : NetEnd { // the process's end
    const ConduitCaps *caps;
    EndpointChoice endpoints;        // whether its threads have ends of their own, and why
    const ConduitAddress *addresses; // by node
    const unsigned char *keys;       // net_key_bytes each, by node
    bool progress;                   // a thread of this process waits for what comes (progress.h)
    bool stopping;                   // what is lost now is not missed
    bool delivered;                  // active messages, in this poll
    bool carries;   // this process has a thread for what calls leave over (leftover.h), once it is needed
    bool by_extent; // caps->allocated: keys come with the first access (extents.cc)
    bool wake_due;  // that thread, at the end of this poll
    alignas(cache_line) std::atomic<std::uintptr_t> polling; // the gate: the system thread that is at it, or 0
    FutexWord cared; // 0: nobody would poll for what a call leaves over, unless he is woken (leftover.h)
    std::atomic<std::uint32_t> pending_sends;
    std::atomic<std::uint32_t> waiters; // system threads of this process in net_wait, behind its first looks
    std::atomic<void (*)(NetEnd &)> after_poll;
    NetCounts counts;
};
extern Net net;

inline bool net_on() {
    return net.conduit != nullptr;
}

// ---- peers ----

inline const ConduitKey &net_key(NodeNumber node) {
    return reinterpret_cast<const ConduitKey &>(
        net.keys[net_key_bytes * std::size_t{node}]); // so many bytes of it are looked at
}
inline std::uint64_t net_shift(NodeNumber node) {
    std::uint64_t shift;
    __builtin_memcpy(&shift, net.addresses[node].bytes + sizeof net.addresses->bytes - sizeof shift, sizeof shift);
    return shift;
}

// ---- leftovers ----

void net_leave_to_thread();
// Behind the start of an operation for whose end the caller does not wait: it ends though no thread
// of the process calls again (leftover.h). A load and a test, but for the first one after a quiet
// time. net_send and net_send_queued do it themselves.
inline void net_leave() {
    if (__builtin_expect(!net.cared.load(std::memory_order_acquire), 0)) net_leave_to_thread();
}
inline std::uintptr_t net_this_thread() {
    return static_cast<std::uintptr_t>(pthread_self());
}

// ---- whose end ----

NetEnd &net_here_of_several();
// The end that a transfer of the caller takes.
inline NetEnd &net_here() {
    return __builtin_expect(!net_ends.at, 1) ? net : net_here_of_several();
}

// That end, for one call of its conduit. With an end of its own a thread takes no lock.
class NetUse {
public:
    NetUse() : end_(net_here()), entered_(&end_ != &net && end_.enter()) {}
    ~NetUse() {
        if (entered_) end_.leave();
    }
    NetUse(const NetUse &) = delete;
    NetUse &operator=(const NetUse &) = delete;
    const ConduitTable *operator->() const { return end_.table; }
    Conduit &operator*() const { return *end_.conduit; }
    Status started(Status status) const { return end_.started(status); }

private:
    const NetGuard guard_;
    NetEnd &end_;
    const bool entered_;
};

// ---- transfers: as conduits/conduit.h says of them; remote is a global address ----

// The same where net.by_extent (extents.cc).
Status net_put_by_extent(NodeNumber node, polder_ga remote, const void *local, std::size_t bytes,
                         ConduitOperation &operation);
Status net_get_by_extent(NodeNumber node, polder_ga remote, void *local, std::size_t bytes,
                         ConduitOperation &operation);
Status net_put_signal_by_extent(NodeNumber node, polder_ga remote, const void *local, std::size_t bytes,
                                polder_ga signal, std::uint64_t add, ConduitOperation &operation);

inline Status net_put(NodeNumber node, polder_ga remote, const void *local, std::size_t bytes,
                      ConduitOperation &operation) {
    if (__builtin_expect(net.by_extent, 0)) return net_put_by_extent(node, remote, local, bytes, operation);
    const NetUse end;
    return end.started(end->put(*end, node, remote - net_shift(node), net_key(node), local, bytes, operation));
}
inline Status net_get(NodeNumber node, polder_ga remote, void *local, std::size_t bytes, ConduitOperation &operation) {
    if (__builtin_expect(net.by_extent, 0)) return net_get_by_extent(node, remote, local, bytes, operation);
    const NetUse end;
    return end.started(end->get(*end, node, remote - net_shift(node), net_key(node), local, bytes, operation));
}
// A get that reads what is there behind the atomic operations that were started before it. Only
// where net_orders_gets(): the conduit keeps that order, or both are messages.
inline bool net_orders_gets() {
    return net.caps->message_atomics || (net.caps->ordered && net.caps->ordered_atomics);
}
inline Status net_get_behind_atomics(NodeNumber node, polder_ga remote, void *local, std::size_t bytes,
                                     ConduitOperation &operation) {
    if (!net.caps->message_atomics) return net_get(node, remote, local, bytes, operation);
    const NetUse end;
    return end.started(end->get(*end, node, remote - net_shift(node), conduit_no_key, local, bytes, operation));
}

// `signal` near remote, 64 bits: `add` is added to it once the put is visible.
inline Status net_put_signal(NodeNumber node, polder_ga remote, const void *local, std::size_t bytes, polder_ga signal,
                             std::uint64_t add, ConduitOperation &operation) {
    if (__builtin_expect(net.by_extent, 0))
        return net_put_signal_by_extent(node, remote, local, bytes, signal, add, operation);
    const NetUse end;
    const std::uint64_t shift = net_shift(node);
    return end.started(
        end->put_signal(*end, node, remote - shift, net_key(node), local, bytes, signal - shift, add, operation));
}
// Coherent with the processors of the node; result may be null.
struct NetAtomic {
    AtomicType type;
    AtomicOperation operation;
    std::uint64_t operand;
    std::uint64_t second;
    void *result;
};
inline Status net_atomic(NodeNumber node, polder_ga remote, const NetAtomic &what, ConduitOperation &operation) {
    const NetUse end;
    return end.started(end->atomic(*end, node, remote - net_shift(node), net_key(node), what.type, what.operation,
                                   what.operand, what.second, what.result, operation));
}

// ---- messages: the header's first byte is a NetClass ----

// ok, or again: nothing was sent, also where kept messages for the node come first. Never polls.
Status net_send(NodeNumber node, const ConduitMessage &message);
// Always takes it. For answers, which are bounded by what was asked; whoever asks must be kept from
// asking on.
void net_send_queued(NodeNumber node, const ConduitMessage &message);

// ---- progress ----

// One turn; how much there was. 0 too where another thread is at it. Not in handlers.
unsigned net_poll();
// The same for the progress thread, which does not count as somebody who polls. False: another
// thread is at it.
bool net_poll_quietly(unsigned *found);
// A function that polls of an end call at last while its `bulk` is not 0: starts again what the
// conduit would not take. One in all.
inline void net_after_poll(void (*function)(NetEnd &)) {
    net.after_poll.store(function, std::memory_order_relaxed);
}
// Operations or messages of the caller's ends are under way, so somebody has to poll.
bool net_busy();
bool net_process_busy(); // of the process's alone
// What a wait for something of the network does each turn: polls, later also gives the core away,
// in the end sleeps in the conduit.
void net_turn(unsigned turn, unsigned *idle);

// Ends the job if the caller is in a poll, that is, in a handler. It holds the gate, so nobody
// would poll for it, nor for anybody else.
void net_may_wait();

// Who waits for the network while cores are shared gives way soon. Cores are shared among the
// threads of the node, or among the system threads of this process that wait here, as sub-threads
// do. A poll of one of them takes what all wait for, and more polls keep a core from the others.
bool net_shares_cores();

class NetWaiter {
public:
    NetWaiter() { net.waiters.fetch_add(1, std::memory_order_relaxed); }
    ~NetWaiter() { net.waiters.fetch_sub(1, std::memory_order_relaxed); }
    NetWaiter(const NetWaiter &) = delete;
    NetWaiter &operator=(const NetWaiter &) = delete;
};

// Waits, polling, until ready(); `why` is what a hang report says.
template <class Ready> void net_wait(const sync::WaitReason &why, Ready ready) {
    for (unsigned i = net_shares_cores() ? 4 : 64; i; --i) {
        if (ready()) return;
        net_poll();
    }
    net_may_wait();
    const NetWaiter waiter;
    WaitMark mark(why.kind, why.object, why.peer);
    unsigned idle = 0;
    for (unsigned turn = 0; !ready(); ++turn) {
        if (turn == 1024) mark.parking();
        net_turn(turn, &idle);
    }
}

// What waiting threads do for the network (wait.h).
extern const sync::WaitPolling net_waits;

// ---- the control block ----

struct alignas(cache_line) NetArea { // behind it addresses, then keys, then what a last key seems to be longer
    std::atomic<std::uint32_t> left; // processes of the node that have stopped
    char provider[56];               // that the first node has measured to be the best; empty: none
    NodeStatistics statistics;
};
struct alignas(cache_line) NetLine {    // of each thread of the node, behind the keys; what its leader does for it
    std::atomic<std::uint64_t> answers; // to packed transfers (runtime/rma/packed.h)
};
constexpr std::size_t net_lines_offset(unsigned nodes) {
    const std::size_t cards = std::size_t{nodes} * (sizeof(ConduitAddress) + net_key_bytes);
    return sizeof(NetArea) + (2 * cache_line + cards - 1) / cache_line * cache_line;
}
constexpr std::size_t net_area_size(const JobShape &shape) {
    return shape.nodes < 2 ? 0 : net_lines_offset(shape.nodes) + shape.threads * sizeof(NetLine);
}

inline NetLine &net_line(unsigned thread) {
    return reinterpret_cast<NetLine *>(area<char>(Area::net) + net_lines_offset(nodes()))[node_rank(thread)];
}

} // namespace polder::net

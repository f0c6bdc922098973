// Active messages: a thread sends a few words, and perhaps a payload, to another thread. There a
// *handler* runs with them, exactly once: a function that both sides know by number. It may answer
// with one *reply*, whose handler runs at the sender. This is the layer under everything that is
// more than a load, a store or a copy.
//
// Vocabulary.
//   short   up to 17 arguments of 64 bits
//   medium  and a payload of up to 64 KiB that the handler sees in a buffer of the layer, until it
//           returns
//   long    and a payload of any size that lies in the receiver's segment (or any other shared
//           memory) before the handler runs
//   room    what the answer will need. Reserved with the request, at the sender, so that a reply
//           never waits and never fails
//   again   back-pressure: nothing was sent; am_poll, then try again. Memory never grows with the
//           messages under way
//
// Where handlers run.
//   1. A message to a thread of the same process runs at once, in the caller.
//   2. A message to another process lies in its inbox until any of its threads polls. The calls
//      am_poll and am_wait poll, and so do all others that block (WaitPolling in
//      runtime/sync/wait.h).
//   3. So a handler is told for which thread it runs (AmMessage::to). Private data of a UPC thread
//      (MYTHREAD among it) is that of the thread that happens to run it.
//   4. If a process has several threads, handlers run concurrently.
//
// What a handler may do: anything that does not block.
//   1. It may reply once, with am_reply. The handler of a reply cannot reply.
//   2. It may send requests and must then take `again` for an answer; whoever wants the message
//      sent keeps it. The same holds where messages inside a process nest more than am_max_depth
//      deep.
//   3. It does not poll: am_poll and waits inside a handler run no other handlers.
//
// Order. What the sender did before it sent is visible to the handler. What the handler did before
// it replied is visible to the reply's handler. Messages between two processes of one thread each
// arrive in the order they were sent in, requests and replies apart. No other order is promised.
//
// Progress. No call here waits for another process but those whose name says so. Handlers run to
// their end without waiting. So whatever is in an inbox runs as soon as a thread of that process
// polls. Proof that replies always find room: inbox.h.
//
// Use.
//   1. am_register the same handlers in every process.
//   2. am_start in every process once its segments are attached and before its threads run, or
//      later by one thread alone.
//   3. A barrier before the first message.
// A job of one process needs no memory for it, and nobody polls. Errors in the use of this
// interface (a handler nobody registered, too many arguments, a second reply) end the job with a
// message.
#pragma once

#include "base/status.h"
#include "runtime/core/private.h"
#include "runtime/sync/wait.h"

#include <cstddef>
#include <cstdint>

namespace polder::am {

inline constexpr unsigned am_max_arguments = 17;    // of which the public interface has one
inline constexpr std::size_t am_max_medium = 65536; // bytes of a medium payload
inline constexpr unsigned am_handlers = 256;
inline constexpr unsigned am_max_depth = 16; // of requests that handlers send inside their process

// Bytes of payload that travel with the arguments: a medium reply as short as this needs no room.
constexpr std::size_t am_inline_bytes(unsigned arguments) {
    return (am_max_arguments + 2 - arguments) * sizeof(std::uint64_t);
}

struct AmReplyState; // how to answer: the layer's own

// What a handler sees. Arguments and payload are there until it returns.
struct AmMessage {
    unsigned from; // thread
    unsigned to;   // thread
    unsigned argument_count;
    const std::uint64_t *arguments;
    const void *payload; // null: short; for long messages, where it landed
    std::size_t bytes;
    AmReplyState *reply; // null: this is one
};
using AmHandler = void (*)(AmMessage &message);

// What is sent. Nothing of it is needed any more when the call returns.
struct AmContent {
    unsigned handler;
    const std::uint64_t *arguments = nullptr;
    unsigned argument_count = 0;
    const void *payload = nullptr;
    std::size_t bytes = 0;
    void *landing = nullptr; // not null: a long message, the payload goes there; shared memory of the node

    bool is_short() const { return !bytes && !landing; }
};

// The same number and function in every process.
void am_register(unsigned handler, AmHandler function);
void am_start();

// Sends a request to a thread of the node, itself included.
//   room   bytes of the longest medium payload the reply may have; what am_inline_bytes gives is
//          always there
//   again  nothing was sent. The landing place of a long message may already have been written
Status am_request(unsigned to, const AmContent &content, std::size_t room = 0);
// In a request's handler, at most once. Never waits.
void am_reply(AmMessage &request, const AmContent &content);
// The same as am_request, but waits, polling, until it is sent. Not in handlers.
void am_request_wait(unsigned to, const AmContent &content, std::size_t room = 0);

// Runs handlers of messages that have come in for this process, a few dozen at most; how many. 0 in
// a handler. A wait and a loop of the program look at the network at other times
// (runtime/net/look.h).
enum class AmPoller : bool { wait, loop };
unsigned am_poll(AmPoller who = AmPoller::wait);

// Waits, polling, until ready(), as wait_until does. Whoever makes ready() true signals `point`. A
// change by a handler in the calling thread needs no signal. One by a handler that may run in
// another thread of the process does.
template <class Ready> void am_wait(sync::WaitPoint &point, const sync::WaitReason &why, Ready ready) {
    for (unsigned i = sync::wait_setup.spins; i; --i) {
        if (ready()) return;
        if (!am_poll()) sync::cpu_pause();
    }
    sync::wait_slowly(
        point, why, sync::wait_all_groups, [](void *context) { return (*static_cast<Ready *>(context))(); }, &ready);
}

// A number that its thread counts up and others may read. A progress thread counts beside the
// thread whose private data it uses. Of two counts at the same moment one may be lost.
class AmCount {
public:
    void operator++() { *this += 1; }
    void operator+=(std::uint64_t more) {
        value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
    operator std::uint64_t() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

// What the calling thread did so far: for tests and tools. One a UPC thread.
struct AmCounts {
    AmCount sent;        // to other processes
    AmCount handled;     // from other processes
    AmCount replied;     // to other processes
    AmCount inside;      // requests inside the process
    AmCount refused;     // requests answered `again`
    AmCount locks;       // taken, or read-modify-writes that only several threads of a process need
    AmCount wakes;       // of sleeping processes
    AmCount far_sent;    // to other nodes
    AmCount far_handled; // from other nodes
    AmCount far_replied; // to other nodes
    AmCount far_refused; // requests answered `again`
    AmCount far_returns; // messages that end requests without a reply
    AmCount handed_on;   // messages for other processes
};
extern AmCounts am_thread_counts; // POLDER_PRIVATE
inline AmCounts &am_counts() {
    return local(am_thread_counts);
}

} // namespace polder::am

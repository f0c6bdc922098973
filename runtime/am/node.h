// What the parts of the layer share inside a process: who is where, slabs, credits, and how a
// handler is run.
#pragma once

#include "runtime/am/far.h"
#include "runtime/am/handler_guard.h"
#include "runtime/am/lane.h"

#include <cstring>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define POLDER_KNOWS_SINGLE_THREADED 1
#endif

namespace polder::am {

// All but the credits stay as they are once messages go; those have a line of their own.
struct alignas(cache_line) AmNode {
    Inbox *inboxes; // null before am_start, and in a job of one process
    Inbox *own;     // of these, this process's
    ParkSlot *slots;
    unsigned first; // threads of this process
    unsigned count;
    unsigned node_first; // threads of this node
    unsigned node_count;
    unsigned processes;
    unsigned each;  // threads a process holds at least
    unsigned large; // threads in those that hold one more
    std::atomic<AmHandler> handler[am_handlers];
    std::atomic<const AmNetwork *> network; // null in a job of one node, and before the network is open
    alignas(cache_line) std::atomic<std::uint32_t> credits_taken; // and not known to be returned
    std::atomic<std::uint32_t> credits_asked;                     // how often credits_unused found some
};
extern AmNode am_node;

// Where the sender of a request may be answered.
struct AmReplyState {
    bool inside;       // the process
    bool done;         // there was a reply
    std::uint8_t slab; // reserved for it at the requester: number + 1
    LaneReply lane;    // where its end goes if it came by a lane
    // Of requests from other nodes:
    bool far;
    std::uint8_t room;  // as in their header (wire.h)
    std::uint8_t flags; // as in their header
    std::uint32_t cost; // to be given back
};

// Whether several threads of this process may be here at once: the C library knows, sub-threads and
// foreign ones included. One that does not say (glibc before 2.32) leaves everybody on the safe
// side.
inline bool am_shared() {
#if defined(POLDER_KNOWS_SINGLE_THREADED)
    return !__libc_single_threaded;
#else
    return true;
#endif
}
// Whether nobody but the caller ever writes to the inboxes of others.
inline bool am_alone() {
    return am_node.processes == 2 && !am_shared();
}

inline bool am_here(unsigned thread) {
    return thread - am_node.first < am_node.count;
}
inline bool am_on_node(unsigned thread) {
    return thread - am_node.node_first < am_node.node_count;
}
// Of a thread of this node.
inline unsigned am_process_of(unsigned thread) {
    const AmNode &node = am_node;
    const unsigned rank = thread - node.node_first;
    if (node.each == 1 && !node.large) return rank;
    if (rank < node.large) return rank / (node.each + 1);
    return node.processes - 1 - (node.node_count - 1 - rank) / node.each;
}
inline Inbox &am_inbox(unsigned process) {
    return am_node.inboxes[process];
}

// Ends the job unless there is such a handler, or if the content is none.
void am_check_all(const AmContent &content, bool reply, unsigned to);
inline void am_check(const AmContent &content, bool reply, unsigned to) {
    const bool fits = content.handler < am_handlers && content.argument_count <= am_max_arguments && content.is_short();
    if (__builtin_expect(!fits || !am_node.handler[content.handler].load(std::memory_order_relaxed), 0))
        am_check_all(content, reply, to);
}

// ---- messages in rings and on their way ----

// Writes arguments, and what travels with them in the cells, into the parcel. A payload longer than
// that is left to the caller. The header is written at once: a header written in parts and read
// soon after would be waited for.
inline void am_pack(const AmContent &content, AmParcel *parcel) {
    const bool in_cells = content.bytes <= am_inline_bytes(content.argument_count);
    const AmKind kind = content.landing  ? AmKind::landed
                        : !content.bytes ? AmKind::brief
                        : in_cells       ? AmKind::in_cells
                                         : AmKind::in_slab;
    AmHeader &header = parcel->header;
    header.set((content.landing ? 0 : static_cast<std::uint32_t>(content.bytes)) |
               std::uint64_t{content.handler & 255} << 32 | std::uint64_t{content.argument_count & 31} << 40 |
               std::uint64_t{static_cast<unsigned>(kind)} << 45);
    for (unsigned i = 0; i < content.argument_count; ++i)
        parcel->body[i] = content.arguments[i];
    std::uint64_t *behind = parcel->body + content.argument_count;
    if (kind == AmKind::landed) {
        behind[0] = reinterpret_cast<std::uintptr_t>(content.landing);
        behind[1] = content.bytes;
    } else if (kind == AmKind::in_cells) {
        std::memcpy(behind, content.payload, content.bytes);
    }
}
// Into the requests of a process; false: its ring is full.
bool am_put(unsigned process, const AmParcel &parcel);
[[gnu::always_inline]] inline void am_call(AmHandler handler, AmMessage &message, bool polls) {
    const AmHandlerGuard inside(am_shared(), polls);
    delay_point();
    handler(message);
}
inline void am_run(unsigned handler, AmMessage &message) {
    am_call(am_node.handler[handler].load(std::memory_order_acquire), message, false);
}

// ---- other nodes: send_far.cc ----

Status request_far(unsigned to, const AmContent &content, std::size_t room);
void reply_far(const AmMessage &request, const AmContent &content);

// ---- slabs ----

// Number + 1 of a slab of this process with at least so many bytes; 0: all are in use.
std::uint8_t slab_take(std::size_t bytes);
// Of any process; what was read from it was read before.
void slab_release(Inbox &owner, std::uint8_t slab);
char *slab_memory(Inbox &owner, std::uint8_t slab);

// ---- credits ----

bool credit_take();
// No request of this process is under way in rings. Those without a reply are asked for now and
// then.
bool credits_came_back();
inline bool credits_unused() {
    return !am_node.credits_taken.load(std::memory_order_acquire) || credits_came_back();
}
// Of this process: a reply was copied out, or a request was not sent after all.
void credit_release();

// ---- sleeping processes ----

void am_wake(unsigned process);
bool am_park(const sync::WaitPoint &point);
void am_unpark();

// M2 to M4 of inbox.h.
inline void am_published(unsigned process) {
    delay_point();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (__builtin_expect(am_inbox(process).parked.load(std::memory_order_seq_cst) != 0, 0)) am_wake(process);
}

extern const sync::WaitPolling am_waits; // what the runtime's waits call

} // namespace polder::am

// What the parts of the layer share inside a process: who is where, slabs, credits, and how a handler is run.
#pragma once

#include "runtime/am/ring.h"

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define POLDER_KNOWS_SINGLE_THREADED 1
#endif

namespace polder {

// All but the credits stay as they are once messages go; those have a line of their own.
struct alignas(cache_line) AmNode {
    Inbox *inboxes; // null before am_start, and in a job of one process
    ParkSlot *slots;
    unsigned first, count; // threads of this process
    unsigned processes;
    unsigned each, large; // threads a process holds at least; threads in those that hold one more
    std::atomic<AmHandler> handler[am_handlers];
    alignas(cache_line) std::atomic<std::uint32_t> credits_taken; // and not known to be returned
};
extern AmNode am_node;

// Where the sender of a request may be answered.
struct AmReplyState {
    bool inside;           // the process
    bool done;             // there was a reply
    std::uint8_t slab;     // reserved for it at the requester: number + 1
    std::uint32_t process; // the requester's
};

extern AmCounts am_thread_counts; // POLDER_PRIVATE
// POLDER_PRIVATE: handlers the thread is in. Its system threads share it.
extern std::atomic<std::uint32_t> am_depth;

// Whether several threads of this process may be here at once: the C library knows, sub-threads and foreign ones included.
// One that does not say (glibc before 2.32) leaves everybody on the safe side.
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
inline unsigned am_process_of(unsigned thread) {
    const AmNode &node = am_node;
    if (node.each == 1 && !node.large) return thread;
    if (thread < node.large) return thread / (node.each + 1);
    return node.processes - 1 - (threads() - 1 - thread) / node.each;
}
inline Inbox &am_inbox(unsigned process) {
    return am_node.inboxes[process];
}

// Marks the calling thread as inside a handler.
class AmInside {
public:
    AmInside() : depth_(local(am_depth)) { add(1); }
    ~AmInside() { add(~0u); }
    AmInside(const AmInside &) = delete;
    AmInside &operator=(const AmInside &) = delete;

private:
    void add(std::uint32_t what) {
        if (am_shared())
            depth_.fetch_add(what, std::memory_order_relaxed);
        else
            depth_.store(depth_.load(std::memory_order_relaxed) + what, std::memory_order_relaxed);
    }
    std::atomic<std::uint32_t> &depth_;
};

// Ends the job unless there is such a handler, or if the content is none.
void am_check(const AmContent &content, bool reply);

// ---- slabs ----

// Number + 1 of a slab of this process with at least so many bytes; 0: all are in use.
std::uint8_t slab_take(std::size_t bytes);
// Of any process; what was read from it was read before.
void slab_release(Inbox &owner, std::uint8_t slab);
char *slab_memory(Inbox &owner, std::uint8_t slab);

// ---- credits ----

bool credit_take();
// Of this process: a reply was copied out, or a request was not sent after all.
void credit_release();

// ---- sleeping processes ----

void am_wake(unsigned process);

// M2 to M4 of inbox.h.
inline void am_published(unsigned process) {
    delay_point();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (__builtin_expect(am_inbox(process).parked.load(std::memory_order_seq_cst) != 0, 0)) am_wake(process);
}

extern const WaitPolling am_waits; // what the runtime's waits call

} // namespace polder

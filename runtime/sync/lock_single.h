// A lock where nobody could want it: in a job of one UPC thread while its process has a single
// system thread. No locked instruction and no fence, as no other processor executes anything of the
// job.
//
// The words stay what lock.h says of them, so a lock may be taken this way and given back the other
// way, and the reverse. A program that creates a system thread between the two makes all of them
// visible to it: creating a thread orders what came before it.
#pragma once

#include "runtime/sync/lock_layout.h"

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define POLDER_SINGLE_THREADED __libc_single_threaded
#else
#define POLDER_SINGLE_THREADED 0
#endif

namespace polder::sync {

// Of a job of one thread. Asked at each call: the program may create a system thread at any time.
inline bool nobody_else() {
    return POLDER_SINGLE_THREADED;
}

// False: it is taken already, so the caller would wait for itself.
inline bool lock_single_acquire(Lock &lock, LockUser user) {
    const std::uint64_t ticket = lock.next.load(std::memory_order_relaxed);
    if (__builtin_expect(lock.serving[lock_slot(ticket)].load(std::memory_order_relaxed) != ticket, 0)) return false;
    lock.next.store(ticket + 1, std::memory_order_relaxed);
    lock_take(lock, ticket, user);
    return true;
}

// False: the thread does not hold it.
inline bool lock_single_release(Lock &lock, unsigned thread) {
    const std::uint64_t ticket = lock.next.load(std::memory_order_relaxed) - 1;
    std::atomic<std::uint32_t> &holder = lock.holder[lock_slot(ticket)];
    if (__builtin_expect(holder.load(std::memory_order_relaxed) != thread + 1, 0)) return false;
    holder.store(0, std::memory_order_relaxed);
    lock.serving[lock_slot(ticket + 1)].store(ticket + 1, std::memory_order_relaxed);
    return true;
}

} // namespace polder::sync

#undef POLDER_SINGLE_THREADED

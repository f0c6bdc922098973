// Guard: lets one thread at a time into a conduit that was not opened as thread safe. A process
// with one UPC thread and no progress thread opens it so. The C library knows whether the program
// has made threads of its own (OpenMP, pthreads); nothing is locked as long as it has not. Nothing
// is locked either where the program has promised that its threads call one at a time. The guard
// then looks whether they do (level.h has the proof). A thread that is inside already (a handler
// that sends, in a poll) goes on. The program does not see what the conduit's system calls do to
// errno: an access to shared memory keeps it.
#pragma once

#include "base/futex.h"

#include <cerrno>
#include <pthread.h>
#include <sched.h>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define POLDER_NET_SINGLE __libc_single_threaded
#else
#define POLDER_NET_SINGLE 0
#endif

namespace polder::net {

struct NetLock {
    bool needed;                  // the conduit itself does not
    std::atomic<bool> shared;     // several threads may come at a time
    std::atomic<pthread_t> owner; // 0: free
    FutexLock lock;
    std::atomic<std::uint64_t> taken; // how often: for tests
};
extern NetLock net_lock;

// Two at a time, against the promise.
[[noreturn]] void net_refuse();

class NetGuard {
public:
    NetGuard() : held_(net_lock.needed && !POLDER_NET_SINGLE ? enter() : Held::nothing) {}
    ~NetGuard() {
        if (__builtin_expect(held_ != Held::nothing, 0)) leave();
        errno = errno_;
    }
    NetGuard(const NetGuard &) = delete;
    NetGuard &operator=(const NetGuard &) = delete;

private:
    enum class Held : std::uint8_t { nothing, place, lock };
    static Held enter() {
        const pthread_t inside = net_lock.owner.load(std::memory_order_relaxed);
        if (inside == pthread_self()) return Held::nothing;
        if (net_lock.shared.load(std::memory_order_relaxed)) return enter_locked();
        if (inside) net_refuse();
        net_lock.owner.store(pthread_self(), std::memory_order_relaxed);
        return Held::place;
    }
    static Held enter_locked() {
        net_lock.lock.lock();
        while (net_lock.owner.load(std::memory_order_acquire))
            sched_yield(); // who came in before the end was shared
        net_lock.owner.store(pthread_self(), std::memory_order_relaxed);
        net_lock.taken.fetch_add(1, std::memory_order_relaxed);
        return Held::lock;
    }
    void leave() const {
        net_lock.owner.store(0, std::memory_order_release);
        if (held_ == Held::lock) net_lock.lock.unlock();
    }
    const Held held_;
    const int errno_ = errno;
};

} // namespace polder::net

// Guard: lets one thread at a time into a conduit that was not opened as thread safe. A process
// with one UPC thread and no progress thread opens it so. The C library knows whether the program
// has made threads of its own (OpenMP, pthreads); nothing is locked as long as it has not. A thread
// that is inside already (a handler that sends, in a poll) goes on. The program does not see what
// the conduit's system calls do to errno: an access to shared memory keeps it.
#pragma once

#include "base/futex.h"

#include <cerrno>
#include <pthread.h>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define POLDER_NET_SINGLE __libc_single_threaded
#else
#define POLDER_NET_SINGLE 0
#endif

namespace polder::net {

struct NetLock {
    bool needed;                  // the conduit itself does not
    std::atomic<pthread_t> owner; // 0: free
    FutexLock lock;
    std::atomic<std::uint64_t> taken; // how often: for tests
};
extern NetLock net_lock;

class NetGuard {
public:
    NetGuard() : locked_(net_lock.needed && !POLDER_NET_SINGLE && enter()) {}
    ~NetGuard() {
        if (__builtin_expect(locked_, 0)) leave();
        errno = errno_;
    }
    NetGuard(const NetGuard &) = delete;
    NetGuard &operator=(const NetGuard &) = delete;

private:
    static bool enter() {
        if (net_lock.owner.load(std::memory_order_relaxed) == pthread_self()) return false;
        net_lock.lock.lock();
        net_lock.owner.store(pthread_self(), std::memory_order_relaxed);
        net_lock.taken.fetch_add(1, std::memory_order_relaxed);
        return true;
    }
    static void leave() {
        net_lock.owner.store(0, std::memory_order_relaxed);
        net_lock.lock.unlock();
    }
    const bool locked_;
    const int errno_ = errno;
};

} // namespace polder::net

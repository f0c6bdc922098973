// Futex: sleeping on a 32-bit word and waking its sleepers. The word may lie in memory that
// processes share, so the private forms are never used.
//
// Rules. The helpers never return an error. A return of futex_wait says nothing about the word: the
// caller re-reads it.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace polder {

using FutexWord = std::atomic<std::uint32_t>;
static_assert(sizeof(FutexWord) == 4 && FutexWord::is_always_lock_free);

// Sleeps while *word == expected, at most timeout_ns (negative: without end). Also returns on a
// signal and spuriously.
inline void futex_wait(FutexWord *word, std::uint32_t expected, std::int64_t timeout_ns = -1) {
    timespec limit{static_cast<time_t>(timeout_ns / 1000000000), static_cast<long>(timeout_ns % 1000000000)};
    const int saved = errno;
    syscall(SYS_futex, word, FUTEX_WAIT, expected, timeout_ns < 0 ? nullptr : &limit, nullptr, 0);
    errno = saved;
}

inline void futex_wake(FutexWord *word, int sleepers) {
    const int saved = errno;
    syscall(SYS_futex, word, FUTEX_WAKE, sleepers, nullptr, nullptr, 0);
    errno = saved;
}

// The same for sleepers in up to 32 groups, bit a group. A wake reaches those who share a bit with
// it. limit_ns: a time of clock_ns at which the sleep ends (negative: without end).
inline void futex_wait_group(FutexWord *word, std::uint32_t expected, std::uint32_t groups,
                             std::int64_t limit_ns = -1) {
    timespec limit{static_cast<time_t>(limit_ns / 1000000000), static_cast<long>(limit_ns % 1000000000)};
    const int saved = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_BITSET, expected, limit_ns < 0 ? nullptr : &limit, nullptr, groups);
    errno = saved;
}

inline void futex_wake_group(FutexWord *word, std::uint32_t groups) {
    const int saved = errno;
    syscall(SYS_futex, word, FUTEX_WAKE_BITSET, 0x7fffffff, nullptr, nullptr, groups);
    errno = saved;
}

inline void futex_wake_all(FutexWord *word) {
    futex_wake(word, 0x7fffffff);
}

// A lock for rare or long sections (output, start), not for speed. It costs one exchange when free,
// a sleep when taken. 0 free, 1 held, 2 held and somebody may sleep. All zeroes is an unlocked
// lock.
class FutexLock {
public:
    void lock() {
        std::uint32_t seen = 0;
        if (word_.compare_exchange_strong(seen, 1, std::memory_order_acquire)) return;
        while (word_.exchange(2, std::memory_order_acquire) != 0)
            futex_wait(&word_, 2);
    }
    bool try_lock() {
        std::uint32_t seen = 0;
        return word_.compare_exchange_strong(seen, 1, std::memory_order_acquire);
    }
    void unlock() {
        if (word_.exchange(0, std::memory_order_release) == 2) futex_wake(&word_, 1);
    }

private:
    FutexWord word_{0};
};

} // namespace polder

// Locks: a queue lock in the symmetric word that the program gives, all zero when it is free.
//
// Each PE waits for a word of its own. So a lock that many wait for costs a message when it changes
// hands, not a stream of them. The word has two halves:
//
//   tail   at the lock's home, a PE that its offset chooses: the last in the queue, as PE + 1; 0:
//          it is free
//   own    at each PE: `waiting` while it is to wait, plus the PE + 1 that comes behind it, 0: none
//          known yet
//
// Rules.
//   set      own = waiting; before = swap(home.tail, me + 1). before == 0: it is mine;
//            subtract(own, waiting), as somebody may have added to own since the swap. Else add(own
//            of before, me + 1), and wait until `waiting` has gone from own.
//   clear    If own names nobody: cswap(home.tail, me + 1 -> 0); if that was the tail, the lock is
//            free. Else wait until own names the next; own = 0; subtract(own of next, waiting).
//   test     cswap(home.tail, 0 -> me + 1); it is mine if it was 0.
// A PE that sets a lock which it holds is told so: it is the tail, or `own` names who waits. Only
// where that PE's addition is still under way it waits for ever, as the specification lets it.
// Additions and subtractions fetch nothing, so nobody waits until they have arrived.
//
// Proof of no lost hand-over. A PE that swapped behind me adds to own exactly once. I leave only in
// two cases. The cswap found me to be the tail, so nobody has swapped. Or I have read who did.
// `own` is 0 whenever a PE is not in the queue. It clears the name it has read before it hands on,
// and `waiting` was taken from it. What was done under the lock is complete before the lock is
// handed on: clear begins with a quiet, set ends with an acquire.
//
// A long (C) has room for two objects of 4 bytes. A default integer (Fortran) is one object with
// both halves, so operations on the whole change a half. They are additions that do not reach the
// other half, and compare-and-swap in a loop. Where a turn of that loop fails, somebody else's
// operation took place. `own` is at most `waiting` and one name, below 2^16 in up to 32767 PEs.
#pragma once

#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include "runtime/fence/look_around.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace polder::shmem {

// The operations that a lock needs of its word at this PE, at the home, and at another.
struct HalvesOfLong {
    static constexpr std::size_t bytes = 8;
    static constexpr std::uint32_t waiting = std::uint32_t{1} << 31;
    static constexpr std::uint32_t most_pes = waiting - 1;

    static std::uint32_t own(polder_ga mine) { return own_of(mine).load(std::memory_order_acquire); }
    static void begin_waiting(polder_ga mine) { own_of(mine).store(waiting, std::memory_order_release); }
    static void end_waiting(polder_ga mine) { own_of(mine).fetch_sub(waiting, std::memory_order_acquire); }
    static void forget(polder_ga mine, std::uint32_t) { own_of(mine).store(0, std::memory_order_release); }
    static std::uint32_t swap_tail(polder_ga home, std::uint32_t desired);
    static std::uint32_t compare_swap_tail(polder_ga home, std::uint32_t expected, std::uint32_t desired);

private:
    static std::atomic<std::uint32_t> &own_of(polder_ga mine) {
        return *static_cast<std::atomic<std::uint32_t> *>(near_pointer(mine));
    }
};

// own: the lower 16 bits; tail: the upper ones.
struct HalvesOfInteger {
    static constexpr std::size_t bytes = 4;
    static constexpr std::uint32_t waiting = std::uint32_t{1} << 15;
    static constexpr std::uint32_t most_pes = waiting - 1;

    static std::uint32_t own(polder_ga mine) { return word_of(mine).load(std::memory_order_acquire) & own_mask; }
    static void begin_waiting(polder_ga mine) { word_of(mine).fetch_add(waiting, std::memory_order_release); }
    static void end_waiting(polder_ga mine) { word_of(mine).fetch_sub(waiting, std::memory_order_acquire); }
    static void forget(polder_ga mine, std::uint32_t next) { word_of(mine).fetch_sub(next, std::memory_order_release); }
    static std::uint32_t swap_tail(polder_ga home, std::uint32_t desired);
    static std::uint32_t compare_swap_tail(polder_ga home, std::uint32_t expected, std::uint32_t desired);

private:
    static constexpr unsigned tail_shift = 16;
    static constexpr std::uint32_t own_mask = (std::uint32_t{1} << tail_shift) - 1;
    static std::atomic<std::uint32_t> &word_of(polder_ga mine) {
        return *static_cast<std::atomic<std::uint32_t> *>(near_pointer(mine));
    }
    // True: it was `before` there.
    static bool replace(polder_ga home, std::uint32_t before, std::uint32_t tail);
};

// `routine` is the C routine's name, for messages.
template <class Halves> class Lock {
public:
    Lock(const char *routine, void *word);
    void set() const;
    bool test() const;
    void clear() const;

private:
    static std::uint32_t name() { return static_cast<std::uint32_t>(here().me) + 1; }
    polder_ga at(unsigned pe) const { return ga_of_segment(pe) + offset_; }
    polder_ga home() const { return at(static_cast<unsigned>(offset_ / Halves::bytes % pes())); }
    static unsigned pes() { return static_cast<unsigned>(here().pes); }
    template <class Ready> std::uint32_t wait(Ready ready) const;
    [[noreturn]] void fail_held() const;

    const char *routine_;
    std::uint64_t offset_;
    polder_ga mine_;
};

extern template class Lock<HalvesOfLong>;
extern template class Lock<HalvesOfInteger>;

// What the PE has written is complete, also by UPC code; what it reads from here on is new.
void quiet_both();

template <class Halves> void set_lock(void *word) {
    Lock<Halves>("set_lock", word).set();
    quiet_both(); // reads behind it see what was done under the lock
}
// 0: it is the caller's.
template <class Halves> int test_lock(void *word) {
    if (!Lock<Halves>("test_lock", word).test()) {
        // A loop of tests comes to an end: its holder may need this core, or an answer from here.
        fence::look_around_once();
        return 1;
    }
    quiet_both();
    return 0;
}
template <class Halves> void clear_lock(void *word) {
    quiet_both();
    Lock<Halves>("clear_lock", word).clear();
}

} // namespace polder::shmem

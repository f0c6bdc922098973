// OpenSHMEM 9.13: locks. A queue lock in the symmetric word that the program gives, all zero when
// it is free.
//
// Each PE waits for a word of its own. So a lock that many wait for costs a message when it changes
// hands, not a stream of them. The word of 8 bytes has two halves, an object of 4 bytes each:
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
// Additions and subtractions fetch nothing, so nobody waits until they have arrived.
//   test     cswap(home.tail, 0 -> me + 1); it is mine if it was 0.
//
// Proof of no lost hand-over. A PE that swapped behind me adds to own exactly once. I leave only in
// two cases. The cswap found me to be the tail, so nobody has swapped. Or I have read who did.
// `own` is 0 whenever a PE is not in the queue. It clears the name it has read before it hands on,
// and `waiting` was taken from it. What was done under the lock is complete before the lock is
// handed on: clear begins with a quiet, set ends with an acquire.
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include <atomic>

namespace polder::shmem {
namespace {

constexpr std::uint32_t waiting = std::uint32_t{1} << 31;

class Lock {
public:
    Lock(const char *routine, long *word) : routine_(routine) {
        expect_initialized(routine);
        if (reinterpret_cast<std::uintptr_t>(word) % sizeof *word)
            job_fail(misuse_code, "shmem_%s: the lock at %p is not aligned to %zu bytes", routine,
                     static_cast<void *>(word), sizeof *word);
        offset_ = offset_of(routine, word, sizeof *word);
        home_ = static_cast<unsigned>(offset_ / sizeof *word % static_cast<unsigned>(here().pes));
    }

    void set() const {
        store_own(waiting);
        const std::uint32_t before = swap_tail(name());
        if (!before) return (void)own().fetch_sub(waiting, std::memory_order_acquire);
        if (before == name())
            job_fail(misuse_code, "shmem_%s: PE %d holds this lock already, and would wait for itself", routine_,
                     here().me);
        post(own_of(before - 1), POLDER_ADD, name());
        wait([](std::uint32_t own) { return !(own & waiting); });
    }
    bool test() const { return compare_swap_tail(0, name()) == 0; }
    void clear() const {
        if (!own().load(std::memory_order_acquire)) {
            const std::uint32_t tail = compare_swap_tail(name(), 0);
            if (tail == name()) return;
            if (!tail) job_fail(misuse_code, "shmem_%s: PE %d does not hold this lock", routine_, here().me);
        }
        const std::uint32_t next = wait([](std::uint32_t own) { return own != 0; });
        store_own(0);
        post(own_of(next - 1), POLDER_SUB, waiting);
    }

private:
    static std::uint32_t name() { return static_cast<std::uint32_t>(here().me) + 1; }
    polder_ga own_of(unsigned pe) const { return ga_of_segment(pe) + offset_; }
    polder_ga tail_of_home() const { return ga_of_segment(home_) + offset_ + sizeof(std::uint32_t); }
    std::atomic<std::uint32_t> &own() const {
        return *static_cast<std::atomic<std::uint32_t> *>(near_pointer(own_of(mythread())));
    }
    void store_own(std::uint32_t value) const { own().store(value, std::memory_order_release); }
    std::uint32_t swap_tail(std::uint32_t desired) const {
        std::uint32_t before = 0;
        polder_atomic_do(POLDER_U32, POLDER_SWAP, tail_of_home(), &desired, nullptr, &before);
        return before;
    }
    static void post(polder_ga word, polder_operation operation, std::uint32_t value) {
        polder_atomic_do(POLDER_U32, operation, word, &value, nullptr, nullptr);
    }
    std::uint32_t compare_swap_tail(std::uint32_t expected, std::uint32_t desired) const {
        std::uint32_t before = 0;
        polder_atomic_do(POLDER_U32, POLDER_CSWAP, tail_of_home(), &expected, &desired, &before);
        return before;
    }
    template <class Ready> std::uint32_t wait(Ready ready) const {
        std::uint32_t value;
        while (!ready(value = own().load(std::memory_order_acquire)))
            look_around();
        return value;
    }

    const char *routine_;
    std::uint64_t offset_;
    unsigned home_;
};

// What the PE has written is complete, also by UPC code; what it reads from here on is new.
void quiet_both() {
    quiet(SHMEM_CTX_DEFAULT);
    if (!here().whole) polder_flush_all();
}

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(void, set_lock, long *lock) {
    Lock("set_lock", lock).set();
    quiet_both(); // reads behind it see what was done under the lock
}
POLDER_ROUTINE(int, test_lock, long *lock) {
    if (!Lock("test_lock", lock).test()) {
        look_around(); // a loop of tests comes to an end: its holder may need this core, or an answer from here
        return 1;
    }
    quiet_both();
    return 0;
}
POLDER_ROUTINE(void, clear_lock, long *lock) {
    quiet_both();
    Lock("clear_lock", lock).clear();
}

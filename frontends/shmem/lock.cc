// OpenSHMEM 9.13: locks. How a lock works stands in lock.h. This file has what a lock does to the
// words of other PEs.
#include "frontends/shmem/lock.h"

namespace polder::shmem {
namespace {

void post(polder_ga word, polder_operation operation, std::uint32_t value) {
    polder_atomic_do(POLDER_U32, operation, word, &value, nullptr, nullptr);
}

std::uint32_t compare_swap(polder_ga word, std::uint32_t expected, std::uint32_t desired) {
    std::uint32_t before = 0;
    polder_atomic_do(POLDER_U32, POLDER_CSWAP, word, &expected, &desired, &before);
    return before;
}

polder_ga tail_of(polder_ga word) {
    return word + sizeof(std::uint32_t);
}

} // namespace

// ---- the halves ----

std::uint32_t HalvesOfLong::swap_tail(polder_ga home, std::uint32_t desired) {
    std::uint32_t before = 0;
    polder_atomic_do(POLDER_U32, POLDER_SWAP, tail_of(home), &desired, nullptr, &before);
    return before;
}

std::uint32_t HalvesOfLong::compare_swap_tail(polder_ga home, std::uint32_t expected, std::uint32_t desired) {
    return compare_swap(tail_of(home), expected, desired);
}

bool HalvesOfInteger::replace(polder_ga home, std::uint32_t before, std::uint32_t tail) {
    return compare_swap(home, before, (before & own_mask) | tail << tail_shift) == before;
}

std::uint32_t HalvesOfInteger::swap_tail(polder_ga home, std::uint32_t desired) {
    for (;;) {
        std::uint32_t before = 0;
        polder_atomic_do(POLDER_U32, POLDER_GET, home, nullptr, nullptr, &before);
        if (replace(home, before, desired)) return before >> tail_shift;
    }
}

std::uint32_t HalvesOfInteger::compare_swap_tail(polder_ga home, std::uint32_t expected, std::uint32_t desired) {
    for (;;) {
        std::uint32_t before = 0;
        polder_atomic_do(POLDER_U32, POLDER_GET, home, nullptr, nullptr, &before);
        const std::uint32_t tail = before >> tail_shift;
        if (tail != expected || replace(home, before, desired)) return tail;
    }
}

// ---- the lock ----

template <class Halves> Lock<Halves>::Lock(const char *routine, void *word) : routine_(routine) {
    expect_initialized(routine);
    if (reinterpret_cast<std::uintptr_t>(word) % Halves::bytes)
        job_fail(misuse_code, "shmem_%s: the lock at %p is not aligned to %zu bytes", routine, word, Halves::bytes);
    if (pes() > Halves::most_pes)
        job_fail(misuse_code, "shmem_%s: a lock of %zu bytes is for at most %u PEs; a lock of C has 8", routine,
                 Halves::bytes, Halves::most_pes);
    offset_ = offset_of(routine, word, Halves::bytes);
    mine_ = at(mythread());
}

template <class Halves> void Lock<Halves>::fail_held() const {
    job_fail(misuse_code, "shmem_%s: PE %d holds this lock already, and would wait for itself", routine_, here().me);
}

template <class Halves> void Lock<Halves>::set() const {
    if (Halves::own(mine_)) fail_held();
    Halves::begin_waiting(mine_);
    const std::uint32_t before = Halves::swap_tail(home(), name());
    if (!before) return Halves::end_waiting(mine_);
    if (before == name()) fail_held();
    post(at(before - 1), POLDER_ADD, name());
    wait([](std::uint32_t own) { return !(own & Halves::waiting); });
}

template <class Halves> bool Lock<Halves>::test() const {
    return Halves::compare_swap_tail(home(), 0, name()) == 0;
}

template <class Halves> void Lock<Halves>::clear() const {
    if (!Halves::own(mine_)) {
        const std::uint32_t tail = Halves::compare_swap_tail(home(), name(), 0);
        if (tail == name()) return;
        if (!tail) job_fail(misuse_code, "shmem_%s: PE %d does not hold this lock", routine_, here().me);
    }
    const std::uint32_t next = wait([](std::uint32_t own) { return own != 0; });
    Halves::forget(mine_, next);
    post(at(next - 1), POLDER_SUB, Halves::waiting);
}

template <class Halves> template <class Ready> std::uint32_t Lock<Halves>::wait(Ready ready) const {
    std::uint32_t value = Halves::own(mine_);
    while (!ready(value)) {
        fence::look_around();
        value = Halves::own(mine_);
    }
    return value;
}

template class Lock<HalvesOfLong>;
template class Lock<HalvesOfInteger>;

void quiet_both() {
    quiet(SHMEM_CTX_DEFAULT);
    if (!here().whole) polder_flush_all();
}

} // namespace polder::shmem

using namespace polder::shmem;

POLDER_ROUTINE(void, set_lock, long *lock) {
    set_lock<HalvesOfLong>(lock);
}
POLDER_ROUTINE(int, test_lock, long *lock) {
    return test_lock<HalvesOfLong>(lock);
}
POLDER_ROUTINE(void, clear_lock, long *lock) {
    clear_lock<HalvesOfLong>(lock);
}

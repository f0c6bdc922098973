// What a request holds: slabs and a credit. Both are the sender's own and come back from wherever
// it was handled, so nobody ever waits for the memory of another process.
#include "runtime/am/node.h"

namespace polder::am {
namespace {

constexpr unsigned slabs = small_slabs + large_slabs;
static_assert(slabs <= 64 && slabs < 256);
constexpr std::uint64_t ones(unsigned count) {
    return (std::uint64_t{1} << count) - 1;
}
constexpr std::uint64_t all_small = ones(small_slabs);
constexpr std::uint64_t all_large = ones(slabs) & ~all_small;

} // namespace

std::uint8_t slab_take(std::size_t bytes) {
    std::atomic<std::uint64_t> &used = am_inbox(job_process).slabs_used;
    for (;;) {
        const std::uint64_t free = ~used.load(std::memory_order_relaxed);
        std::uint64_t fitting = bytes <= small_slab ? free & all_small : 0;
        if (!fitting) fitting = free & all_large;
        if (!fitting) return 0;
        const std::uint64_t bit = fitting & -fitting;
        delay_point();
        // Acquire: whoever read the slab last did so before it cleared the bit.
        if (!(used.fetch_or(bit, std::memory_order_acquire) & bit))
            return static_cast<std::uint8_t>(__builtin_ctzll(bit) + 1);
    }
}

void slab_release(Inbox &owner, std::uint8_t slab) {
    delay_point();
    owner.slabs_used.fetch_and(~(std::uint64_t{1} << (slab - 1)), std::memory_order_release);
}

char *slab_memory(Inbox &owner, std::uint8_t slab) {
    const unsigned number = slab - 1u;
    return number < small_slabs ? owner.small[number] : owner.large[number - small_slabs];
}

// Credits of this process that others gave back are looked for only when its own count is used up.
bool credit_take() {
    std::atomic<std::uint32_t> &taken = am_node.credits_taken;
    std::atomic<std::uint32_t> &returned = am_inbox(job_process).returned;
    std::uint32_t now = taken.load(std::memory_order_relaxed);
    for (;;) {
        if (now >= am_credits) {
            if (!returned.load(std::memory_order_relaxed)) return false;
            const std::uint32_t back = returned.exchange(0, std::memory_order_acquire);
            now = taken.fetch_sub(back, std::memory_order_acq_rel) - back;
            continue;
        }
        delay_point();
        if (!am_shared()) {
            taken.store(now + 1, std::memory_order_relaxed);
            return true;
        }
        ++am_counts().locks;
        if (taken.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel)) return true;
    }
}

bool credits_came_back() {
    std::atomic<std::uint32_t> &taken = am_node.credits_taken;
    constexpr std::uint32_t seldom = 64; // others write that line
    std::atomic<std::uint32_t> &asked = am_node.credits_asked;
    const std::uint32_t turn = asked.load(std::memory_order_relaxed) + 1;
    asked.store(turn, std::memory_order_relaxed);
    if (turn % seldom) return false;
    const std::uint32_t back = am_inbox(job_process).returned.exchange(0, std::memory_order_acquire);
    return back && taken.fetch_sub(back, std::memory_order_acq_rel) == back;
}

void credit_release() {
    std::atomic<std::uint32_t> &taken = am_node.credits_taken;
    if (am_shared()) {
        ++am_counts().locks;
        taken.fetch_sub(1, std::memory_order_acq_rel);
    } else {
        taken.store(taken.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
    }
}

} // namespace polder::am

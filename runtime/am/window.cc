// Taking and giving back parts of windows. All of it is one word for each window, so that no lock
// is needed.
#include "runtime/am/window.h"

#include "base/clock.h"
#include "base/delay.h"

namespace polder::am {
namespace {

std::uint32_t bytes_of(std::uint64_t held) {
    return static_cast<std::uint32_t>(held >> 32);
}
std::uint32_t count_of(std::uint64_t held) {
    return static_cast<std::uint32_t>(held);
}

// One request at a time is a sample, and only where enough are under way for their time to say
// something.
bool sample_begin(FarWindow &window, std::uint32_t count) {
    if (!congestion.adapts || count <= congestion.floor / 2 || window.sampled_ns.load(std::memory_order_relaxed))
        return false;
    std::uint64_t none = 0;
    if (!window.sampled_ns.compare_exchange_strong(none, static_cast<std::uint64_t>(clock_ns()))) return false;
    window.returned_then.store(window.returned.load(std::memory_order_relaxed), std::memory_order_relaxed);
    return true;
}

void sample_end(FarWindow &window) {
    const std::uint64_t begun = window.sampled_ns.load(std::memory_order_relaxed);
    if (!begun) return;
    const std::uint32_t then = window.returned_then.load(std::memory_order_relaxed);
    congestion_adapt(window, static_cast<std::uint64_t>(clock_ns()) - begun,
                     window.returned.load(std::memory_order_relaxed) - then);
    window.sampled_ns.store(0, std::memory_order_release);
}

} // namespace

FarWindow &far_window(unsigned process, unsigned node) {
    return area<FarWindow>(Area::am_windows)[std::size_t{process} * nodes() + node];
}

bool window_take(unsigned node, std::uint32_t cost, std::uint8_t *flags) {
    FarWindow &window = far_window(job_process, node);
    const std::uint32_t limit = congestion_limit(window);
    std::uint64_t held = window.held.load(std::memory_order_relaxed);
    std::uint64_t then;
    do {
        if (count_of(held) >= limit) {
            window.refused.store(1, std::memory_order_relaxed);
            return false;
        }
        if (bytes_of(held) + cost > window_bytes) return false;
        then = held + (std::uint64_t{cost} << 32) + 1;
        delay_point();
    } while (!window.held.compare_exchange_weak(held, then, std::memory_order_acq_rel, std::memory_order_relaxed));
    *flags = bytes_of(then) > window_bytes / 2 || count_of(then) > congestion.floor / 2 ? wire_soon : 0;
    if (sample_begin(window, count_of(then))) *flags |= wire_sample | wire_soon;
    return true;
}

void window_drop(unsigned node, std::uint32_t cost, std::uint8_t flags) {
    FarWindow &window = far_window(job_process, node);
    if (flags & wire_sample) window.sampled_ns.store(0, std::memory_order_release);
    window.held.fetch_sub((std::uint64_t{cost} << 32) + 1, std::memory_order_acq_rel);
}

bool window_is_empty(const FarWindow &window) {
    return !window.held.load(std::memory_order_acquire);
}

bool window_return(FarWindow &window, const WindowBack &back) {
    std::uint64_t held = window.held.load(std::memory_order_relaxed);
    std::uint64_t left;
    bool right;
    do {
        right = back.bytes <= bytes_of(held) && back.count <= count_of(held);
        left = right ? held - (std::uint64_t{back.bytes} << 32 | back.count) : 0;
        delay_point();
    } while (!window.held.compare_exchange_weak(held, left, std::memory_order_acq_rel, std::memory_order_relaxed));
    if (!congestion.adapts) return right;
    window.returned.fetch_add(back.count, std::memory_order_relaxed);
    if (back.sample) sample_end(window);
    return right;
}

} // namespace polder::am

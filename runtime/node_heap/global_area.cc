// The side of the global area that lies with the thread of the segment; see global_area.h.
#include "runtime/node_heap/global_area.h"

#include "base/clock.h"
#include "base/delay.h"
#include "runtime/sync/wait.h"

#include <sched.h>

namespace polder::node_heap {
namespace {

// A holder needs some round trips. It may be stopped, too: then the request gets no memory.
constexpr std::int64_t longest_wait_ns = 2000000000;

bool lock_within(GlobalControl &control, std::int64_t ns) {
    const std::int64_t until = clock_ns() + ns;
    while (!global_try_lock(control)) {
        if (clock_ns() >= until) return false;
        sync::wait_poll_network();
        sched_yield();
    }
    return true;
}

// The limit that a local heap needs which uses its region up to `end`; false: there is none.
bool limit_for(std::uint64_t end, std::uint64_t *limit) {
    const std::uint64_t offset = node_range.local_begin + end;
    *limit = global_top() - offset;
    return offset <= global_top();
}

} // namespace

void global_areas_start(std::uint64_t bytes_each) {
    if (!global_area_exists()) return;
    const std::uint64_t most = global_top() - node_range.global_begin;
    const std::uint64_t limit = (bytes_each < most ? bytes_each : most) / global_unit * global_unit;
    for (unsigned rank = 0; rank < node_threads(); ++rank)
        global_word(global_control(node_range.first + rank).glimit).store(limit, std::memory_order_release);
}

bool global_try_lock(GlobalControl &control) {
    std::uint64_t free = 0;
    delay_point();
    return global_word(control.lock)
        .compare_exchange_strong(free, mythread() + 1, std::memory_order_acquire, std::memory_order_relaxed);
}

void global_unlock(GlobalControl &control) {
    delay_point();
    global_word(control.lock).store(0, std::memory_order_release);
    delay_point();
}

std::uint64_t global_local_room() {
    if (!global_area_exists()) return node_range.local_end - node_range.local_begin;
    const std::uint64_t limit = global_word(global_control(mythread()).glimit).load(std::memory_order_relaxed);
    return global_top() - limit - node_range.local_begin;
}

bool global_limit_lower(std::uint64_t end) {
    if (end <= global_local_room()) return true;
    std::uint64_t limit;
    if (!global_area_exists() || !limit_for(end, &limit)) return false;
    GlobalControl &control = global_control(mythread());
    if (!lock_within(control, longest_wait_ns)) return false;
    delay_point();
    const bool free = global_word(control.gbrk).load(std::memory_order_relaxed) <= limit;
    delay_point();
    if (free) global_word(control.glimit).store(limit, std::memory_order_relaxed);
    global_unlock(control);
    return free;
}

} // namespace polder::node_heap

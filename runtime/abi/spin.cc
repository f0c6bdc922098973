// polder_spin: what a loop of the program that waits for shared memory to change calls in each
// turn. Nobody signals such a change, so it cannot park: it spins, then gives way in every turn
// (give_way.h).
#include "runtime/cache/cache.h"
#include "runtime/core/job.h"
#include "runtime/sync/adaptive_spin.h"
#include "runtime/sync/give_way.h"

#include "base/clock.h"

namespace polder {
namespace {

// A loop that calls again within this time is the same wait.
constexpr std::int64_t same_loop_ns = 20000;

POLDER_PRIVATE unsigned turns = 0;
POLDER_PRIVATE std::int64_t last_yield_ns = 0;

} // namespace
} // namespace polder

using namespace polder;

extern "C" [[gnu::visibility("default")]] void polder_spin() {
    unsigned &turn = local(turns);
    __asm__ __volatile__("" ::: "memory");
    if (__builtin_expect(!polder_node.one, 0))
        far_cache_fence(); // the loop sees what others write, and they what it has written
    if (++turn < wait_setup.spins) {
        cpu_pause();
        return;
    }
    if (adaptive_spin_stays()) return;
    // The spins are used up: give way as long as the calls keep coming.
    std::int64_t &last = local(last_yield_ns);
    const std::int64_t now = clock_ns();
    if (now - last > same_loop_ns && last != 0) {
        turn = 0;
        last = 0;
        return;
    }
    {
        WaitMark mark(WaitKind::value, 0);
        wait_poll();
        give_way();
    }
    last = clock_ns();
}

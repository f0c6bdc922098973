// The turns of spin loops; see spin_loop.h. Which loop calls is not known: what a thread has done
// lately is kept for all of them.
#include "runtime/sync/spin_loop.h"

#include "base/clock.h"
#include "runtime/core/job.h"
#include "runtime/sync/adaptive_spin.h"
#include "runtime/sync/give_way.h"

namespace polder::sync {
namespace {

// A loop that calls again within this time is the same wait.
constexpr std::int64_t same_loop_ns = 20000;

POLDER_PRIVATE int turns = 0; // below 0: of those after a message
POLDER_PRIVATE std::int64_t last_yield_ns = 0;

// Where threads share cores.
bool is_new_loop(std::int64_t last) {
    return last != 0 && clock_ns() - last > same_loop_ns;
}

} // namespace

void spin_again() {
    if (!wait_setup.oversubscribed) local(turns) = -static_cast<int>(turns_after_message);
}

void spin_turn() {
    int &turn = local(turns);
    if (turn + 1 < static_cast<int>(wait_setup.spins)) {
        if (++turn >= 0) cpu_pause();
        return;
    }
    if (adaptive_spin_stays()) return;
    std::int64_t &last = local(last_yield_ns);
    if (is_new_loop(last)) {
        turn = 0;
        last = 0;
        return;
    }
    {
        WaitMark mark(WaitKind::value, 0);
        wait_poll();
        give_way();
    }
    const bool own_core = !wait_setup.oversubscribed && !beside_strangers();
    if (own_core) turn = 0;
    last = own_core ? 0 : clock_ns();
}

} // namespace polder::sync

// The turns of spin loops; see spin_loop.h. Which loop calls is not known: what a system thread has
// done lately is kept for all of its loops.
#include "runtime/sync/spin_loop.h"

#include "base/clock.h"
#include "runtime/core/job.h"
#include "runtime/sync/adaptive_spin.h"
#include "runtime/sync/give_way.h"

namespace polder::sync {
namespace {

// All times are 0 while the loop has not given way yet, and where each thread has a core.
struct SpinLoop {
    int turns = 0;              // below 0: of those after a message
    std::int64_t began_ns = 0;  // the first turn that gave way (P1)
    std::int64_t given_ns = 0;  // when the last way given ended
    std::int64_t called_ns = 0; // the last call
};
__thread SpinLoop spin_loop __attribute__((tls_model("initial-exec")));

// True: the loop looks again without giving way.
bool looks_on(SpinLoop &loop) {
    if (loop.turns + 1 < static_cast<int>(wait_setup.spins)) {
        if (++loop.turns >= 0) cpu_pause();
        return true;
    }
    return adaptive_spin_stays();
}

void begin_anew(SpinLoop &loop) {
    loop = {};
}

void give_way_in(SpinLoop &loop) {
    {
        WaitMark mark(WaitKind::value, 0);
        wait_poll();
        give_way();
    }
    if (!wait_setup.oversubscribed && !beside_strangers()) return begin_anew(loop); // a core of its own
    loop.given_ns = loop.called_ns = clock_ns();
    if (!loop.began_ns) loop.began_ns = loop.given_ns;
}

// P1
bool keeps_core(const SpinLoop &loop, std::int64_t now) {
    const std::int64_t kept = (now - loop.began_ns) / kept_share;
    return now - loop.given_ns < (kept < kept_most_ns ? kept : kept_most_ns);
}

template <bool paced> void turn() {
    SpinLoop &loop = spin_loop;
    if (looks_on(loop)) return;
    if (loop.began_ns) {
        const std::int64_t now = clock_ns();
        if (now - loop.called_ns > same_loop_ns) return begin_anew(loop); // P2
        loop.called_ns = now;
        if (paced && keeps_core(loop, now)) return cpu_pause();
    }
    give_way_in(loop);
}

} // namespace

void spin_turn() {
    turn<false>();
}

void poll_turn() {
    turn<true>();
}

void spin_again() {
    SpinLoop &loop = spin_loop;
    if (wait_setup.oversubscribed)
        loop.began_ns = 0; // P2; its turns go on: a loop that shares its core spins only once
    else
        loop.turns = -static_cast<int>(turns_after_message);
}

} // namespace polder::sync

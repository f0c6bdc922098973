// Compiler-inserted polling. A thread that computes for long polls now and then. So those
// who wait for its node need not wait until it has finished, nor until its progress thread gets a
// core. Code for several nodes counts the iterations that it has done (polder_far_ran, in front of
// each run of a loop). A thread that has used up its budget comes here.
//
// How often. The time of an iteration is not known. So the number of iterations between two looks
// at the clock is doubled and halved until the looks are some microseconds apart. After a wait
// others of the job are about to need something, so polls are frequent then. Polls that find
// nothing become rarer, down to one in most_ns, which costs less than a hundredth of the time. If
// other threads of the process poll, this one does not.
//
// All state belongs to a system thread. Polling is right at any point, as the progress thread may
// poll there, too; only times depend on it.
#include "base/clock.h"
#include "runtime/net/net.h"

#include <polder/abi.h>

[[gnu::visibility("default")]] __thread long polder_until_poll = 0;

namespace polder::abi {

namespace {

constexpr std::int64_t look_ns = 3000;  // between looks at the clock
constexpr std::int64_t least_ns = 6000; // between polls
constexpr std::int64_t most_ns = 96000; // between polls
constexpr long least_iterations = 64;
constexpr long most_iterations = 1L << 20;
constexpr long for_ever = 1L << 60;

struct Pace {
    std::int64_t looked;
    std::int64_t polled;
    std::int64_t rest;
    std::uint64_t turns;
    long iterations; // until the next look
};
__thread Pace pace = {0, 0, least_ns, 0, 1024};

void set_pace(std::int64_t taken) {
    if (taken > 2 * look_ns && pace.iterations > least_iterations) pace.iterations /= 2;
    if (taken < look_ns / 2 && pace.iterations < most_iterations) pace.iterations *= 2;
}

std::uint64_t turns() {
    return net::net.turns.load(std::memory_order_relaxed);
}

void poll(std::int64_t now) {
    if (turns() != pace.turns) { // somebody did
        pace.rest = least_ns;
    } else {
        if (now - pace.polled < pace.rest) return;
        const unsigned found = net::net_poll();
        pace.rest = found ? least_ns : pace.rest * 2 < most_ns ? pace.rest * 2 : most_ns;
    }
    pace.turns = turns();
    pace.polled = now;
}

} // namespace

} // namespace polder::abi

using namespace polder;
using namespace polder::abi;

extern "C" [[gnu::visibility("default")]] void polder_far_poll(void) {
    if (!net::net_on()) { // tests let a node's own memory be far
        polder_until_poll = for_ever;
        return;
    }
    const std::int64_t now = clock_ns();
    set_pace(now - pace.looked);
    pace.looked = now;
    polder_until_poll = pace.iterations;
    poll(now);
}

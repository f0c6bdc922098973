// Steps: takes the core away between any two steps of an operation, systematically.
//
// The delay points (base/delay.h) that a run passes while it is watched are numbered 1, 2, 3 ....
// In one run the thread that comes to point k stands still there while `others` runs: whatever the
// other threads could do in between. A test repeats the run for k = 1, 2, 3 ... until a run has
// fewer points than k, and once with k = every, where it stands still at all of them. As `others`
// runs to its end each time, the outcome depends on k alone: no luck, no clock.
//
// To use it: compile the sources concerned into the test with POLDER_TEST_DELAYS defined, include
// this file in one source, then
//
//     for (unsigned k = 1; k == 1 || steps.passed >= k - 1; ++k) {
//         steps.begin(k, others);
//         ... the operation ...
//         steps.end();
//         ... check ...
//     }
//
// `others` must not wait for the thread that stands still: it holds what it holds. It may be called
// inside a lock. One thread is watched; points that `others` passes are not counted.
#pragma once

#include "base/delay.h"

namespace polder::tests {

struct Steps {
    static constexpr unsigned every = ~0u;
    unsigned at = 0, passed = 0;
    void (*others)() = nullptr;
    bool watched = false;

    void begin(unsigned k, void (*what_others_do)()) {
        at = k;
        passed = 0;
        others = what_others_do;
        watched = true;
    }
    void end() { watched = false; }
    void point() {
        if (!watched) return;
        if (++passed != at && at != every) return;
        watched = false;
        others();
        watched = true;
    }
};
inline Steps steps;

} // namespace polder::tests

#if defined(POLDER_TEST_DELAYS)
void polder::delay_point() {
    polder::tests::steps.point();
}
#endif

// A limit of processor time, not of the clock: a test that spins for ever ends, one beside others'
// load does not. A test that sleeps for ever is ended by tests/run.py, which sees the whole tree of
// its processes.
#pragma once

#include <sys/time.h>

/// From now on this process, all its threads together, may use so much; then SIGPROF ends it. Not
/// inherited by fork.
inline void processor_limit(unsigned seconds) {
    const itimerval once{{0, 0}, {static_cast<time_t>(seconds), 0}};
    setitimer(ITIMER_PROF, &once, nullptr);
}

// <polder/polder.h>: thread levels, which the network grants (runtime/net/level.h).
#include "runtime/net/level.h"

#include "runtime/core/job.h"

#include <polder/polder.h>

using namespace polder;

static_assert(POLDER_THREAD_SINGLE == static_cast<int>(ThreadLevel::single) &&
              POLDER_THREAD_MULTIPLE == static_cast<int>(ThreadLevel::multiple));

extern "C" {
#pragma GCC visibility push(default)

polder_thread_level polder_thread_level_ask(polder_thread_level wanted) {
    if (wanted < POLDER_THREAD_SINGLE || wanted > POLDER_THREAD_MULTIPLE)
        job_fail(1, "polder_thread_level_ask: %d is no thread level", static_cast<int>(wanted));
    return static_cast<polder_thread_level>(net::thread_level_ask(static_cast<ThreadLevel>(wanted)));
}

polder_thread_level polder_thread_level_granted(void) {
    return static_cast<polder_thread_level>(net::thread_level());
}
#pragma GCC visibility pop
} // extern "C"

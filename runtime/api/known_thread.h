// The number of a thread that the program gives a function of the public interface.
#pragma once

#include "runtime/core/job.h"

namespace polder::api {

// Ends the job if there is no such thread.
inline unsigned known_thread(int thread, const char *function) {
    if (thread < 0 || static_cast<unsigned>(thread) >= threads())
        job_fail(1, "%s: thread %d of %u", function, thread, threads());
    return static_cast<unsigned>(thread);
}

} // namespace polder::api

// Which system thread is calling. A UPC thread may have several (OpenMP workers, pthreads, in a
// leader the progress thread), which share its private data. Where thread-local data lie tells them
// apart: the place is different for all system threads of a process.
#pragma once

#include <polder/abi.h>

namespace polder {

inline const void *system_thread() {
    return &polder_delta;
}

} // namespace polder

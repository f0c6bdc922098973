// Standard streams of a process that may have been started without them, or whose output may not
// arrive. A full disk shows when the buffer is written, so each tool asks at its end.
#pragma once

#include "base/log.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace polder {

// Descriptors 0, 1 and 2 that a caller closed lead to /dev/null, lest a descriptor of ours take
// their number and be written to.
inline void standard_descriptors_open() {
    int fd;
    do // the lowest free number is taken
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO) close(fd);
}

// Why not all that was printed has gone out; null if it has.
inline const char *output_failure() {
    if (std::ferror(stdout)) return "not all of it was taken";
    return std::fflush(stdout) == 0 ? nullptr : std::strerror(errno);
}

// The exit status of a tool that has printed: none of success where that has not gone out.
inline int status_of_output(int status) {
    const char *failure = output_failure();
    if (!failure) return status;
    log_error("cannot write standard output: %s", failure);
    return status ? status : 1;
}

} // namespace polder

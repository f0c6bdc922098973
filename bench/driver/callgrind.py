"""Counts of callgrind for what lies between readings of the clock.

A program compiled with CLOCK_OPTION reads the clock by a function of its own, whose object file
CLOCK is the source of. With DUMP callgrind begins a new part of its counts at each reading.
"""

import glob

CLOCK = """#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_read(clockid_t clock, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, clock, now);
}
"""
CLOCK_OPTION = "-Dclock_gettime=clock_read"
DUMP = "--dump-before=clock_read"


def measured_parts(path):
    """The files of the parts between two readings: first and second, third and fourth, ...

    path: the file that callgrind was told to write to.
    """
    return sorted(glob.glob(f"{path}.*"), key=lambda part: int(part.rsplit(".", 1)[1]))[1::2]

"""Counts of callgrind for what lies between readings of the clock.

A program compiled with CLOCK_OPTION reads the clock by a function of its own, whose object file
CLOCK is the source of. With DUMP callgrind begins a new part of its counts at each reading.

Counts of cachegrind for a command and all that it starts.
"""

import glob
import tempfile

from .tools import BenchError, command_run

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


def command_instructions(command, scratch, limit_s):
    """Of all processes of a command. A compiler's differ by less than 1 % from run to run."""
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        counting = ["valgrind", "--quiet", "--tool=cachegrind", "--cache-sim=no"]
        each = ["--trace-children=yes", f"--cachegrind-out-file={folder}/%p"]
        command_run([*counting, *each, *command], limit_s)
        lines = [line for path in glob.glob(f"{folder}/*") for line in open(path, errors="replace")]
    counts = [int(line.split()[1]) for line in lines if line.startswith("summary:")]
    if not counts:
        raise BenchError(f"{command[0]}: cachegrind counted nothing")
    return sum(counts)

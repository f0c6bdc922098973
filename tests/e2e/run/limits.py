"""Limits of the shell that end a job are named: which signal, which limit, what to do (ulimit -f,
ulimit -t)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import resource  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "limits.upc",
    r"""
#include <stdio.h>
#include <string.h>
#include <upc.h>
static char block[1 << 20];
int main(int argc, char **argv)
{
    upc_barrier;
    if (MYTHREAD == 1 && !strcmp(argv[1], "write")) {
        FILE *file = fopen("long", "w");
        for (int i = 0; file && i < 8; i++) fwrite(block, 1, sizeof block, file);
    }
    if (MYTHREAD == 1 && !strcmp(argv[1], "compute"))
        for (volatile long i = 0;; i++) {}
    upc_barrier;
    return 0;
}
""",
)
upcc("limits.upc", "-o", "limits")


def limited(what, value, *command, hard=resource.RLIM_INFINITY):
    job = start(*command, preexec_fn=lambda: resource.setrlimit(what, (value, hard)))
    out, err = finish(job)
    return Result(list(command), subprocess.CompletedProcess(command, job.returncode, out, err))


SMALL, LARGE = 100 << 10, 4 << 20
# too small for the memory that launcher and processes share
for command in ([UPCRUN, "-n", "2"], [UPCRUN, "-n", "2", "--nodes", "2"], []):
    result = limited(resource.RLIMIT_FSIZE, SMALL, *command, "./limits", "nothing")
    check(
        result.status == 1 and "ulimit -f" in result.err and result.err.count("polder: error") == 1,
        "a small limit of file sizes",
        result,
    )
# too small for the shared segments, and the way out
result = limited(resource.RLIMIT_FSIZE, LARGE, UPCRUN, "-n", "2", "./limits", "nothing")
check(
    result.status == 1
    and "(ulimit -f)" in result.err
    and "--segment sysv" in result.err
    and "    #" not in result.err,
    "segments",
    result,
)
for mapping in (["-n", "2"], ["-n", "2", "-p", "1"], ["-n", "2", "--nodes", "2"]):
    result = limited(
        resource.RLIMIT_FSIZE, LARGE, UPCRUN, *mapping, "--segment", "sysv", "./limits", "write"
    )
    check(
        result.status == 153
        and "SIGXFSZ (file size limit)" in result.err
        and "4096 KiB a file (ulimit -f); raise it: ulimit -f unlimited" in result.err,
        f"a long file {mapping}",
        result,
    )
for hard in (resource.RLIM_INFINITY, 1):  # the kernel sends SIGXCPU, or kills at once
    result = limited(resource.RLIMIT_CPU, 1, UPCRUN, "-n", "2", "./limits", "compute", hard=hard)
    check(
        result.status in (152, 137)
        and "the limit is 1 s a process (ulimit -t); raise it: ulimit -t unlimited" in result.err,
        "the limit of processor time",
        result,
    )
print("pass")

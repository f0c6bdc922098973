"""A UPC program whose processes a launcher of MPI programs starts on several machines, for tests of
such launchers. Each thread says where it is and what its neighbour gave it. Told to, one thread
ends the job or crashes."""

import os

from runner.e2e import check, read, upcc, write

SOURCE = r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
shared int seen[THREADS];
/* Writing out takes longer than in the other process of the machine. */
void hold(FILE *stream)
{
    for (;;) {
        struct timespec left = { 0, 100000000 };
        flockfile(stream);
        while (nanosleep(&left, &left)) {} /* a signal does not shorten it */
        funlockfile(stream);
        usleep(20000);
    }
}
int main(int argc, char **argv)
{
    FILE *kept = NULL;
    char host[64];
    gethostname(host, sizeof host);
    seen[(MYTHREAD + 1) % THREADS] = MYTHREAD + 1;
    if (argc > 1) {
        char name[40];
        sprintf(name, "kept.%d", MYTHREAD);
        kept = fopen(name, "w");
        fputs("kept", kept);
    }
    upc_barrier;
    if (argc > 1 && !strcmp(argv[1], "global")) {
        if (MYTHREAD == 1) upc_global_exit(5);
        if (MYTHREAD == 2) hold(kept);
    }
    if (argc > 1 && MYTHREAD == THREADS - 1 && !strcmp(argv[1], "crash")) *(volatile int *)8 = 1;
    if (argc > 1) upc_barrier;
    printf("%d of %d on %s got %d\n", MYTHREAD, THREADS, host, seen[MYTHREAD]);
    return 0;
}
"""


def program_make():
    write("program.upc", SOURCE)
    upcc("program.upc", "-o", "program")


def streams_check(threads, *details):
    """Behind an end by upc_global_exit."""
    for thread in range(threads):
        kept = f"kept.{thread}"
        check(os.path.exists(kept) and read(kept) == "kept", f"{kept} is not whole", *details)
        os.unlink(kept)


def output_check(out, machines, threads, held, what, *details):
    """Which machines have the threads is the launcher's choice. The first has the first threads."""
    used = [name for name in machines.names if f" on {name} " in out]
    on = [name for name, count in zip(used, held) for _ in range(count)]
    wanted = sorted(
        f"{t} of {threads} on {n} got {(t - 1) % threads + 1}" for t, n in enumerate(on)
    )
    right = len(used) == len(held) and sorted(out.splitlines()) == wanted
    check(right, what, out, wanted, *details)

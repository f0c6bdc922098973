"""A job of 1 to 8 PEs ends without a crash or a hang, however the program ends.

Its PEs are processes, pthreads or a mix. Its output is whole.

With --long 10,000 runs, else a few of each kind.
"""

# sanitize: no, PEs are processes
# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# The ways to end, each right behind puts that others may still be looking at.
write(
    "small.c",
    r"""
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static long word, sum;
int main(int argc, char **argv)
{
    const int how = argc > 1 ? atoi(argv[1]) : 0;
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    long *heap = shmem_malloc(sizeof *heap);
    *heap = 0;
    shmem_barrier_all();
    shmem_long_p(&word, me + 1, (me + 1) % pes);
    shmem_long_atomic_add(heap, me + 1, 0);
    shmem_barrier_all();
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &word, 1);
    const long total = *heap;
    shmem_barrier_all();
    if (sum != pes * (pes + 1L) / 2 || (me == 0 && total != sum)) return 1;
    if (me == 0) printf("sum %ld\n", sum);
    shmem_long_p(&word, 0, (me + pes - 1) % pes);
    switch (how) {
    case 0: shmem_free(heap); shmem_finalize(); return 0;
    case 1: shmem_finalize(); exit(0);
    case 2: return 0;
    case 3: exit(0);
    case 4:
        fflush(stdout);
        shmem_barrier_all();
        if (me == pes - 1) shmem_global_exit(0);
        shmem_barrier_all();
        return 0;
    case 5:
        shmem_finalize();
        shmem_init();
        shmem_long_p(&word, 7, (me + 1) % pes);
        shmem_finalize();
        return 0;
    default: shmem_long_atomic_inc(heap, (me + 1) % pes); shmem_finalize(); return 0;
    }
}
""",
)
run(OSHCC, "-O2", "small.c", "-o", "small")
run(OSHCC, "-O2", "-fpe-threads", "small.c", "-o", "threads")


def mapped(pes, kind):
    """Processes of one PE each, pthreads of one process, and of two."""
    if kind == 0:
        return ["./small"]
    return ["-p", str(min(kind, pes)), "./threads"]


WAYS, PES = range(7), range(1, 9)
RUNS = 10000 if LONG else len(WAYS) * len(PES)
for i in range(RUNS):
    pes, how = PES[i % len(PES)], WAYS[i // len(PES) % len(WAYS)]
    command = mapped(pes, (i + i // len(PES) + i // len(PES) // len(WAYS)) % 3)
    done = run(OSHRUN, "-n", str(pes), *command, str(how), status=None)
    right = done.status == 0 and done.out == f"sum {pes * (pes + 1) // 2}\n" and not done.err
    check(right, f"run {i}: {pes} PEs, {' '.join(command)}, way {how} to end", done)
print(f"{RUNS} runs: pass")

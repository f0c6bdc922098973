"""A thread of the program meets the other PEs while main waits for it, though the program asked for
the lowest thread level. Programs written for other libraries do so."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "worker.c",
    r"""
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

static long here, sum;

static void *work(void *nothing)
{
    here = shmem_my_pe() + 1;
    shmem_barrier_all();
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &here, 1);
    return nothing;
}

int main(void)
{
    pthread_t worker;
    shmem_init();
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    printf("sum %ld\n", sum);
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "-pthread", "worker.c", "-o", "worker")
for pes in (1, 2, 3, 4, 7):
    for words in ([], ["--nodes", "2"] if pes > 1 else []):
        result = run(OSHRUN, "-n", str(pes), *words, "./worker")
        wanted = f"sum {pes * (pes + 1) // 2}\n" * pes
        check(result.out == wanted, f"{pes} PEs {words}", result)

"""--check=collectives compares all that the members of a team must say alike, on every mapping.
That includes what signatures of messages cannot tell apart, and what a root never looks at."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import concurrent.futures  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "program.c",
    r"""
#include <shmem.h>
#include <string.h>
static long from[64], to[64 * 64];
static int few[4];
int main(int words, char **word)
{
    shmem_init();
    const int me = shmem_my_pe(), last = shmem_n_pes() - 1;
    shmem_team_t team = SHMEM_TEAM_WORLD;
    if (words > 2) shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, last + 1, NULL, 0, &team);
    if (!strcmp(word[1], "roots")) shmem_long_broadcast(team, to, from, 1, me == last ? last : 0);
    if (!strcmp(word[1], "twins")) shmem_long_broadcast(team, to, from, 1, me == last ? 35 : 1);
    if (!strcmp(word[1], "sizes")) shmem_long_broadcast(team, to, from, me == last ? 31 : 1, 0);
    if (!strcmp(word[1], "types")) {
        if (me == last) shmem_long_sum_reduce(team, to, from, 1);
        else shmem_int_sum_reduce(team, few, few + 2, 2);
    }
    if (!strcmp(word[1], "routines")) {
        if (me == last) shmem_long_broadcast(team, to, from, 1, 0);
        else shmem_long_fcollect(team, to, from, 1);
    }
    if (!strcmp(word[1], "frees")) {
        void *one = shmem_malloc(8), *other = shmem_malloc(8);
        shmem_free(me == last ? one : other);
    }
    if (!strcmp(word[1], "right")) {
        shmem_free(shmem_malloc(8));
        shmem_long_broadcast(team, to, from, 31, last);
        shmem_long_sum_reduce(team, to, from, 2);
        shmem_long_collect(team, to, from, 1 + me);
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "program.c", "-o", "processes")
run(OSHCC, "-fpe-threads", "program.c", "-o", "threads")
write(
    "program.upc",
    r"""
#include <upc.h>
#include <upc_collective.h>
#include <stdlib.h>
shared int from[THREADS], to[THREADS];
int main(int words, char **word)
{
    upc_flag_t loose = UPC_IN_NOSYNC | UPC_OUT_NOSYNC;
    int root = atoi(word[MYTHREAD == THREADS - 1 ? 2 : 1]);
    upc_all_broadcast(to, &from[root], sizeof(int), loose);
    return 0;
}
""",
)
upcc("program.upc", "-o", "upc")

MAPPINGS = [
    ("./processes", ("-n", "2")),
    ("./threads", ("-n", "2", "-p", "1")),
    ("./threads", ("-n", "4", "-p", "2")),
    ("./processes", ("-n", "3", "--nodes", "2")),
]
MANY = ("./threads", ("-n", "36", "-p", "1"))
MISTAKES = {
    "roots": "calls broadcast with root",
    "sizes": "calls broadcast with a length of",
    "types": "calls allreduce with elements of",
    "routines": "calls broadcast, but PE 0 calls allgather",
    "frees": "error: shmem_free: ptr is 0x",
}


def attempt(what, words, program, options):
    """The launch and what it says, if that is not what it should be."""
    command = (UPCRUN, *options, "--check=collectives", program, *what)
    result = run(*command, status=None)
    found = result.status != 0 and words in result.err and result.err.count("main (") == 2
    right = result.status == 0 and not result.err
    return None if (right if words is None else found) else str(result)


jobs = [((w, *t), MISTAKES[w], *m) for m in MAPPINGS for w in MISTAKES for t in ((), ("team",))]
jobs += [(("right", *t), None, *m) for m in MAPPINGS for t in ((), ("team",))]
jobs += [(("twins",), "PE 35 calls broadcast with root 35, but PE 0 with root 1", *MANY)]
different = "upc_all_broadcast: src is "
jobs += [(("0", "1"), different, "./upc", options) for _, options in MAPPINGS]
jobs += [(("1", "35"), different, "./upc", MANY[1])]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for problem in pool.map(lambda job: attempt(*job), jobs):
        check(problem is None, "the check", problem)
print("pass")

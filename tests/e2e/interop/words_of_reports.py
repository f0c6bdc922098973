"""Reports name what the program has called in the words of the front end that was called: UPC,
OpenSHMEM, the engine's own interface. So it is in a job of all three, on threads, processes, a mix
and two nodes. Messages about threads that wait for each other, and reports of hangs."""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "calls.c",
    r"""
#include <polder/memory.h>
#include <polder/polder.h>
#include <polder/team.h>
#include <shmem.h>
#include <string.h>
static long word, one = 1, sum;
/* 0: not a routine of this file */
int call_c(const char *routine)
{
    if (!strcmp(routine, "shmem_barrier_all")) shmem_barrier_all();
    else if (!strcmp(routine, "shmem_sync_all")) shmem_sync_all();
    else if (!strcmp(routine, "shmem_malloc")) shmem_malloc(8);
    else if (!strcmp(routine, "shmem_team_sync")) shmem_team_sync(SHMEM_TEAM_WORLD);
    else if (!strcmp(routine, "shmem_long_sum_reduce"))
        shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &one, 1);
    else if (!strcmp(routine, "shmem_finalize")) shmem_finalize();
    else if (!strcmp(routine, "shmem_long_wait_until"))
        shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
    else if (!strcmp(routine, "polder_barrier_all")) polder_barrier_all();
    else if (!strcmp(routine, "polder_all_alloc")) polder_all_alloc(8);
    else if (!strcmp(routine, "polder_team_allreduce"))
        polder_team_allreduce(polder_team_world(), &one, &sum, 1,
                              polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD));
    else return 0;
    return 1;
}
void start_c(void) { shmem_init(); }
""",
)
write(
    "main.upc",
    r"""
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
int call_c(const char *);
void start_c(void);
shared [8] int each[8 * THREADS];
shared [] int one[8];
int main(int argc, char **argv)
{
    const char *routine = argv[MYTHREAD + 1 < argc ? MYTHREAD + 1 : argc - 1];
    start_c();
    if (call_c(routine)) return 0;
    if (!strcmp(routine, "upc_barrier")) upc_barrier;
    if (!strcmp(routine, "upc_wait")) {
        upc_notify;
        upc_wait;
    }
    if (!strcmp(routine, "upc_all_alloc")) upc_all_alloc(1, 8);
    if (!strcmp(routine, "upc_all_broadcast"))
        upc_all_broadcast(each, one, 4, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    return 0;
}
""",
)
run(OSHCC, "-g", "-fpe-threads", "-c", "calls.c", "-o", "calls.o")
upcc("-g", "main.upc", "calls.o", *run(OSHCC, "--showme:link").out.split(), "-o", "program")
PLACES = ((), ("-p", "1"), ("-p", "2"), ("--nodes", "2"))
MAPPINGS = [["-n", "3", *place] for place in PLACES]

# What thread 2 calls, and what the others call meanwhile.
IN_BARRIER = (
    ("upc_barrier", "upc_all_alloc"),
    ("upc_wait", "upc_all_broadcast"),
    ("shmem_sync_all", "shmem_malloc"),
    ("shmem_barrier_all", "shmem_long_sum_reduce"),
    ("shmem_finalize", "shmem_team_sync"),
    ("polder_barrier_all", "polder_all_alloc"),
    ("upc_barrier", "shmem_malloc"),
    ("shmem_barrier_all", "upc_all_alloc"),
    ("polder_barrier_all", "shmem_long_sum_reduce"),
    ("shmem_sync_all", "polder_team_allreduce"),
)
TAKES_PART = "; every PE that takes part must call"
ORDER = f"{TAKES_PART} barriers and collective functions in the same order"
for mapping in MAPPINGS:
    for barrier, collective in IN_BARRIER:
        done = upcrun(*mapping, "./program", collective, collective, barrier, status=1)
        wanted = f"PE 2 waits in {barrier} while PE [01] waits in {collective}{ORDER}\n"
        check(re.search(wanted, done.err), f"{barrier}, {collective}: {mapping}", done)
    pair = ("upc_all_alloc", "shmem_long_sum_reduce")
    done = upcrun(*mapping, "./program", *pair, status=1)
    wanted = rf"PE \d waits in (\w+) while PE \d waits in (\w+){TAKES_PART}"
    found = re.search(wanted, done.err)
    check(found and sorted(found.groups()) == sorted(pair), f"{pair}: {mapping}", done)

# One barrier of three languages, which thread 2 does not come to.
CALLED = ("upc_barrier", "shmem_barrier_all", "shmem_long_wait_until", "polder_barrier_all")


def says_all(text):
    lines = [
        *(rf"  PE {t}: waits in {CALLED[t]}, barrier \d+ .*PE 2 not" for t in (0, 1, 3)),
        rf"  PE 2: in {CALLED[2]}, waits for a shared value",
    ]
    return all(re.search(line, text) for line in lines)


for mapping in (["-n", "4"], ["-n", "4", "-p", "1"], ["-n", "4", "-p", "2"]):
    for seconds in ("1", "4", "16"):  # until the threads have come there
        done = upcrun(*mapping, "--timeout", seconds, "./program", *CALLED, status=124)
        if says_all(done.err):
            break
    check(says_all(done.err), f"a hang {mapping}", done)
print("pass")

"""Workers of tasks read and write another node's memory by caches of their own: gets and puts are
few. A system thread that is no worker ends that, and what it reads is right. Counted by the hook
`trace`."""

# sanitize: not thread (processes of two nodes)
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

OPERATION = re.compile(r"^polder: conduit: node \d+: (?:get|put\w*|atomic) to", re.MULTILINE)

write(
    "far.upc",
    r"""
#include <polder/task.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

enum { WORDS = 2000, ROUNDS = 10 };
shared [WORDS] long words[WORDS * THREADS];
static atomic_int begun;
static long wrong;

static void go_through(long round)
{
    shared [WORDS] long *const far = &words[WORDS];
    atomic_store(&begun, 1);
    for (long i = 0; i < WORDS; i++) {
        wrong += far[i] != round * i; // one task at a time
        far[i] = (round + 1) * i;
    }
}
upc_task_void(go_through, long);
static void nothing(void) {}
upc_task_void(nothing);

static void *other(void *argument)
{
    wrong += words[WORDS + 7] != ROUNDS * 7;
    return argument;
}

int main(int argc, char **argv)
{
    polder_task_counts counts;
    for (long i = 0; i < WORDS; i++) words[WORDS * MYTHREAD + i] = 0;
    upc_barrier;
    if (MYTHREAD) {
        upc_barrier;
        return 0;
    }
    polder_workers_start(2);
    for (long round = 0; round < ROUNDS; round++) {
        atomic_store(&begun, 0);
        upc_spawn(go_through, round);
        while (round % 2 && !atomic_load(&begun)) { /* until the other worker has taken it */
            upc_spawn(nothing);
            sched_yield();
            upc_join(nothing);
        }
        upc_join(go_through);
    }
    polder_task_count(&counts);
    if (atoi(argv[1])) {
        pthread_t thread;
        pthread_create(&thread, NULL, other, NULL);
        pthread_join(thread, NULL);
        upc_spawn(go_through, (long)ROUNDS);
        upc_join(go_through);
    }
    printf("%s, stolen: %d\n", wrong ? "wrong" : "right", counts.stolen >= ROUNDS / 2);
    upc_barrier;
    return 0;
}
""",
)
upcc("-O2", "-fno-upc-passes", "-pthread", "far.upc", "-o", "far")


def operations(stranger, cache):
    result = upcrun(
        *("--nodes", "2", "-n", "2", "./far", stranger),
        env={
            "POLDER_CONDUIT": "smp",
            "POLDER_HOOKS": "trace",
            "POLDER_CACHE_WAIT": "0",
            **({} if cache else {"POLDER_CACHE": "0"}),
        },
    )
    check(result.out == "right, stolen: 1\n", "values", result)
    return len(OPERATION.findall(result.err))


WORDS, ROUNDS = 2000, 10
few, many, past = operations("0", True), operations("0", False), operations("1", True)
print(f"{few} operations with caches, {many} without, {past} with another system thread")
check(few <= WORDS * ROUNDS // 20, f"{few} operations with caches")
check(many >= 2 * WORDS * ROUNDS, f"{many} operations without caches")
check(few + 2 * WORDS <= past, f"{past} operations where another system thread came at the end")

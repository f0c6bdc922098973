"""Threads that wait on a core which busy loops of others use, too, sleep and do not yield: by the
kernel's counts.

A yield that hands the core over counts as an involuntary switch, and the busy loops then have it
for a time slice each. A sleep counts as a voluntary one. All threads share one core with the loops,
so in each round all but one have to wait. At least half of these waits must be sleeps. It does not
matter how much more the machine has to do."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

ROUNDS = 200
TEXT = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <upc.h>
#include <upc_collective.h>

shared long of_all[THREADS], sum;
strict shared int turn;
shared long involuntary[THREADS], voluntary[THREADS];
upc_lock_t *lock;

static void one_round(const char *what)
{
    if (!strcmp(what, "barrier")) {
        upc_barrier;
    } else if (!strcmp(what, "reduce")) {
        upc_all_reduceL(&sum, of_all, UPC_ADD, THREADS, 1, 0, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    } else if (!strcmp(what, "lock")) {
        upc_lock(lock);
        usleep(20);
        upc_unlock(lock);
    } else { // a loop of the program: one thread after the other
        while (turn % THREADS != MYTHREAD) ;
        turn = turn + 1;
    }
}

int main(int argc, char **argv)
{
    const int rounds = atoi(argv[2]);
    struct rusage before, after;
    lock = upc_all_lock_alloc();
    upc_barrier;
    for (int i = 0; i < rounds / 4; i++) one_round(argv[1]); // threads learn of the strangers
    getrusage(RUSAGE_THREAD, &before);
    for (int i = 0; i < rounds; i++) one_round(argv[1]);
    getrusage(RUSAGE_THREAD, &after);
    involuntary[MYTHREAD] = after.ru_nivcsw - before.ru_nivcsw;
    voluntary[MYTHREAD] = after.ru_nvcsw - before.ru_nvcsw;
    upc_barrier;
    if (MYTHREAD == 0) {
        long yields = 0, sleeps = 0;
        for (int i = 0; i < THREADS; i++) {
            yields += involuntary[i];
            sleeps += voluntary[i];
        }
        printf("%ld %ld\n", yields, sleeps);
    }
    return 0;
}
"""
write("waits.upc", TEXT)
upcc("-O2", "waits.upc", "-o", "waits")

CORE = min(os.sched_getaffinity(0))
os.sched_setaffinity(0, {CORE})  # of all that is started from here
STRANGERS = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
try:
    for threads in ("3", "4"):
        for processes in ("1", threads):
            for what in ("barrier", "reduce", "lock", "loop"):
                result = upcrun("-n", threads, "-p", processes, "./waits", what, str(ROUNDS))
                involuntary, voluntary = map(int, result.out.split())
                own = ROUNDS * int(threads) if what == "lock" else 0  # the program's: in usleep
                say = (
                    f"{what}, {threads} threads, {processes} processes: {voluntary - own} sleeps, "
                    f"{involuntary} involuntary switches"
                )
                print(say)
                check(voluntary - own >= ROUNDS * (int(threads) - 1) / 2, say)
finally:
    for stranger in STRANGERS:
        stranger.kill()
        stranger.wait()
print("pass")

"""System threads of one UPC thread: what they may not do, and how a thread may end; each is told
and nothing hangs."""

# sanitize: no, processes do not go with sanitizers
# requires: openmp
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "two.upc",
    r"""
#include <polder/polder.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_groups.h>
#include <upc_io.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <omp.h>
shared int cell;
shared long given[THREADS], sum;
static void *meet(void *nothing) { upc_barrier; return nothing; }
static void *allocate(void *nothing) { upc_all_alloc(THREADS, 8); return nothing; }
static void *reduce(void *nothing)
{
    upc_all_reduceL(&sum, given, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    return nothing;
}
static void *meet_group(void *nothing) { upc_group_barrier(upc_group_world()); return nothing; }
static void *meet_team(void *nothing) { polder_team_barrier(polder_team_world()); return nothing; }
static void *open_file(void *nothing)
{
    upc_all_fopen("file", UPC_RDWR | UPC_CREATE, 0, NULL);
    return nothing;
}
/* Both are called at once, in either order. */
static void at_once(void *(*one)(void *), void *(*other)(void *))
{
    pthread_t thread;
    if (MYTHREAD) sleep(30);
    pthread_create(&thread, NULL, one, NULL);
    other(NULL);
    pthread_join(thread, NULL);
}
/* Of a thread level below what the program does. */
static void in_another(void *(*what)(void *), polder_thread_level level)
{
    pthread_t thread;
    polder_thread_level_ask(level);
    pthread_create(&thread, NULL, what, NULL);
    pthread_join(thread, NULL);
}
static void *ask(void *nothing) { polder_thread_level_ask(POLDER_THREAD_SINGLE); return nothing; }
int main(int argc, char **argv)
{
    pthread_t thread;
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "barrier")) {
        at_once(meet, meet);
    } else if (!strcmp(what, "collective")) {
        at_once(meet, allocate);
    } else if (!strcmp(what, "reduce")) {
        at_once(reduce, allocate);
    } else if (!strcmp(what, "group")) {
        at_once(meet_group, meet_team);
    } else if (!strcmp(what, "file")) {
        at_once(open_file, reduce);
    } else if (!strcmp(what, "single")) {
        in_another(meet, POLDER_THREAD_SINGLE);
    } else if (!strcmp(what, "funneled")) {
        in_another(reduce, POLDER_THREAD_FUNNELED);
    } else if (!strcmp(what, "ask")) {
        in_another(ask, POLDER_THREAD_SERIALIZED);
    } else if (!strcmp(what, "in_turn")) {     /* one after the other is fine */
        pthread_create(&thread, NULL, meet, NULL);
        pthread_join(thread, NULL);
        upc_barrier;
        pthread_create(&thread, NULL, allocate, NULL);
        pthread_join(thread, NULL);
#pragma omp parallel num_threads(3)
#pragma omp single
        upc_barrier;
    } else if (!strcmp(what, "twice")) {
        upc_lock_t *lock = upc_all_lock_alloc();
        if (MYTHREAD == 0) { upc_lock(lock); upc_lock(lock); }
    } else if (!strcmp(what, "pthread_exit")) {
        if (MYTHREAD == 0) cell = 5;
        printf("thread %d\n", MYTHREAD);
        pthread_exit(NULL);
    } else if (!strcmp(what, "exit_in_critical")) {
#pragma omp parallel num_threads(2)
#pragma omp critical
        { if (omp_get_thread_num() == 0) { printf("inside%d ", MYTHREAD); exit(3); } }
    } else if (!strcmp(what, "exit_in_named")) {
#pragma omp parallel num_threads(2)
#pragma omp critical (outer)
#pragma omp critical (inner)
        { if (omp_get_thread_num() == 0) { printf("inside%d ", MYTHREAD); exit(3); } }
    } else if (!strcmp(what, "exclusion")) {   /* of the workers of each UPC thread */
        static volatile int plain, named;
#pragma omp parallel num_threads(3)
        for (int i = 0; i < 5000; i++) {
#pragma omp critical
            plain = plain + 1;
#pragma omp critical (outer)
#pragma omp critical (inner)
            named = named + 1;
        }
        if (plain != 15000 || named != 15000) printf("%d and %d times of 15000\n", plain, named);
    } else if (!strcmp(what, "exit_in_worker")) {
        fflush(stdout);
#pragma omp parallel num_threads(2)
        { if (omp_get_thread_num() == omp_get_num_threads() - 1) exit(4); }
    }
    return 0;
}
""",
)
upcc("-fopenmp", "two.upc", "-o", "two")


def each_mapping(what, status, threads=2, **more):
    for processes in sorted({1, threads}):
        yield upcrun("-n", str(threads), "-p", str(processes), "./two", what, status=status, **more)


# Two at the same time: the message names both routines. Whoever comes second says so.
for what, one, other in (
    ("barrier", "upc_barrier", "upc_barrier"),
    ("collective", "upc_barrier", "upc_all_alloc"),
    ("reduce", "upc_all_reduceL", "upc_all_alloc"),
    ("group", "upc_group_barrier", "polder_team_barrier"),
    ("file", "upc_all_fopen", "upc_all_reduceL"),
):
    told = [
        f"{mine} while another system thread of this UPC thread is in {theirs}\n"
        for mine, theirs in ((one, other), (other, one))
    ]
    for result in each_mapping(what, 1):
        check(any(text in result.err for text in told), f"two at once: {what}", result)
LEVEL = "by another system thread than this UPC thread's own, at thread level single or funneled"
for what, told in (
    ("single", f"upc_barrier {LEVEL}"),
    ("funneled", f"upc_all_reduceL {LEVEL}"),
    ("ask", "a thread level is asked for by another system thread than this UPC thread's own"),
):
    for result in each_mapping(what, 1):
        check(told in result.err, f"thread level: {what}", result)
for result in each_mapping("in_turn", 0):
    check(result.out == "" and result.err == "", "one after the other", result)
for result in each_mapping("twice", 1):
    check(
        "holds this lock" in result.err and "would wait for itself" in result.err,
        "locking twice",
        result,
    )
for result in each_mapping("pthread_exit", 0):
    check(
        sorted(result.out.split("\n")) == ["", "thread 0", "thread 1"],
        "pthread_exit in main",
        result,
    )
# a critical section is one for the process. A thread that leaves in it must not keep out the other
# UPC threads of the process, or the job would never end
for what in ("exit_in_critical", "exit_in_named"):
    for threads in (2, 4):
        for result in each_mapping(what, 3, threads=threads):
            check(result.err == "", what, result)
            check(
                sorted(result.out.split()) == [f"inside{t}" for t in range(threads)],
                f"output before {what}",
                result,
            )
for result in each_mapping("exclusion", 0):
    check(result.out == "" and result.err == "", "exclusion in critical sections", result)
for result in each_mapping("exit_in_worker", 4):
    check(result.err == "", "exit in a worker", result)
# what an MPI launcher says of its job: several machines are refused, and whoever does not want to
# join need not
for somewhere in ({"MPI_LOCALNRANKS": "1"}, {"SLURM_STEP_NUM_NODES": "2"}):
    spread = run("./two", env={"PMI_RANK": "0", "PMI_SIZE": "2", **somewhere}, status=1)
    check(
        "several machines" in spread.err and "POLDER_RANKS=0" in spread.err,
        "ranks on several machines",
        spread,
    )
run("./two", env={"PMI_RANK": "0", "PMI_SIZE": "2", "POLDER_RANKS": "0"})
print("pass")

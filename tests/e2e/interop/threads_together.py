"""OpenMP, pthreads, C++ threads and tasks of one program, all at work at the same time.

Each kind adds up its part of a shared array, some of it in other threads' segments. Members of each
kind call barriers and collective functions, in turn. Each kind also spawns tasks. The sums and the
numbers of calls are exact, on threads, processes, a mix and nodes.
"""

# requires: openmp
# sanitize: no, gcc's OpenMP library is not instrumented
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("c++"):
    skip("no c++")

write(
    "together.h",
    """
#ifdef __cplusplus
extern "C" {
#endif
enum { PART = 600, KINDS = 4, MEMBERS = 3, ROUNDS = 5 };
/* The sum of a third of the part, by tasks. Then, in turn, a step that all UPC threads make. */
void take_part(int kind, int member, int round);
void cxx_threads(void);
#ifdef __cplusplus
}
#endif
""",
)
write(
    "together.upc",
    r"""
#include <omp.h>
#include <pthread.h>
#include <polder/polder.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
#include "together.h"

shared [PART] int values[PART * THREADS];
shared long sums[THREADS], total;
shared int met[THREADS];
static long own[KINDS][MEMBERS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, calls;

static void fail(int line)
{
    fprintf(stderr, "thread %d: line %d\n", MYTHREAD, line);
    upc_global_exit(9);
}
#define CHECK(what) ((what) ? (void)0 : fail(__LINE__))

/* Of the next thread, which is on another node if there is one. */
static long add(int from, int count)
{
    const int there = (MYTHREAD + 1) % THREADS;
    long sum = 0;
    for (int i = from; i < from + count; i++) sum += values[PART * there + i];
    return sum;
}
upc_task(long, add, int, int);

static long add_by_tasks(int from, int count)
{
    if (count <= 25) return add(from, count);
    upc_spawn(add, from, count / 2);
    const long right = add_by_tasks(from + count / 2, count - count / 2);
    return right + upc_join(add);
}

/* A step is the same on all UPC threads, and made by the same kind and member. */
static void step(int number)
{
    CHECK(MYTHREAD >= 0 && MYTHREAD < THREADS);
    met[MYTHREAD] = number;
    upc_barrier number;
    CHECK(met[(MYTHREAD + 1) % THREADS] == number);
    sums[MYTHREAD] = number + MYTHREAD;
    upc_all_reduceL(&total, sums, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    CHECK(total == (long)THREADS * number + (long)THREADS * (THREADS - 1) / 2);
    calls++;
}

void take_part(int kind, int member, int round)
{
    const int number = (round * KINDS + kind) * MEMBERS + member;
    own[kind][member] += add_by_tasks(PART / MEMBERS * member, PART / MEMBERS);
    pthread_mutex_lock(&mutex);
    while (turn != number) pthread_cond_wait(&turned, &mutex);
    pthread_mutex_unlock(&mutex);
    step(number);
    pthread_mutex_lock(&mutex);
    turn++;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&mutex);
}

static void *of_pthreads(void *member)
{
    for (int round = 0; round < ROUNDS; round++) take_part(1, (int)(long)member, round);
    return NULL;
}
static void *of_openmp(void *nothing)
{
#pragma omp parallel num_threads(MEMBERS)
    for (int round = 0; round < ROUNDS; round++) take_part(0, omp_get_thread_num(), round);
    return nothing;
}
static void *of_cxx(void *nothing)
{
    cxx_threads();
    return nothing;
}
static void of_workers(void *nothing)
{
    (void)nothing;
    for (int round = 0; round < ROUNDS; round++) take_part(3, polder_worker_number(), round);
}

int main(void)
{
    pthread_t threads[MEMBERS], openmp, cxx;
    for (int i = 0; i < PART; i++) values[PART * MYTHREAD + i] = i;
    upc_barrier;
    CHECK(polder_workers_start(MEMBERS) == MEMBERS);
    CHECK(!pthread_create(&openmp, NULL, of_openmp, NULL));
    CHECK(!pthread_create(&cxx, NULL, of_cxx, NULL));
    for (long m = 0; m < MEMBERS; m++)
        CHECK(!pthread_create(&threads[m], NULL, of_pthreads, (void *)m));
    polder_workers_each(of_workers, NULL);
    for (int m = 0; m < MEMBERS; m++) CHECK(!pthread_join(threads[m], NULL));
    CHECK(!pthread_join(openmp, NULL) && !pthread_join(cxx, NULL));
    for (int kind = 0; kind < KINDS; kind++) {
        long sum = 0;
        for (int m = 0; m < MEMBERS; m++) sum += own[kind][m];
        CHECK(sum == (long)ROUNDS * PART * (PART - 1) / 2);
    }
    CHECK(calls == ROUNDS * KINDS * MEMBERS && turn == calls);
    polder_workers_end();
    upc_barrier;
    printf("thread %d: right\n", MYTHREAD);
    return 0;
}
""",
)
write(
    "together.cc",
    r"""
#include "together.h"
#include <thread>
#include <vector>

void cxx_threads() {
    std::vector<std::thread> threads;
    for (int member = 0; member < MEMBERS; ++member)
        threads.emplace_back([member] {
            for (int round = 0; round < ROUNDS; ++round) take_part(2, member, round);
        });
    for (std::thread &thread : threads) thread.join();
}
""",
)
run("c++", "-std=c++17", "-O2", "-c", "together.cc")
upcc("-O2", "-fopenmp", "together.upc", "together.o", "-lstdc++", "-o", "together")
for threads, options in (
    (1, ()),
    (2, ("-p", "1")),
    (2, ()),
    (3, ("-p", "2")),
    (4, ("--nodes", "2", "--per-node", "1")),
    (2, ("--nodes", "2")),
):
    result = upcrun("-n", str(threads), *options, "./together")
    wanted = sorted(f"thread {t}: right" for t in range(threads))
    check(sorted(result.out.splitlines()) == wanted, f"{threads} threads, {options}", result)
print("pass")

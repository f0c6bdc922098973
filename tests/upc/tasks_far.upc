// env: POLDER_WORKERS=3
// What tasks read and write of another thread's memory, which is on another node if there is one. A
// spawn and its join are fences between the workers' caches: a task sees what its spawner wrote,
// and the joiner what the task wrote, words of one line that several write included. The same holds
// for functions that all workers call, and their barrier.
#include "check.h"
#include <polder/task.h>
#include <sched.h>
#include <upc.h>

enum { TASKS = 12, WORDS = 6, ALL = TASKS * WORDS, WORKERS = 3, PHASES = 6 };

static shared [ALL] long words[ALL * THREADS]; // those of one task lie apart
static shared [ALL] long told[ALL * THREADS];  // what the spawner has for each
static shared int last[THREADS];
static shared [WORKERS] long met[WORKERS * THREADS];
static int next;

static shared [ALL] long *at(int task, int i) { return &words[ALL * next + TASKS * i + task]; }
static long value(int round, int task, int i) { return 1000 * round + 10 * task + i; }

static int check_words(int round, int task)
{
    int right = 0;
    for (int i = 0; i < WORDS; i++) right += *at(task, i) == value(round, task, i);
    return right;
}
upc_task(int, check_words, int, int);

static int write_words(int round, int task)
{
    CHECK_EQ(told[ALL * next + task], round + task);
    CHECK_EQ(check_words(round - 1, task), round ? WORDS : 0); // read first: the line is in this worker's cache
    for (int i = 0; i < WORDS; i++) *at(task, i) = value(round, task, i);
    sched_yield();
    upc_spawn(check_words, round, task); // maybe elsewhere
    sched_yield();
    return upc_join(check_words);
}
upc_task(int, write_words, int, int);

static void tree(int round)
{
    for (int task = 0; task < TASKS; task++) {
        told[ALL * next + task] = round + task;
        upc_spawn(write_words, round, task);
    }
    for (int task = TASKS; task-- > 0;) {
        CHECK_EQ(upc_join(write_words), WORDS);
        CHECK_EQ(check_words(round, task), WORDS);
    }
}

static void meet(void *argument)
{
    const int me = polder_worker_number(), from = *(int *)argument;
    for (int phase = from; phase < from + PHASES; phase++) {
        met[WORKERS * next + me] = phase;
        polder_workers_barrier();
        for (int w = 0; w < WORKERS; w++) CHECK_EQ(met[WORKERS * next + w], phase);
        polder_workers_barrier();
    }
}

int main(void)
{
    polder_task_counts counts = {0};
    int round = 0;
    next = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < ALL; i++) words[ALL * MYTHREAD + i] = -1;
    upc_barrier;
    CHECK_EQ(polder_workers_start(WORKERS), WORKERS);
    while (round < often(20, 10) || counts.stolen < 10) {
        tree(round++);
        polder_task_count(&counts);
    }
    for (int from = 1; from < 20; from += PHASES) {
        polder_workers_each(meet, &from);
        for (int w = 0; w < WORKERS; w++) CHECK_EQ(met[WORKERS * next + w], from + PHASES - 1);
    }
    polder_workers_end();
    CHECK_EQ(polder_workers_start(WORKERS), WORKERS); // others, with the caches of the former ones
    tree(round);
    polder_workers_end();
    last[next] = round;
    upc_barrier;
    next = MYTHREAD;
    for (int task = 0; task < TASKS; task++) CHECK_EQ(check_words(last[MYTHREAD], task), WORDS);
    PASS();
    return 0;
}

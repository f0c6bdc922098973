// ldflags: -pthread
// Barriers and collective functions by different system threads of a UPC thread, in turn. They are
// its own, pthreads that pass the turn on, workers of its pool that a barrier of the workers
// orders, and tasks that whoever is free runs.
#include "sub_threads.h"
#include <polder/polder.h>
#include <pthread.h>

enum { PTHREADS = 3, WORKERS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, steps;

// Step k is that of pthread k % PTHREADS.
static void *in_turn(void *argument)
{
    const int me = (int)(long)argument;
    for (int k = me; k < steps; k += PTHREADS) {
        pthread_mutex_lock(&mutex);
        while (turn != k) pthread_cond_wait(&turned, &mutex);
        pthread_mutex_unlock(&mutex);
        meet(k);
        pthread_mutex_lock(&mutex);
        turn = k + 1;
        pthread_cond_broadcast(&turned);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void by_pthreads(void)
{
    pthread_t threads[PTHREADS];
    turn = 0;
    for (long t = 0; t < PTHREADS; t++) CHECK_EQ(pthread_create(&threads[t], NULL, in_turn, (void *)t), 0);
    for (int t = 0; t < PTHREADS; t++) CHECK_EQ(pthread_join(threads[t], NULL), 0);
    CHECK_EQ(turn, steps);
}

static void one_worker_each(void *argument)
{
    const int me = polder_worker_number(), all = polder_workers();
    (void)argument;
    for (int k = 0; k < steps; k++) {
        if (k % all == me) meet(k);
        polder_workers_barrier();
    }
}

static void meet_task(void *argument) { meet(*(int *)argument); }

// The spawner goes on spawning until somebody has taken the step, or joins it.
static void by_tasks(void)
{
    for (int k = 0; k < steps; k++) {
        polder_task_spawn(meet_task, &k, sizeof k);
        polder_task_join();
    }
}

int main(void)
{
    steps = often(4, 1) * KINDS;
    CHECK_EQ(polder_thread_level_granted(), POLDER_THREAD_MULTIPLE);
    sub_threads_start();
    CHECK_EQ(polder_thread_level_ask(POLDER_THREAD_SERIALIZED), POLDER_THREAD_SERIALIZED);
    for (int k = 0; k < KINDS; k++) meet(k);
    by_pthreads();
    for (int k = 0; k < KINDS; k++) meet(k);
    CHECK_EQ(polder_workers_start(WORKERS), WORKERS);
    CHECK_EQ(polder_thread_level_granted(), POLDER_THREAD_MULTIPLE); // a pool needs it
    polder_workers_each(one_worker_each, NULL);
    by_tasks();
    by_pthreads();
    polder_workers_end();
    sub_threads_end();
    PASS();
    return 0;
}

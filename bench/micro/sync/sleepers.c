/* Reference for crowded.upc: pthread_barrier, pthread_mutex and a mutex with a condition variable,
 * all of which sleep where they wait. `prog thread|process PARTIES`; prints the same figures.
 *
 * A collective function is one meeting, in which the last to come wakes all: no copy or sum can do
 * with less.
 */
#include "../raw.h"

#include "crowded.h"

struct area {
    pthread_barrier_t barrier;
    pthread_mutex_t mutex; /* of a meeting */
    pthread_cond_t over;
    pthread_mutex_t lock;
    long here;
    long meeting;
    long sum;
    long result;
    unsigned long ready __attribute__((aligned(128)));
    volatile long last __attribute__((aligned(128)));
    volatile long counter __attribute__((aligned(128)));
    volatile long slot[2][RAW_MAX_PARTIES]; /* by parity of the round */
};

static void area_start(struct area *area, int parties) {
    pthread_barrierattr_t barrier;
    pthread_mutexattr_t mutex;
    pthread_condattr_t condition;
    pthread_barrierattr_init(&barrier);
    pthread_mutexattr_init(&mutex);
    pthread_condattr_init(&condition);
    pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&area->barrier, &barrier, (unsigned)parties);
    pthread_mutex_init(&area->mutex, &mutex);
    pthread_mutex_init(&area->lock, &mutex);
    pthread_cond_init(&area->over, &condition);
}

/* All come, all get the sum of what they gave. */
static long meet(struct area *area, int parties, long mine) {
    pthread_mutex_lock(&area->mutex);
    const long meeting = area->meeting;
    area->sum += mine;
    if (++area->here == parties) {
        area->result = area->sum;
        area->here = 0;
        area->sum = 0;
        area->meeting++;
        pthread_cond_broadcast(&area->over);
    } else {
        while (area->meeting == meeting)
            pthread_cond_wait(&area->over, &area->mutex);
    }
    const long result = area->result;
    pthread_mutex_unlock(&area->mutex);
    return result;
}

static int goes_on(struct area *area, int me, long i, double start) {
    if (!me && !area->last && bench_now_ns() - start > crowded_limit_ns()) area->last = i + 2;
    return !area->last || i < area->last;
}

static double loop_begins(struct area *area, int me) {
    pthread_barrier_wait(&area->barrier);
    if (!me) area->last = 0;
    pthread_barrier_wait(&area->barrier);
    return bench_now_ns();
}

static void loop_ends(const char *figure, int me, double start, long rounds) {
    if (!me) bench_print(figure, (bench_now_ns() - start) / (double)rounds);
}

static void measure_lock(struct area *area, int me) {
    const double start = loop_begins(area, me);
    for (long i = 0; !area->last; i++) {
        pthread_mutex_lock(&area->lock);
        crowded_work(&area->counter);
        pthread_mutex_unlock(&area->lock);
        if (!me && i % CROWDED_LOCKS_A_LOOK == 0 && bench_now_ns() - start > crowded_limit_ns()) area->last = 1;
    }
    pthread_barrier_wait(&area->barrier);
    loop_ends("lock", me, start, area->counter);
}

static void body(struct raw_job *job, int me) {
    struct area *area = (struct area *)job->shared;
    const int parties = job->parties;
    double start;
    long i;
    if (!me) area_start(area, parties);
    raw_meet(&area->ready, parties, 1);
    start = loop_begins(area, me);
    for (i = 0; goes_on(area, me, i, start); i++)
        pthread_barrier_wait(&area->barrier);
    loop_ends("barrier", me, start, i);
    start = loop_begins(area, me);
    for (i = 0; goes_on(area, me, i, start); i++) {
        const long sum = meet(area, parties, me);
        BENCH_USE(sum);
    }
    loop_ends("reduce", me, start, i);
    start = loop_begins(area, me);
    for (i = 0; goes_on(area, me, i, start); i++) {
        if (!me) area->slot[i & 1][0] = i;
        meet(area, parties, 0);
        BENCH_USE(area->slot[i & 1][0]);
    }
    loop_ends("broadcast", me, start, i);
    start = loop_begins(area, me);
    for (i = 0; goes_on(area, me, i, start); i++) {
        area->slot[i & 1][me] = i;
        meet(area, parties, 0);
        for (int k = 0; k < parties; k++)
            BENCH_USE(area->slot[i & 1][k]);
    }
    loop_ends("gather_all", me, start, i);
    measure_lock(area, me);
}

int main(int argc, char **argv) {
    const int parties = argc > 2 ? atoi(argv[2]) : 2;
    if (parties < 1 || parties > RAW_MAX_PARTIES) {
        fprintf(stderr, "usage: %s thread|process PARTIES (1 to %d)\n", argv[0], RAW_MAX_PARTIES);
        return 2;
    }
    return raw_main(argc, argv, parties, sizeof(struct area), body);
}

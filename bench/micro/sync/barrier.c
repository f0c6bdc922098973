/* Reference for barrier.upc with more threads than cores: the simplest barrier that does not
 * collapse there. It is a counter and an epoch on two shared lines, with sched_yield between
 * looks. `prog thread|process PARTIES` prints "barrier". (The barrier of two threads is compared
 * with the ping-pong, not with this.) */
#include "../raw.h"

struct area {
    unsigned long count __attribute__((aligned(128)));
    unsigned long epoch __attribute__((aligned(128)));
};

static void barrier_cross(struct area *area, int parties) {
    const unsigned long epoch = __atomic_load_n(&area->epoch, __ATOMIC_ACQUIRE);
    if (__atomic_fetch_add(&area->count, 1, __ATOMIC_SEQ_CST) == (unsigned long)parties - 1) {
        area->count = 0;
        __atomic_store_n(&area->epoch, epoch + 1, __ATOMIC_SEQ_CST);
        return;
    }
    while (__atomic_load_n(&area->epoch, __ATOMIC_ACQUIRE) == epoch)
        sched_yield();
}

static void body(struct raw_job *job, int me) {
    struct area *area = (struct area *)job->shared;
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long barriers = 4000 / job->parties;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < barriers; i++)
            barrier_cross(area, job->parties);
        bench_add(&run, start, barriers);
    }
    if (!me) bench_print("barrier", bench_median_ns(&run));
}

int main(int argc, char **argv) {
    const int parties = argc > 2 ? atoi(argv[2]) : 2;
    if (parties < 1 || parties > RAW_MAX_PARTIES) {
        fprintf(stderr, "usage: %s thread|process PARTIES (1 to %d)\n", argv[0], RAW_MAX_PARTIES);
        return 2;
    }
    return raw_main(argc, argv, parties, sizeof(struct area), body);
}

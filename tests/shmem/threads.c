// 9.2: THREAD_MULTIPLE: POSIX threads of every PE put, get, add and lock at the same time, on
// contexts of their own.
// flags: -pthread
#include "check.h"

#include <pthread.h>

enum { threads = 3, rounds = 200 };
static long counter, slots[64 * threads], finished;
static int me, pes;

static void *work(void *argument) {
    const long t = (long)argument;
    shmem_ctx_t context;
    if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &context)) context = SHMEM_CTX_DEFAULT;
    for (int i = 1; i <= rounds; i++) {
        const int pe = (me + i) % pes;
        const long value = me * 1000L + i;
        long *const slot = &slots[me * threads + t];
        shmem_ctx_long_put_nbi(context, slot, &value, 1, pe);
        shmem_ctx_quiet(context);
        long got = 0;
        shmem_ctx_long_get_nbi(context, &got, slot, 1, pe);
        shmem_ctx_quiet(context);
        if (got != value) __atomic_fetch_add(&differences, 1, __ATOMIC_SEQ_CST);
        shmem_ctx_long_atomic_inc(context, &counter, pe);
    }
    if (context != SHMEM_CTX_DEFAULT) shmem_ctx_destroy(context);
    shmem_long_atomic_inc(&finished, 0);
    return NULL;
}

int main(void) {
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    me = shmem_my_pe();
    pes = shmem_n_pes();
    if (provided < SHMEM_THREAD_MULTIPLE) return check_end();
    pthread_t all[threads];
    for (long t = 0; t < threads; t++)
        pthread_create(&all[t], NULL, work, (void *)t);
    if (me == 0) shmem_long_wait_until(&finished, SHMEM_CMP_EQ, (long)threads * pes);
    for (int t = 0; t < threads; t++)
        pthread_join(all[t], NULL);
    shmem_barrier_all();
    static long sum;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &counter, 1);
    CHECK(sum == (long)threads * rounds * pes);
    return check_end();
}

// crowd: long (each of its many operations waits for processes that share cores)
// sanitize: not thread (gcc's OpenMP library is not instrumented)
// flags: -fopenmp
// ldflags: -pthread
// env: OMP_NUM_THREADS=3
// requires: openmp
// A upc_lock excludes the system threads of one UPC thread from each other as it excludes other UPC
// threads. OpenMP workers and pthreads of all UPC threads count under it. Attempts fail while
// another worker has it; any of a UPC thread's workers may unlock.
#include "check.h"
#include <omp.h>
#include <pthread.h>

static int rounds;
shared long counter;
shared long workers;
upc_lock_t *lock, *mine;
static long busy;

static void *count_in_pthread(void *nothing)
{
    for (int i = 0; i < rounds; i++) {
        upc_lock(lock);
        counter = counter + 1;
        upc_unlock(lock);
    }
    return nothing;
}

static void count_in_workers(void)
{
#pragma omp parallel
    {
        for (int i = 0; i < rounds; i++) {
            upc_lock(lock);
            counter = counter + 1;
            upc_unlock(lock);
        }
        upc_lock(lock);
        workers = workers + 1;
        upc_unlock(lock);
    }
}

int main(void)
{
    pthread_t threads[2];
    rounds = often(200, 4);
    lock = upc_all_lock_alloc();
    mine = upc_global_lock_alloc();
    count_in_workers();
    upc_barrier;
    CHECK(workers >= THREADS && workers <= 3 * THREADS);
    CHECK_EQ(counter, rounds * workers);
    upc_barrier;

    for (int i = 0; i < 2; i++) CHECK_EQ(pthread_create(&threads[i], NULL, count_in_pthread, NULL), 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    upc_barrier;
    CHECK_EQ(counter, rounds * (workers + 2 * THREADS));

    upc_lock(mine); // the workers find it taken, by their own UPC thread
#pragma omp parallel num_threads(2) reduction(+ : busy)
    if (omp_get_thread_num()) busy += !upc_lock_attempt(mine);
    CHECK(busy == 0 || busy == 1); // a team of one or two
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == omp_get_num_threads() - 1) upc_unlock(mine);
    CHECK_EQ(upc_lock_attempt(mine), 1);
    upc_unlock(mine);
    upc_lock_free(mine);
    upc_all_lock_free(lock);
    PASS();
    return 0;
}

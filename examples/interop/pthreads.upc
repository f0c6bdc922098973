// Pthreads inside UPC threads. They belong to the UPC thread that made them: MYTHREAD, its private
// data, all shared data; a upc_lock keeps them out of each other's way like UPC threads.
#include <pthread.h>
#include <stdio.h>
#include <upc.h>

enum { workers = 3, rounds = 100 };
shared long total;
shared [workers] int done[workers * THREADS];
static upc_lock_t *lock;
static int scale;

static void *work(void *argument)
{
    const int me = *(int *)argument;
    for (int i = 0; i < rounds; i++) {
        upc_lock(lock);
        total += scale;
        upc_unlock(lock);
    }
    done[workers * MYTHREAD + me] = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[workers];
    int numbers[workers], finished = 0;
    lock = upc_all_lock_alloc();
    scale = MYTHREAD + 1; // each UPC thread has its own
    for (int i = 0; i < workers; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < workers; i++) pthread_join(threads[i], NULL);
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int i = 0; i < workers * THREADS; i++) finished += done[i];
        const long wanted = (long)workers * rounds * THREADS * (THREADS + 1) / 2;
        printf("%s: %d pthreads counted to %ld\n", finished == workers * THREADS && total == wanted ? "PASS" : "FAIL", finished, total);
    }
    return 0;
}

// ldflags: -pthread
// UPC and pthreads: a thread made by pthread_create belongs to the UPC thread that made it;
// thread-local variables are each system thread's own; mutexes and condition variables in private
// data work.
#include "check.h"
#include <pthread.h>

shared int cells[8 * THREADS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static __thread int local = 3;
static _Thread_local int other_local;

static void *work(void *argument)
{
    const int k = *(int *)argument;
    CHECK_EQ(local, 3);
    local = k;
    other_local = 2 * k;
    cells[8 * MYTHREAD + k] = 100 * MYTHREAD + k;
    pthread_mutex_lock(&mutex);
    count += MYTHREAD + 1;
    pthread_mutex_unlock(&mutex);
    CHECK(local == k && other_local == 2 * k);
    return argument;
}

int main(void)
{
    pthread_t threads[4];
    int numbers[4];
    local = 77;
    CHECK_EQ(other_local, 0);
    local = 3;
    for (int k = 0; k < 4; k++) {
        numbers[k] = k;
        CHECK_EQ(pthread_create(&threads[k], NULL, work, &numbers[k]), 0);
    }
    for (int k = 0; k < 4; k++) {
        void *result = NULL;
        pthread_join(threads[k], &result);
        CHECK(result == &numbers[k]);
    }
    CHECK_EQ(count, 4 * (MYTHREAD + 1));
    CHECK_EQ(local, 3);
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < 4; k++) CHECK_EQ(cells[8 * t + k], 100 * t + k);
    PASS();
    return 0;
}

// ldflags: -pthread
// A UPC thread takes a lock before it creates its first system thread, and gives it back beside it,
// and the reverse. Both halves of a lock look the same to either side. Three system threads wait for
// locks that were taken while the UPC thread had a single one.
#include "check.h"
#include <pthread.h>

static upc_lock_t *early, *late;
static int found_busy;

#define LOCKS 16
#define WAITERS 3
static upc_lock_t *many[LOCKS];
static long counts[LOCKS];

static void *wait_for_all(void *nothing)
{
    for (int i = 0; i < LOCKS; i++) {
        upc_lock(many[i]);
        counts[i]++;
        upc_unlock(many[i]);
    }
    return nothing;
}

/* Before any other system thread exists. */
static void take_all(void)
{
    for (int i = 0; i < LOCKS; i++) {
        many[i] = upc_global_lock_alloc();
        if (i % 3 == 0) CHECK(upc_lock_attempt(many[i]));
        else upc_lock(many[i]);
    }
}

static void give_all(void)
{
    pthread_t waiter[WAITERS];

    for (int i = 0; i < WAITERS; i++) pthread_create(&waiter[i], 0, wait_for_all, 0);
    for (int i = 0; i < LOCKS; i++) {
        counts[i]++;
        upc_unlock(many[i]);
    }
    for (int i = 0; i < WAITERS; i++) pthread_join(waiter[i], 0);
    for (int i = 0; i < LOCKS; i++) {
        CHECK_EQ(counts[i], WAITERS + 1);
        upc_lock_free(many[i]);
    }
}

static void *beside(void *nothing)
{
    found_busy = !upc_lock_attempt(early);
    upc_lock(late);
    return nothing;
}

int main(void)
{
    pthread_t thread;

    take_all();
    early = upc_global_lock_alloc();
    late = upc_global_lock_alloc();
    for (int i = 0; i < 5; i++) {
        upc_lock(early);
        upc_unlock(early);
    }
    give_all();
    for (int i = 0; i < 3; i++) {
        upc_lock(early);
        pthread_create(&thread, 0, beside, 0);
        pthread_join(thread, 0);
        CHECK(found_busy);
        upc_unlock(early);
        CHECK(upc_lock_attempt(late) == 0); // a worker of this thread has it
        upc_unlock(late);                   // any of them may unlock
        CHECK(upc_lock_attempt(late));
        upc_unlock(late);
    }
    upc_lock_free(early);
    upc_lock_free(late);
    PASS();
    return 0;
}

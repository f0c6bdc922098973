// ldflags: -pthread
// A UPC thread takes a lock before it creates its first system thread, and gives it back beside it,
// and the reverse. Both halves of a lock look the same to either side.
#include "check.h"
#include <pthread.h>

static upc_lock_t *early, *late;
static int found_busy;

static void *beside(void *nothing)
{
    found_busy = !upc_lock_attempt(early);
    upc_lock(late);
    return nothing;
}

int main(void)
{
    pthread_t thread;

    early = upc_global_lock_alloc();
    late = upc_global_lock_alloc();
    for (int i = 0; i < 5; i++) {
        upc_lock(early);
        upc_unlock(early);
    }
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

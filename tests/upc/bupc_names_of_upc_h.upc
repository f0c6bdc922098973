// Programs for Berkeley UPC include <upc.h> alone: what they use of the extensions, and of C
// headers that its <upc.h> includes, is there.
#include <upc_relaxed.h>
#include "check.h"

shared int64_t counter;
bupc_sem_t *shared done;

int main(void)
{
    bupc_handle_t handle = BUPC_COMPLETE_HANDLE;
    char path[PATH_MAX];
    assert(sizeof path >= 256);
    if (MYTHREAD == 0) done = bupc_sem_alloc(BUPC_SEM_INTEGER);
    upc_barrier;
    bupc_atomicI64_fetchadd_strict(&counter, MYTHREAD + 1);
    bupc_sem_post(done);
    if (MYTHREAD == 0) {
        bupc_sem_waitN(done, THREADS);
        CHECK_EQ(counter, THREADS * (THREADS + 1) / 2);
        bupc_sem_free(done);
    }
    bupc_waitsync(handle);
    PASS();
    return 0;
}

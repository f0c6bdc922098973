// BUPC_USE_UPC_NAMESPACE: the same functions with upc_ in front.
#define BUPC_USE_UPC_NAMESPACE 1
#include <upc.h>
#include "check.h"
#include <upc_nb.h>

shared [] char text[8];
shared uint64_t counter;

int main(void)
{
    upc_sem_t *s = upc_sem_alloc(UPC_SEM_INTEGER | UPC_SEM_SPRODUCER);
    upc_sem_postN(s, 2);
    upc_sem_wait(s);
    CHECK_EQ(upc_sem_tryN(s, 1), 1);
    upc_sem_free(s);
    upc_atomicU64_fetchadd_strict(&counter, 2);
    upc_barrier;
    CHECK_EQ(upc_atomicU64_read_relaxed(&counter), 2 * THREADS);
    if (MYTHREAD == 0) {
        upc_pmemvec_t from[] = {{"ab", 2}, {"cdef", 5}};
        upc_smemvec_t to[] = {{text, 7}};
        upc_handle_t handle = upc_memput_vlist_async(1, to, 2, from);
        upc_sync(handle);
    }
    upc_barrier;
    char all[7];
    upc_handle_t handle = upc_memget_async(all, text, 7);
    upc_waitsync(handle);
    CHECK(__builtin_strcmp(all, "abcdef") == 0);
    CHECK_EQ(upc_thread_distance(0, 0), UPC_THREADS_SAME);
    PASS();
    return 0;
}

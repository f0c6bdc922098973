// 10: profiling: a program's own shmem_ routines stand before the library's, which pshmem_ names
// still reach.
// flags: -DPOLDER_SHMEM_CALLS
#include "check.h"

#include <pshmem.h>

static long calls, barriers, word;

#undef shmem_long_put
void shmem_long_put(long *dest, const long *source, size_t nelems, int pe) {
    calls++;
    pshmem_long_put(dest, source, nelems, pe);
}
void shmem_barrier_all(void) {
    barriers++;
    pshmem_barrier_all();
}

int main(void) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    CHECK(barriers == 0); /* the library does not call what was replaced */
    const long mine = me;
    shmem_long_put(&word, &mine, 1, (me + 1) % pes);
    shmem_put(&word, &mine, 1, (me + 1) % pes);
    shmem_barrier_all();
    CHECK(calls == 2 && barriers == 1 && word == (me + pes - 1) % pes);
    shmem_pcontrol(0);
    shmem_pcontrol(1, "anything", 2);
    return check_end();
}

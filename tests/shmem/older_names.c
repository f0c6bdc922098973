// Names that 1.6 keeps for older programs: <mpp/shmem.h>, shmalloc and its kin, wait and wait_until
// of long, cache control.
#include <mpp/shmem.h>

#include "check.h"

#include <stdint.h>

#undef shmem_wait_until

static long flag;

int main(void) {
    start_pes(0);
    const int me = _my_pe(), pes = _num_pes(), next = (me + 1) % pes;
    long *a = shmalloc(sizeof *a);
    *a = me;
    a = shrealloc(a, 1000 * sizeof *a);
    CHECK(*a == me);
    char *b = shmemalign(4096, 10);
    CHECK((uintptr_t)b % 4096 == 0);
    shmem_barrier_all();
    shmem_set_cache_inv();
    shmem_long_p(&flag, 1, next);
    shmem_wait(&flag, 0);
    shmem_set_cache_line_inv(&flag);
    shmem_udcflush_line(&flag);
    shmem_udcflush();
    shmem_clear_cache_line_inv(&flag);
    shmem_clear_cache_inv();
    CHECK(flag == 1);
    shmem_barrier_all();
    shmem_long_p(&flag, 2, next);
    shmem_wait_until(&flag, _SHMEM_CMP_EQ, 2);
    CHECK(flag == 2);
    shfree(b);
    shfree(a);
    return check_end();
}

// 9.13: set_lock, test_lock, clear_lock: no update is lost, in static and in heap memory; a lock is
// free again.
#include "check.h"

enum { rounds = 300 };

static long lock_of_data, in_data;

static void guarded(long *lock, long *number, int pe) {
    const long value = shmem_long_g(number, pe);
    shmem_long_p(number, value + 1, pe);
    (void)lock;
}

int main(void) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    long *const heap = shmem_calloc(8, sizeof(long));
    int tried = 0;
    for (int i = 0; i < rounds; i++) {
        shmem_set_lock(&lock_of_data);
        guarded(&lock_of_data, &in_data, 0);
        shmem_clear_lock(&lock_of_data);
        while (shmem_test_lock(&heap[i % 4]))
            tried++;
        guarded(&heap[i % 4], &heap[4 + i % 4], pes - 1);
        shmem_clear_lock(&heap[i % 4]);
    }
    shmem_barrier_all();
    CHECK(shmem_long_g(&in_data, 0) == (long)rounds * pes);
    long sum = 0;
    for (int i = 0; i < 4; i++)
        sum += shmem_long_g(&heap[4 + i], pes - 1);
    CHECK(sum == (long)rounds * pes);
    CHECK(lock_of_data == 0 && heap[0] == 0); /* free locks are zero everywhere */
    shmem_barrier_all();
    if (me == 0) {
        CHECK(shmem_test_lock(&lock_of_data) == 0);
        CHECK(shmem_test_lock(&lock_of_data) == 1);
        shmem_clear_lock(&lock_of_data);
    }
    shmem_barrier_all();
    (void)tried;
    return check_end();
}

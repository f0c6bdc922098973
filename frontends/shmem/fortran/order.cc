// Fortran: order, waits, locks, caches (OpenSHMEM 1.4, 9.9 to 9.12). Names without a type are of
// default integers. A lock is a default integer, so it has 4 bytes (lock.h).
#include "frontends/shmem/fortran/fortran.h"
#include "frontends/shmem/lock.h"

using namespace polder::shmem;
using polder::shmem::fortran::Integer;

POLDER_FORTRAN(void, shmem_fence, void) {
    pshmem_fence();
}
POLDER_FORTRAN(void, shmem_quiet, void) {
    pshmem_quiet();
}

#define WAITS(PREFIX, T, C)                                                                                            \
    POLDER_FORTRAN(void, shmem_##PREFIX##wait, T *object, const T *value) {                                            \
        pshmem_##C##_wait_until(object, SHMEM_CMP_NE, *value);                                                         \
    }                                                                                                                  \
    POLDER_FORTRAN(void, shmem_##PREFIX##wait_until, T *object, const Integer *relation, const T *value) {             \
        pshmem_##C##_wait_until(object, *relation, *value);                                                            \
    }
WAITS(int4_, int32_t, int32)
WAITS(int8_, int64_t, int64)
WAITS(, int32_t, int32)

POLDER_FORTRAN(void, shmem_set_lock, Integer *lock) {
    set_lock<HalvesOfInteger>(lock);
}
POLDER_FORTRAN(Integer, shmem_test_lock, Integer *lock) {
    return test_lock<HalvesOfInteger>(lock);
}
POLDER_FORTRAN(void, shmem_clear_lock, Integer *lock) {
    clear_lock<HalvesOfInteger>(lock);
}

// Caches are coherent.
POLDER_FORTRAN(void, shmem_set_cache_inv, void) {}
POLDER_FORTRAN(void, shmem_clear_cache_inv, void) {}
POLDER_FORTRAN(void, shmem_set_cache_line_inv, const void *) {}
POLDER_FORTRAN(void, shmem_clear_cache_line_inv, const void *) {}
POLDER_FORTRAN(void, shmem_udcflush, void) {}
POLDER_FORTRAN(void, shmem_udcflush_line, const void *) {}

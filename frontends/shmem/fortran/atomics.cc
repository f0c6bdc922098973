// Fortran: atomic operations (OpenSHMEM 1.4, 9.7). Names without a type work on default integers.
#include "frontends/shmem/fortran/fortran.h"

using polder::shmem::fortran::Integer;

#define READ_AND_WRITE(PREFIX, T, C)                                                                                   \
    POLDER_FORTRAN(T, shmem_##PREFIX##fetch, const T *source, const Integer *pe) {                                     \
        return pshmem_##C##_atomic_fetch(source, *pe);                                                                 \
    }                                                                                                                  \
    POLDER_FORTRAN(void, shmem_##PREFIX##set, T *dest, const T *value, const Integer *pe) {                            \
        pshmem_##C##_atomic_set(dest, *value, *pe);                                                                    \
    }                                                                                                                  \
    POLDER_FORTRAN(T, shmem_##PREFIX##swap, T *dest, const T *value, const Integer *pe) {                              \
        return pshmem_##C##_atomic_swap(dest, *value, *pe);                                                            \
    }
#define ARITHMETIC(PREFIX, T, C)                                                                                       \
    POLDER_FORTRAN(T, shmem_##PREFIX##cswap, T *dest, const T *cond, const T *value, const Integer *pe) {              \
        return pshmem_##C##_atomic_compare_swap(dest, *cond, *value, *pe);                                             \
    }                                                                                                                  \
    POLDER_FORTRAN(T, shmem_##PREFIX##fadd, T *dest, const T *value, const Integer *pe) {                              \
        return pshmem_##C##_atomic_fetch_add(dest, *value, *pe);                                                       \
    }                                                                                                                  \
    POLDER_FORTRAN(T, shmem_##PREFIX##finc, T *dest, const Integer *pe) {                                              \
        return pshmem_##C##_atomic_fetch_inc(dest, *pe);                                                               \
    }                                                                                                                  \
    POLDER_FORTRAN(void, shmem_##PREFIX##add, T *dest, const T *value, const Integer *pe) {                            \
        pshmem_##C##_atomic_add(dest, *value, *pe);                                                                    \
    }                                                                                                                  \
    POLDER_FORTRAN(void, shmem_##PREFIX##inc, T *dest, const Integer *pe) {                                            \
        pshmem_##C##_atomic_inc(dest, *pe);                                                                            \
    }
READ_AND_WRITE(int4_, int32_t, int32)
READ_AND_WRITE(int8_, int64_t, int64)
READ_AND_WRITE(real4_, float, float)
READ_AND_WRITE(real8_, double, double)
READ_AND_WRITE(, int32_t, int32)
ARITHMETIC(int4_, int32_t, int32)
ARITHMETIC(int8_, int64_t, int64)
ARITHMETIC(, int32_t, int32)

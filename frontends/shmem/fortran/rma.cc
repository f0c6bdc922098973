// Fortran: put and get (OpenSHMEM 1.4, 9.5 and 9.6). Elements are those of the type in the name. An
// element of CHARACTER is a character. In the names with mem it is a byte. In shmem_put and
// shmem_get it is a default integer, as in older libraries.
#include "frontends/shmem/fortran/fortran.h"

using polder::shmem::fortran::elements;
using polder::shmem::fortran::Integer;

#define MOVE(NAME, CALL)                                                                                               \
    POLDER_FORTRAN(void, shmem_##NAME, void *dest, const void *source, const Integer *count, const Integer *pe) {      \
        pshmem_##CALL(dest, source, elements("shmem_" #NAME, *count), *pe);                                            \
    }
#define MOVE_STRIDED(NAME, CALL)                                                                                       \
    POLDER_FORTRAN(void, shmem_##NAME, void *dest, const void *source, const Integer *dst, const Integer *sst,         \
                   const Integer *count, const Integer *pe) {                                                          \
        pshmem_##CALL(dest, source, *dst, *sst, elements("shmem_" #NAME, *count), *pe);                                \
    }

#define TYPED(TYPE, BITS)                                                                                              \
    MOVE(TYPE##_put, put##BITS)                                                                                        \
    MOVE(TYPE##_get, get##BITS)                                                                                        \
    MOVE(TYPE##_put_nbi, put##BITS##_nbi)                                                                              \
    MOVE(TYPE##_get_nbi, get##BITS##_nbi)
#define TYPED_STRIDED(TYPE, BITS)                                                                                      \
    MOVE_STRIDED(TYPE##_iput, iput##BITS)                                                                              \
    MOVE_STRIDED(TYPE##_iget, iget##BITS)
TYPED(character, 8)
TYPED(integer, 32)
TYPED(logical, 32)
TYPED(real, 32)
TYPED(double, 64)
TYPED(complex, 64)
TYPED_STRIDED(integer, 32)
TYPED_STRIDED(logical, 32)
TYPED_STRIDED(real, 32)
TYPED_STRIDED(double, 64)
TYPED_STRIDED(complex, 64)

// The suffix is a number of bytes or of bits.
#define SIZED(SUFFIX, BITS)                                                                                            \
    MOVE(put##SUFFIX, put##BITS)                                                                                       \
    MOVE(get##SUFFIX, get##BITS)                                                                                       \
    MOVE(put##SUFFIX##_nbi, put##BITS##_nbi)                                                                           \
    MOVE(get##SUFFIX##_nbi, get##BITS##_nbi)                                                                           \
    MOVE_STRIDED(iput##SUFFIX, iput##BITS)                                                                             \
    MOVE_STRIDED(iget##SUFFIX, iget##BITS)
SIZED(4, 32)
SIZED(8, 64)
SIZED(32, 32)
SIZED(64, 64)
SIZED(128, 128)
SIZED(, 32)

MOVE(putmem, putmem)
MOVE(getmem, getmem)
MOVE(putmem_nbi, putmem_nbi)
MOVE(getmem_nbi, getmem_nbi)

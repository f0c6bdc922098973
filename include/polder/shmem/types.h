/* The types of OpenSHMEM's routines, once. Part of <shmem.h>; programs do not include it.
 *
 * Each list calls X(P, type, name) for the rows of one table of the specification. Prototypes,
 * inlined forms, the library's definitions and the generic selections are all made of these. P is
 * handed through: the prefix of the names that are made. */
/* Rows of tables, which the formatter takes for expressions. */
/* clang-format off */
#ifndef POLDER_SHMEM_TYPES_H
#define POLDER_SHMEM_TYPES_H

/* Extensions of C in C++, where std::complex has overloads (overloads.h). */
__extension__ typedef double _Complex polder_shmem_complexd;
__extension__ typedef float _Complex polder_shmem_complexf;

/* standard RMA types. */
#define POLDER_SHMEM_RMA_TYPES(X, P)                                                               \
    X(P, float, float)                                                                             \
    X(P, double, double) X(P, long double, longdouble) X(P, char, char) X(P, signed char, schar)   \
        X(P, short, short) X(P, int, int) X(P, long, long) X(P, long long, longlong)               \
            X(P, unsigned char, uchar) X(P, unsigned short, ushort) X(P, unsigned int, uint)       \
                X(P, unsigned long, ulong) X(P, unsigned long long, ulonglong) X(P, int8_t, int8)  \
                    X(P, int16_t, int16) X(P, int32_t, int32) X(P, int64_t, int64)                 \
                        X(P, uint8_t, uint8) X(P, uint16_t, uint16) X(P, uint32_t, uint32)         \
                            X(P, uint64_t, uint64) X(P, size_t, size) X(P, ptrdiff_t, ptrdiff)

/* standard AMO types; also those of waits and tests. */
#define POLDER_SHMEM_AMO_TYPES(X, P)                                                               \
    X(P, int, int)                                                                                 \
    X(P, long, long) X(P, long long, longlong) X(P, unsigned int, uint) X(P, unsigned long, ulong) \
        X(P, unsigned long long, ulonglong) X(P, int32_t, int32) X(P, int64_t, int64)              \
            X(P, uint32_t, uint32) X(P, uint64_t, uint64) X(P, size_t, size)                       \
                X(P, ptrdiff_t, ptrdiff)

/* extended AMO types are these and the standard ones. */
#define POLDER_SHMEM_FLOATING_TYPES(X, P) X(P, float, float) X(P, double, double)

/* bitwise AMO types. */
#define POLDER_SHMEM_BITWISE_TYPES(X, P)                                                           \
    X(P, unsigned int, uint)                                                                       \
    X(P, unsigned long, ulong) X(P, unsigned long long, ulonglong) X(P, int32_t, int32)            \
        X(P, int64_t, int64) X(P, uint32_t, uint32) X(P, uint64_t, uint64)

/* waits and tests had two more types before 1.6, which stay. */
#define POLDER_SHMEM_OLD_WAIT_TYPES(X, P) X(P, short, short) X(P, unsigned short, ushort)

/* reductions over teams. Integers that are not in the next list have max, min, sum and prod. */
#define POLDER_SHMEM_REDUCE_ARITHMETIC_TYPES(X, P)                                                 \
    X(P, char, char)                                                                               \
    X(P, signed char, schar) X(P, short, short) X(P, int, int) X(P, long, long)                    \
        X(P, long long, longlong) X(P, ptrdiff_t, ptrdiff) X(P, float, float) X(P, double, double) \
            X(P, long double, longdouble)
/* Of all operations. */
#define POLDER_SHMEM_REDUCE_BITWISE_TYPES(X, P)                                                    \
    X(P, unsigned char, uchar)                                                                     \
    X(P, unsigned short, ushort) X(P, unsigned int, uint) X(P, unsigned long, ulong)               \
        X(P, unsigned long long, ulonglong) X(P, int8_t, int8) X(P, int16_t, int16)                \
            X(P, int32_t, int32) X(P, int64_t, int64) X(P, uint8_t, uint8) X(P, uint16_t, uint16)  \
                X(P, uint32_t, uint32) X(P, uint64_t, uint64) X(P, size_t, size)
/* Of sum and prod. */
#define POLDER_SHMEM_REDUCE_COMPLEX_TYPES(X, P)                                                    \
    X(P, polder_shmem_complexd, complexd) X(P, polder_shmem_complexf, complexf)

/* reductions over active sets. */
#define POLDER_SHMEM_TO_ALL_BITWISE_TYPES(X, P)                                                    \
    X(P, short, short) X(P, int, int) X(P, long, long) X(P, long long, longlong)
#define POLDER_SHMEM_TO_ALL_REAL_TYPES(X, P)                                                       \
    X(P, float, float) X(P, double, double) X(P, long double, longdouble)

/* Routines named by the bits of an element. */
#define POLDER_SHMEM_SIZES(X, P) X(P, 8) X(P, 16) X(P, 32) X(P, 64) X(P, 128)

/* For generic selections and overloads: types that differ from each other. */
#define POLDER_SHMEM_DISTINCT_AMO_TYPES(X, P)                                                      \
    X(P, int, int)                                                                                 \
    X(P, long, long) X(P, long long, longlong) X(P, unsigned int, uint) X(P, unsigned long, ulong) \
        X(P, unsigned long long, ulonglong)
#define POLDER_SHMEM_DISTINCT_RMA_TYPES(X, P)                                                      \
    POLDER_SHMEM_DISTINCT_AMO_TYPES(X, P)                                                          \
    POLDER_SHMEM_FLOATING_TYPES(X, P)                                                              \
    X(P, long double, longdouble) X(P, char, char) X(P, signed char, schar) X(P, short, short)     \
        X(P, unsigned char, uchar) X(P, unsigned short, ushort)
#define POLDER_SHMEM_DISTINCT_BITWISE_TYPES(X, P)                                                  \
    X(P, unsigned int, uint)                                                                       \
    X(P, unsigned long, ulong) X(P, unsigned long long, ulonglong) X(P, int, int32)                \
        X(P, long, int64)
/* Reductions have these besides. */
#define POLDER_SHMEM_DISTINCT_SHORT_TYPES(X, P)                                                    \
    X(P, unsigned char, uchar)                                                                     \
    X(P, unsigned short, ushort) X(P, signed char, int8) X(P, short, int16)

#endif

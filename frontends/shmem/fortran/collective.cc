// Fortran: collective operations over active sets (OpenSHMEM 1.4, 9.8). Elements of broadcasts,
// collections and exchanges have the bytes or bits of the name. pSync and pWrk are not looked at.
//
// REAL16 is the quadruple precision of the Fortran compiler: IEEE binary128, which on x86 is no
// type of C. So it is combined by functions of this file.
#include "frontends/shmem/collective.h"
#include "frontends/shmem/fortran/fortran.h"

using polder::shmem::fortran::elements;
using polder::shmem::fortran::Integer;

#define SET_PARAMETERS const Integer *first, const Integer *log_stride, const Integer *size
#define SET *first, *log_stride, *size

POLDER_FORTRAN(void, shmem_barrier_all, void) {
    pshmem_barrier_all();
}
POLDER_FORTRAN(void, shmem_barrier, SET_PARAMETERS, Integer *) {
    pshmem_barrier(SET, nullptr);
}

#define COLLECTION(NAME, CALL)                                                                                         \
    POLDER_FORTRAN(void, shmem_##NAME, void *dest, const void *source, const Integer *count, SET_PARAMETERS,           \
                   Integer *) {                                                                                        \
        pshmem_##CALL(dest, source, elements("shmem_" #NAME, *count), SET, nullptr);                                   \
    }
#define SIZED(SUFFIX, BITS)                                                                                            \
    COLLECTION(collect##SUFFIX, collect##BITS)                                                                         \
    COLLECTION(fcollect##SUFFIX, fcollect##BITS)                                                                       \
    POLDER_FORTRAN(void, shmem_broadcast##SUFFIX, void *dest, const void *source, const Integer *count,                \
                   const Integer *root, SET_PARAMETERS, Integer *) {                                                   \
        pshmem_broadcast##BITS(dest, source, elements("shmem_broadcast" #SUFFIX, *count), *root, SET, nullptr);        \
    }
SIZED(4, 32)
SIZED(8, 64)
SIZED(32, 32)
SIZED(64, 64)

#define EXCHANGE(BITS)                                                                                                 \
    COLLECTION(alltoall##BITS, alltoall##BITS)                                                                         \
    POLDER_FORTRAN(void, shmem_alltoalls##BITS, void *dest, const void *source, const Integer *dst,                    \
                   const Integer *sst, const Integer *count, SET_PARAMETERS, Integer *) {                              \
        pshmem_alltoalls##BITS(dest, source, *dst, *sst, elements("shmem_alltoalls" #BITS, *count), SET, nullptr);     \
    }
EXCHANGE(32)
EXCHANGE(64)

#define TO_ALL(NAME, T, C, WORD)                                                                                       \
    POLDER_FORTRAN(void, shmem_##NAME##_##WORD##_to_all, T *dest, const T *source, const Integer *count,               \
                   SET_PARAMETERS, T *, Integer *) {                                                                   \
        pshmem_##C##_##WORD##_to_all(dest, source, *count, SET, nullptr, nullptr);                                     \
    }
#define SUMS(NAME, T, C)                                                                                               \
    TO_ALL(NAME, T, C, sum)                                                                                            \
    TO_ALL(NAME, T, C, prod)
#define REALS(NAME, T, C)                                                                                              \
    SUMS(NAME, T, C)                                                                                                   \
    TO_ALL(NAME, T, C, min)                                                                                            \
    TO_ALL(NAME, T, C, max)
#define INTEGERS(NAME, T, C)                                                                                           \
    REALS(NAME, T, C)                                                                                                  \
    TO_ALL(NAME, T, C, and)                                                                                            \
    TO_ALL(NAME, T, C, or)                                                                                             \
    TO_ALL(NAME, T, C, xor)
INTEGERS(int2, short, short)
INTEGERS(int4, int, int)
INTEGERS(int8, long, long)
REALS(real4, float, float)
REALS(real8, double, double)
SUMS(comp4, polder_shmem_complexf, complexf)
SUMS(comp8, polder_shmem_complexd, complexd)

namespace polder::shmem::fortran {
namespace {

#if __LDBL_MANT_DIG__ == 113
using Real16 = long double;
#else
__extension__ typedef __float128 Real16;
#endif

template <class Operation> void combine(void *sum, const void *right, std::size_t count, void *) {
    auto *const sums = static_cast<Real16 *>(sum);
    const auto *const values = static_cast<const Real16 *>(right);
    for (std::size_t i = 0; i < count; ++i)
        sums[i] = Operation()(sums[i], values[i]);
}

struct Sum {
    Real16 operator()(Real16 a, Real16 b) const { return a + b; }
};
struct Product {
    Real16 operator()(Real16 a, Real16 b) const { return a * b; }
};
struct Least {
    Real16 operator()(Real16 a, Real16 b) const { return b < a ? b : a; }
};
struct Greatest {
    Real16 operator()(Real16 a, Real16 b) const { return a < b ? b : a; }
};

template <class Operation> coll::Combine combine_of_reals() {
    return {combine<Operation>, nullptr, sizeof(Real16), false};
}

} // namespace
} // namespace polder::shmem::fortran

using namespace polder::shmem::fortran;

#define REAL16(WORD, OPERATION)                                                                                        \
    POLDER_FORTRAN(void, shmem_real16_##WORD##_to_all, void *dest, const void *source, const Integer *count,           \
                   SET_PARAMETERS, void *, Integer *) {                                                                \
        static const char routine[] = "real16_" #WORD "_to_all";                                                       \
        auto *const set = polder::shmem::active_set(routine, SET);                                                     \
        if (!set) return;                                                                                              \
        polder::shmem::reduce(                                                                                         \
            {routine, *set, dest, source, elements("shmem_real16_" #WORD "_to_all", *count), sizeof(Real16)},          \
            combine_of_reals<OPERATION>());                                                                            \
    }
REAL16(sum, Sum)
REAL16(prod, Product)
REAL16(min, Least)
REAL16(max, Greatest)

// OpenSHMEM 9.7: atomic memory operations. To another node one that fetches nothing is under way
// on return, as a put is. So is a non-blocking one, whose value is there after a quiet of its
// context (order.h).
//
// Sets, swaps and fetches of floating-point types move bits, so they are those of integers of the
// same size.
#include "frontends/shmem/place.h"

#include "runtime/atomic/atomic.h"
#include "runtime/rma/async.h"

#include <cstring>

namespace polder::shmem {
namespace {

template <class T> constexpr AtomicType word_type() {
    constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
    if constexpr (static_cast<T>(0.5) != static_cast<T>(0)) return sizeof(T) == 4 ? AtomicType::u32 : AtomicType::u64;
    if constexpr (sizeof(T) == 4) return is_signed ? AtomicType::i32 : AtomicType::u32;
    return is_signed ? AtomicType::i64 : AtomicType::u64;
}

template <class T> struct Atomic {
    const char *routine;
    shmem_ctx_t context;
    const T *object;
    int pe;

    // What was there.
    T fetch(AtomicOperation operation, T operand = {}, T second = {}) const {
        T before{};
        atomic::atomic_apply(target(), request(operation, operand, second, &before));
        return before;
    }
    void post(AtomicOperation operation, T operand = {}) const {
        atomic::atomic_apply(target(), request(operation, operand, {}, nullptr), context->scope);
    }
    // What was there is in *before after a quiet.
    void fetch_later(T *before, AtomicOperation operation, T operand = {}, T second = {}) const {
        const polder_ga at = target();
        rma::scope_join(context->scope, rma::async_atomic(at, request(operation, operand, second, before)));
    }

private:
    static std::uint64_t bits_of(T value) {
        static_assert(sizeof(T) == 4 || sizeof(T) == 8);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof value);
        return bits;
    }
    static atomic::AtomicRequest request(AtomicOperation operation, T operand, T second, T *before) {
        return {word_type<T>(), operation, bits_of(operand), bits_of(second), before};
    }
    polder_ga target() const {
        if (reinterpret_cast<std::uintptr_t>(object) % sizeof(T))
            job_fail(misuse_code, "shmem_%s: the object at %p is not aligned to %zu bytes", routine,
                     static_cast<const void *>(object), sizeof(T));
        const polder_ga address = target_of(routine, context, object, sizeof(T), pe).address;
        rma::scope_order(context->scope, address);
        return address;
    }
};

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

// A routine on the default context and on a given one. The last argument says what is done with
// `on`, the object at the PE.
#define POLDER_LIST(...) __VA_ARGS__
#define AMO(RESULT, T, NAME, OBJECT, PARAMETERS, ...)                                                                  \
    POLDER_ROUTINE(RESULT, NAME, POLDER_LIST PARAMETERS) {                                                             \
        const Atomic<T> on{#NAME, SHMEM_CTX_DEFAULT, OBJECT, pe};                                                      \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    POLDER_ROUTINE(RESULT, ctx_##NAME, shmem_ctx_t ctx, POLDER_LIST PARAMETERS) {                                      \
        const Atomic<T> on{"ctx_" #NAME, ctx, OBJECT, pe};                                                             \
        __VA_ARGS__;                                                                                                   \
    }
#define OLD(RESULT, NAME, NEW, PARAMETERS, ARGUMENTS)                                                                  \
    POLDER_ROUTINE(RESULT, NAME, POLDER_LIST PARAMETERS) {                                                             \
        return pshmem_##NEW ARGUMENTS;                                                                                 \
    }

#define EXTENDED(P, T, N)                                                                                              \
    AMO(T, T, N##_atomic_fetch, source, (const T *source, int pe), return on.fetch(AtomicOperation::get))              \
    AMO(void, T, N##_atomic_set, dest, (T * dest, T value, int pe), on.post(AtomicOperation::set, value))              \
    AMO(T, T, N##_atomic_swap, dest, (T * dest, T value, int pe), return on.fetch(AtomicOperation::swap, value))       \
    AMO(void, T, N##_atomic_fetch_nbi, source, (T * fetch, const T *source, int pe),                                   \
        on.fetch_later(fetch, AtomicOperation::get))                                                                   \
    AMO(void, T, N##_atomic_swap_nbi, dest, (T * fetch, T * dest, T value, int pe),                                    \
        on.fetch_later(fetch, AtomicOperation::swap, value))                                                           \
    OLD(T, N##_fetch, N##_atomic_fetch, (const T *source, int pe), (source, pe))                                       \
    OLD(void, N##_set, N##_atomic_set, (T * dest, T value, int pe), (dest, value, pe))                                 \
    OLD(T, N##_swap, N##_atomic_swap, (T * dest, T value, int pe), (dest, value, pe))
POLDER_SHMEM_AMO_TYPES(EXTENDED, )
POLDER_SHMEM_FLOATING_TYPES(EXTENDED, )

#define STANDARD(P, T, N)                                                                                              \
    AMO(T, T, N##_atomic_compare_swap, dest, (T * dest, T cond, T value, int pe),                                      \
        return on.fetch(AtomicOperation::cswap, cond, value))                                                          \
    AMO(T, T, N##_atomic_fetch_inc, dest, (T * dest, int pe), return on.fetch(AtomicOperation::inc))                   \
    AMO(void, T, N##_atomic_inc, dest, (T * dest, int pe), on.post(AtomicOperation::inc))                              \
    AMO(T, T, N##_atomic_fetch_add, dest, (T * dest, T value, int pe), return on.fetch(AtomicOperation::add, value))   \
    AMO(void, T, N##_atomic_add, dest, (T * dest, T value, int pe), on.post(AtomicOperation::add, value))              \
    AMO(void, T, N##_atomic_compare_swap_nbi, dest, (T * fetch, T * dest, T cond, T value, int pe),                    \
        on.fetch_later(fetch, AtomicOperation::cswap, cond, value))                                                    \
    AMO(void, T, N##_atomic_fetch_inc_nbi, dest, (T * fetch, T * dest, int pe),                                        \
        on.fetch_later(fetch, AtomicOperation::inc))                                                                   \
    AMO(void, T, N##_atomic_fetch_add_nbi, dest, (T * fetch, T * dest, T value, int pe),                               \
        on.fetch_later(fetch, AtomicOperation::add, value))                                                            \
    OLD(T, N##_cswap, N##_atomic_compare_swap, (T * dest, T cond, T value, int pe), (dest, cond, value, pe))           \
    OLD(T, N##_finc, N##_atomic_fetch_inc, (T * dest, int pe), (dest, pe))                                             \
    OLD(void, N##_inc, N##_atomic_inc, (T * dest, int pe), (dest, pe))                                                 \
    OLD(T, N##_fadd, N##_atomic_fetch_add, (T * dest, T value, int pe), (dest, value, pe))                             \
    OLD(void, N##_add, N##_atomic_add, (T * dest, T value, int pe), (dest, value, pe))
POLDER_SHMEM_AMO_TYPES(STANDARD, )

#define BITWISE_OF(T, N, WORD, OPERATION)                                                                              \
    AMO(T, T, N##_atomic_fetch_##WORD, dest, (T * dest, T value, int pe),                                              \
        return on.fetch(AtomicOperation::OPERATION, value))                                                            \
    AMO(void, T, N##_atomic_##WORD, dest, (T * dest, T value, int pe), on.post(AtomicOperation::OPERATION, value))     \
    AMO(void, T, N##_atomic_fetch_##WORD##_nbi, dest, (T * fetch, T * dest, T value, int pe),                          \
        on.fetch_later(fetch, AtomicOperation::OPERATION, value))
#define BITWISE(P, T, N) BITWISE_OF(T, N, and, bit_and) BITWISE_OF(T, N, or, bit_or) BITWISE_OF(T, N, xor, bit_xor)
POLDER_SHMEM_BITWISE_TYPES(BITWISE, )

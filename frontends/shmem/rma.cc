// OpenSHMEM 9.6: put and get, of elements, blocks and strided ones, non-blocking too; 9.8: put with
// signal.
//
// A routine of any type comes down to bytes here; the engine knows which of them lie on this node.
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"

#include "runtime/rma/async.h"

namespace polder::shmem {
namespace {

// What all forms have in common: whose name they are called by, on which context, to or from which
// PE.
struct Call {
    const char *routine;
    shmem_ctx_t context;
    int pe;

    polder_ga at(const void *address, std::size_t bytes) const {
        return target_of(routine, context, address, bytes, pe).address;
    }
    std::size_t bytes(std::size_t count, std::size_t size) const { return bytes_of(routine, count, size); }
};

void put(const Call &call, void *dest, const void *source, std::size_t count, std::size_t size) {
    const std::size_t bytes = call.bytes(count, size);
    const polder_ga to = call.at(dest, bytes);
    polder_scope_put_buffered(call.context->scope, to, source, bytes);
}
void get(const Call &call, void *dest, const void *source, std::size_t count, std::size_t size) {
    const std::size_t bytes = call.bytes(count, size);
    polder_get(dest, call.at(source, bytes), bytes);
}
void put_nbi(const Call &call, void *dest, const void *source, std::size_t count, std::size_t size) {
    const std::size_t bytes = call.bytes(count, size);
    const polder_ga to = call.at(dest, bytes);
    polder_scope_put(call.context->scope, to, source, bytes);
}
void get_nbi(const Call &call, void *dest, const void *source, std::size_t count, std::size_t size) {
    const std::size_t bytes = call.bytes(count, size);
    const polder_ga from = call.at(source, bytes);
    polder_scope_get(call.context->scope, dest, from, bytes);
}

// Blocks of `block` elements; strides are between the beginnings of blocks, in elements.
struct Shape {
    ptrdiff_t dst;
    ptrdiff_t sst;
    std::size_t block;
    std::size_t blocks;
    std::size_t size;

    std::size_t extent(const Call &call, std::size_t stride) const {
        std::size_t elements;
        if (__builtin_mul_overflow(blocks - 1, stride, &elements) || __builtin_add_overflow(elements, block, &elements))
            fail_size(call.routine, blocks, call.bytes(stride, size));
        return call.bytes(elements, size);
    }
};
bool expect_shape(const Call &call, const Shape &shape) {
    const auto least = static_cast<ptrdiff_t>(shape.block ? shape.block : 1);
    if (shape.dst < least || shape.sst < least)
        job_fail(misuse_code, "shmem_%s: strides are %td and %td; both must be at least %td", call.routine, shape.dst,
                 shape.sst, least);
    return shape.blocks && shape.block;
}
void put_strided(const Call &call, void *dest, const void *source, const Shape &shape) {
    if (!expect_shape(call, shape)) return;
    const auto to_stride = static_cast<std::size_t>(shape.dst);
    const auto from_stride = static_cast<std::size_t>(shape.sst);
    const polder_ga to = call.at(dest, shape.extent(call, to_stride));
    shape.extent(call, from_stride);
    const std::size_t to_bytes = to_stride * shape.size;
    const std::size_t from_bytes = from_stride * shape.size;
    const std::size_t counts[] = {shape.block * shape.size, shape.blocks};
    rma::scope_order(call.context->scope, to);
    polder_put_strided(to, &to_bytes, source, &from_bytes, counts, 1);
}
void get_strided(const Call &call, void *dest, const void *source, const Shape &shape) {
    if (!expect_shape(call, shape)) return;
    const auto to_stride = static_cast<std::size_t>(shape.dst);
    const auto from_stride = static_cast<std::size_t>(shape.sst);
    const polder_ga from = call.at(source, shape.extent(call, from_stride));
    shape.extent(call, to_stride);
    const std::size_t to_bytes = to_stride * shape.size;
    const std::size_t from_bytes = from_stride * shape.size;
    const std::size_t counts[] = {shape.block * shape.size, shape.blocks};
    polder_get_strided(dest, &to_bytes, from, &from_bytes, counts, 1);
}

struct Signal {
    uint64_t *word;
    uint64_t value;
    int operation;
};
polder_ga signal_word(const Call &call, const Signal &signal) {
    if (reinterpret_cast<std::uintptr_t>(signal.word) % sizeof *signal.word)
        job_fail(misuse_code, "shmem_%s: the signal at %p is not aligned to 8 bytes", call.routine,
                 static_cast<void *>(signal.word));
    if (signal.operation != SHMEM_SIGNAL_SET && signal.operation != SHMEM_SIGNAL_ADD)
        job_fail(misuse_code, "shmem_%s: the signal operation is %d; it is SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD",
                 call.routine, signal.operation);
    return call.at(signal.word, sizeof *signal.word);
}
polder_signal_operation engine_operation(const Signal &signal) {
    return signal.operation == SHMEM_SIGNAL_ADD ? POLDER_SIGNAL_ADD : POLDER_SIGNAL_SET;
}
// The signal is updated when the data is visible there, which the caller does not wait for.
void put_signal(const Call &call, void *dest, const void *source, std::size_t bytes, const Signal &signal) {
    const polder_ga to = call.at(dest, bytes);
    const polder_ga word = signal_word(call, signal);
    polder_scope_put_signal_buffered(call.context->scope, to, source, bytes, word, signal.value,
                                     engine_operation(signal));
}
void put_signal_nbi(const Call &call, void *dest, const void *source, std::size_t bytes, const Signal &signal) {
    const polder_ga to = call.at(dest, bytes);
    const polder_ga word = signal_word(call, signal);
    polder_scope_put_signal(call.context->scope, to, source, bytes, word, signal.value, engine_operation(signal));
}
void send_signal(const Call &call, const Signal &signal) {
    const polder_ga word = signal_word(call, signal);
    const polder_operation operation = signal.operation == SHMEM_SIGNAL_ADD ? POLDER_ADD : POLDER_SET;
    polder_scope_atomic(call.context->scope, POLDER_U64, operation, word, &signal.value, nullptr, nullptr);
}

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

// Each routine twice: on the default context, and on one that is given.
#define BOTH(NAME, PARAMETERS, CALL)                                                                                   \
    POLDER_ROUTINE(void, NAME, POLDER_LIST PARAMETERS) {                                                               \
        const Call call{#NAME, SHMEM_CTX_DEFAULT, pe};                                                                 \
        CALL;                                                                                                          \
    }                                                                                                                  \
    POLDER_ROUTINE(void, ctx_##NAME, shmem_ctx_t ctx, POLDER_LIST PARAMETERS) {                                        \
        const Call call{"ctx_" #NAME, ctx, pe};                                                                        \
        CALL;                                                                                                          \
    }
#define POLDER_LIST(...) __VA_ARGS__

#define MOVES(PUT, GET, T, SIZE)                                                                                       \
    BOTH(PUT, (T * dest, const T *source, size_t nelems, int pe), put(call, dest, source, nelems, SIZE))               \
    BOTH(GET, (T * dest, const T *source, size_t nelems, int pe), get(call, dest, source, nelems, SIZE))               \
    BOTH(PUT##_nbi, (T * dest, const T *source, size_t nelems, int pe), put_nbi(call, dest, source, nelems, SIZE))     \
    BOTH(GET##_nbi, (T * dest, const T *source, size_t nelems, int pe), get_nbi(call, dest, source, nelems, SIZE))     \
    BOTH(PUT##_signal,                                                                                                 \
         (T * dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe),          \
         put_signal(call, dest, source, call.bytes(nelems, SIZE), {sig_addr, signal, sig_op}))                         \
    BOTH(PUT##_signal_nbi,                                                                                             \
         (T * dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe),          \
         put_signal_nbi(call, dest, source, call.bytes(nelems, SIZE), {sig_addr, signal, sig_op}))

#define STRIDED(IPUT, IGET, IBPUT, IBGET, T, SIZE)                                                                     \
    BOTH(IPUT, (T * dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe),                       \
         put_strided(call, dest, source, {dst, sst, 1, nelems, SIZE}))                                                 \
    BOTH(IGET, (T * dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe),                       \
         get_strided(call, dest, source, {dst, sst, 1, nelems, SIZE}))                                                 \
    BOTH(IBPUT, (T * dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe),       \
         put_strided(call, dest, source, {dst, sst, bsize, nblocks, SIZE}))                                            \
    BOTH(IBGET, (T * dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe),       \
         get_strided(call, dest, source, {dst, sst, bsize, nblocks, SIZE}))

#define TYPED(P, T, N)                                                                                                 \
    MOVES(N##_put, N##_get, T, sizeof(T))                                                                              \
    STRIDED(N##_iput, N##_iget, N##_ibput, N##_ibget, T, sizeof(T))                                                    \
    BOTH(N##_p, (T * dest, T value, int pe), put(call, dest, &value, 1, sizeof value))                                 \
    POLDER_ROUTINE(T, N##_g, const T *source, int pe) {                                                                \
        T value;                                                                                                       \
        get({#N "_g", SHMEM_CTX_DEFAULT, pe}, &value, source, 1, sizeof value);                                        \
        return value;                                                                                                  \
    }                                                                                                                  \
    POLDER_ROUTINE(T, ctx_##N##_g, shmem_ctx_t ctx, const T *source, int pe) {                                         \
        T value;                                                                                                       \
        get({"ctx_" #N "_g", ctx, pe}, &value, source, 1, sizeof value);                                               \
        return value;                                                                                                  \
    }
POLDER_SHMEM_RMA_TYPES(TYPED, )

// What the header's inlined p and g leave to the library, and where they use its results
// (<polder/shmem/inline.h>).
extern "C" volatile int polder_shmem_far_result;
volatile int polder_shmem_far_result = 0;
#define FAR(P, T, N)                                                                                                   \
    extern "C" int polder_shmem_far_##N##_p(T *dest, T value, int pe) {                                                \
        put({#N "_p", SHMEM_CTX_DEFAULT, pe}, dest, &value, 1, sizeof value);                                          \
        return 0;                                                                                                      \
    }                                                                                                                  \
    extern "C" T polder_shmem_far_##N##_g(const T *source, int pe) {                                                   \
        return pshmem_##N##_g(source, pe);                                                                             \
    }
POLDER_SHMEM_RMA_TYPES(FAR, )

#define SIZED(P, B)                                                                                                    \
    MOVES(put##B, get##B, void, B / 8)                                                                                 \
    STRIDED(iput##B, iget##B, ibput##B, ibget##B, void, B / 8)
POLDER_SHMEM_SIZES(SIZED, )
MOVES(putmem, getmem, void, 1)

BOTH(signal_add, (uint64_t * sig_addr, uint64_t signal, int pe),
     send_signal(call, {sig_addr, signal, SHMEM_SIGNAL_ADD}))
BOTH(signal_set, (uint64_t * sig_addr, uint64_t signal, int pe),
     send_signal(call, {sig_addr, signal, SHMEM_SIGNAL_SET}))

POLDER_ROUTINE(uint64_t, signal_fetch, const uint64_t *sig_addr) {
    offset_of("signal_fetch", sig_addr, sizeof *sig_addr);
    return __atomic_load_n(sig_addr, __ATOMIC_ACQUIRE);
}

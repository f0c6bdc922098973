// OpenSHMEM 9.10: collective operations over teams, by those of the engine (<polder/team.h>), whose
// arguments are the caller's own memory. A routine returns 0: what goes wrong ends the job with a
// message.
#include "frontends/shmem/collective.h"
#include "frontends/shmem/order.h"

#include <polder/abi.h>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <cstring>

namespace polder::shmem {
namespace {

polder_team *public_form(Team &team) {
    return reinterpret_cast<polder_team *>(&team);
}

class Room {
public:
    Room(const char *routine, std::size_t bytes) : memory_(std::malloc(bytes ? bytes : 1)) {
        if (!memory_) job_fail(misuse_code, "shmem_%s: no memory for %zu bytes", routine, bytes);
    }
    ~Room() { std::free(memory_); }
    Room(const Room &) = delete;
    Room &operator=(const Room &) = delete;
    char *bytes() const { return static_cast<char *>(memory_); }
    std::size_t *lengths() const { return static_cast<std::size_t *>(memory_); }

private:
    void *memory_;
};

template <class T> void add_all(void *sum, const void *right, std::size_t count, void *) {
    auto *into = static_cast<T *>(sum);
    const auto *from = static_cast<const T *>(right);
    for (std::size_t i = 0; i < count; ++i)
        into[i] += from[i];
}
template <class T> void multiply_all(void *sum, const void *right, std::size_t count, void *) {
    auto *into = static_cast<T *>(sum);
    const auto *from = static_cast<const T *>(right);
    for (std::size_t i = 0; i < count; ++i)
        into[i] *= from[i];
}

polder_reduction complex_reduction(Combining operation, std::size_t size) {
    polder_reduction reduction = {};
    const bool sum = operation == Combining::sum;
    if (size == sizeof(std::complex<float>))
        reduction.function = sum ? add_all<std::complex<float>> : multiply_all<std::complex<float>>;
    else
        reduction.function = sum ? add_all<std::complex<double>> : multiply_all<std::complex<double>>;
    reduction.size = size;
    reduction.commutative = 1;
    return reduction;
}

polder_element element_of(Number number, std::size_t size) {
    if (number == Number::real)
        return size == 4 ? POLDER_ELEMENT_F32 : size == 8 ? POLDER_ELEMENT_F64 : POLDER_ELEMENT_LONG_DOUBLE;
    const bool is_signed = number == Number::integer;
    switch (size) {
    case 1: return is_signed ? POLDER_ELEMENT_I8 : POLDER_ELEMENT_U8;
    case 2: return is_signed ? POLDER_ELEMENT_I16 : POLDER_ELEMENT_U16;
    case 4: return is_signed ? POLDER_ELEMENT_I32 : POLDER_ELEMENT_U32;
    default: return is_signed ? POLDER_ELEMENT_I64 : POLDER_ELEMENT_U64;
    }
}

polder_reduce_operation engine_operation(Combining operation) {
    switch (operation) {
    case Combining::sum: return POLDER_REDUCE_ADD;
    case Combining::prod: return POLDER_REDUCE_MUL;
    case Combining::min: return POLDER_REDUCE_MIN;
    case Combining::max: return POLDER_REDUCE_MAX;
    case Combining::bit_and: return POLDER_REDUCE_AND;
    case Combining::bit_or: return POLDER_REDUCE_OR;
    default: return POLDER_REDUCE_XOR;
    }
}

void expect_strides(const char *routine, ptrdiff_t dst, ptrdiff_t sst) {
    if (dst < 1 || sst < 1)
        job_fail(misuse_code, "shmem_%s: strides are %td and %td; both must be at least 1", routine, dst, sst);
}

} // namespace

void alltoall(const Exchange &what) {
    polder_team_alltoall(public_form(what.team), what.source, what.dest, what.count * what.size);
}

// Packed, exchanged, unpacked.
void alltoall_strided(const char *routine, const Exchange &what, ptrdiff_t dst, ptrdiff_t sst) {
    expect_strides(routine, dst, sst);
    const std::size_t elements = what.count * what.team.size;
    const Room packed(routine, elements * what.size);
    const Room received(routine, elements * what.size);
    const auto *from = static_cast<const char *>(what.source);
    auto *to = static_cast<char *>(what.dest);
    for (std::size_t i = 0; i < elements; ++i)
        std::memcpy(packed.bytes() + i * what.size, from + i * static_cast<std::size_t>(sst) * what.size, what.size);
    alltoall({what.team, received.bytes(), packed.bytes(), what.count, what.size});
    for (std::size_t i = 0; i < elements; ++i)
        std::memcpy(to + i * static_cast<std::size_t>(dst) * what.size, received.bytes() + i * what.size, what.size);
}

void broadcast(const char *routine, const Exchange &what, int root, bool root_too) {
    if (root < 0 || static_cast<unsigned>(root) >= what.team.size)
        job_fail(misuse_code, "shmem_%s: the root is PE %d of a team of %u", routine, root, what.team.size);
    const std::size_t bytes = what.count * what.size;
    const bool is_root = what.team.rank == static_cast<unsigned>(root);
    polder_team_broadcast(public_form(what.team), is_root ? const_cast<void *>(what.source) : what.dest, bytes, root);
    if (is_root && root_too && what.dest != what.source) std::memcpy(what.dest, what.source, bytes);
}

// A PE's length, and its data if they are few. Then one operation does for all.
struct Collected {
    std::size_t bytes;
    char data[40];
};
static_assert(sizeof(Collected) == 48);

void collect(const char *routine, const Exchange &what) {
    const unsigned members = what.team.size;
    Collected mine = {what.count * what.size, {}};
    if (mine.bytes <= sizeof mine.data && mine.bytes) std::memcpy(mine.data, what.source, mine.bytes);
    const Room room(routine, members * sizeof(Collected));
    auto *all = reinterpret_cast<Collected *>(room.bytes());
    polder_team_allgather(public_form(what.team), &mine, all, sizeof mine);
    const bool few = std::all_of(all, all + members, [](const Collected &c) { return c.bytes <= sizeof c.data; });
    if (few) {
        auto *to = static_cast<char *>(what.dest);
        for (unsigned r = 0; r < members; ++r) {
            std::memcpy(to, all[r].data, all[r].bytes);
            to += all[r].bytes;
        }
        return;
    }
    const Room lengths(routine, members * sizeof(std::size_t));
    const Room offsets(routine, members * sizeof(std::size_t));
    std::size_t at = 0;
    for (unsigned r = 0; r < members; ++r) {
        lengths.lengths()[r] = all[r].bytes;
        offsets.lengths()[r] = at;
        at += all[r].bytes;
    }
    polder_team_allgatherv(public_form(what.team), what.source, what.dest, lengths.lengths(), offsets.lengths());
}
void collect_same(const Exchange &what) {
    polder_team_allgather(public_form(what.team), what.source, what.dest, what.count * what.size);
}

polder_reduction reduction_of(Combining operation, Number number, std::size_t size) {
    if (number == Number::complex) return complex_reduction(operation, size);
    return polder_reduction_of(element_of(number, size), engine_operation(operation));
}
void reduce(const Exchange &what, const polder_reduction &reduction) {
    polder_team_allreduce(public_form(what.team), what.source, what.dest, what.count, reduction);
}
void scan(const Exchange &what, const polder_reduction &reduction, bool exclusive) {
    if (!exclusive) return polder_team_scan(public_form(what.team), what.source, what.dest, what.count, reduction);
    polder_team_scan_exclusive(public_form(what.team), what.source, what.dest, what.count, reduction);
    if (what.team.rank == 0) std::memset(what.dest, 0, what.count * what.size);
}

} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

// A synchronisation completes the caller's stores only. A barrier completes all that the caller has
// begun. The fence of a quiet is in the engine's barrier.
POLDER_ROUTINE(void, barrier_all, void) {
    expect_initialized("barrier_all");
    const sync::OneCaller caller(__func__ + 1);
    quiet_far(SHMEM_CTX_DEFAULT);
    polder_barrier(0, 0);
}
POLDER_ROUTINE(void, sync_all, void) {
    expect_initialized("sync_all");
    const sync::OneCaller caller(__func__ + 1);
    polder_barrier(0, 0);
}
POLDER_ROUTINE(int, team_sync, shmem_team_t team) {
    const sync::OneCaller caller(__func__ + 1);
    polder_team_barrier(public_form(engine_team("team_sync", team)));
    return 0;
}

#define BYTES(NAME, TYPE, SIZE, MIDDLE)                                                                                \
    POLDER_ROUTINE(int, NAME##alltoall##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) {    \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        alltoall({engine_team(#NAME "alltoall" #MIDDLE, team), dest, source, nelems, SIZE});                           \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##alltoalls##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst,     \
                   ptrdiff_t sst, size_t nelems) {                                                                     \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "alltoalls" #MIDDLE;                                                       \
        alltoall_strided(routine, {engine_team(routine, team), dest, source, nelems, SIZE}, dst, sst);                 \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##broadcast##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems,     \
                   int PE_root) {                                                                                      \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "broadcast" #MIDDLE;                                                       \
        broadcast(routine, {engine_team(routine, team), dest, source, nelems, SIZE}, PE_root, true);                   \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##collect##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) {     \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "collect" #MIDDLE;                                                         \
        collect(routine, {engine_team(routine, team), dest, source, nelems, SIZE});                                    \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##fcollect##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) {    \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        collect_same({engine_team(#NAME "fcollect" #MIDDLE, team), dest, source, nelems, SIZE});                       \
        return 0;                                                                                                      \
    }
BYTES(, void, 1, mem)
#define TYPED(P, T, N) BYTES(N##_, T, sizeof(T), )
POLDER_SHMEM_RMA_TYPES(TYPED, )

#define REDUCE(T, N, WORD, OPERATION)                                                                                  \
    POLDER_ROUTINE(int, N##_##WORD##_reduce, shmem_team_t team, T *dest, const T *source, size_t nreduce) {            \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        reduce({engine_team(#N "_" #WORD "_reduce", team), dest, source, nreduce, sizeof(T)},                          \
               reduction_of(Combining::OPERATION, number_of<T>(), sizeof(T)));                                         \
        return 0;                                                                                                      \
    }
#define SCAN(T, N, WORD, EXCLUSIVE)                                                                                    \
    POLDER_ROUTINE(int, N##_sum_##WORD, shmem_team_t team, T *dest, const T *source, size_t nelems) {                  \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        scan({engine_team(#N "_sum_" #WORD, team), dest, source, nelems, sizeof(T)},                                   \
             reduction_of(Combining::sum, number_of<T>(), sizeof(T)), EXCLUSIVE);                                      \
        return 0;                                                                                                      \
    }
#define SUMS(P, T, N) REDUCE(T, N, sum, sum) REDUCE(T, N, prod, prod) SCAN(T, N, inscan, false) SCAN(T, N, exscan, true)
#define ARITHMETIC(P, T, N) SUMS(P, T, N) REDUCE(T, N, max, max) REDUCE(T, N, min, min)
#define BITWISE(P, T, N)                                                                                               \
    ARITHMETIC(P, T, N) REDUCE(T, N, and, bit_and) REDUCE(T, N, or, bit_or) REDUCE(T, N, xor, bit_xor)
POLDER_SHMEM_REDUCE_ARITHMETIC_TYPES(ARITHMETIC, )
POLDER_SHMEM_REDUCE_BITWISE_TYPES(BITWISE, )
POLDER_SHMEM_REDUCE_COMPLEX_TYPES(SUMS, )

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

using namespace coll;
namespace {

polder_team *public_form(Team &team) {
    return reinterpret_cast<polder_team *>(&team);
}

class Room {
public:
    Room(const char *routine, std::size_t bytes) : memory_(bytes <= sizeof few_ ? few_ : std::malloc(bytes)) {
        if (!memory_) job_fail(misuse_code, "shmem_%s: no memory for %zu bytes", routine, bytes);
    }
    ~Room() {
        if (memory_ != few_) std::free(memory_);
    }
    Room(const Room &) = delete;
    Room &operator=(const Room &) = delete;
    char *bytes() const { return static_cast<char *>(memory_); }

private:
    alignas(16) char few_[2048];
    void *memory_;
};

ReductionType type_of(Number number, std::size_t size) {
    if (number == Number::real) return size == 4 ? ReductionType::F : size == 8 ? ReductionType::D : ReductionType::LD;
    const bool is_signed = number == Number::integer;
    switch (size) {
    case 1: return is_signed ? ReductionType::C : ReductionType::UC;
    case 2: return is_signed ? ReductionType::S : ReductionType::US;
    case 4: return is_signed ? ReductionType::I : ReductionType::UI;
    default: return is_signed ? ReductionType::L : ReductionType::UL;
    }
}

upc_op_t engine_operation(Combining operation) {
    switch (operation) {
    case Combining::sum: return UPC_ADD;
    case Combining::prod: return UPC_MULT;
    case Combining::min: return UPC_MIN;
    case Combining::max: return UPC_MAX;
    case Combining::bit_and: return UPC_AND;
    case Combining::bit_or: return UPC_OR;
    default: return UPC_XOR;
    }
}

// The specification promises what the engine wants to know (runtime/coll/shm/symmetric.h): dest is
// symmetric, and ready when a PE calls. dest_bytes: of all that comes there.
void run(const Exchange &what, const CollectiveArguments &call, std::size_t dest_bytes, TeamData &&data) {
    SymmetricPlaces symmetric;
    symmetric.out = offset_of(what.routine, what.dest, dest_bytes);
    if (data.combine) find_offset(what.source, dest_bytes, &symmetric.in);
    data.symmetric = &symmetric;
    team_call(what.team, call, data);
}

void expect_strides(const char *routine, ptrdiff_t dst, ptrdiff_t sst) {
    if (dst < 1 || sst < 1)
        job_fail(misuse_code, "shmem_%s: strides are %td and %td; both must be at least 1", routine, dst, sst);
}

// Bytes from the first of the elements to behind the last one.
std::size_t extent_of(const Exchange &what, std::size_t elements, std::size_t stride) {
    if (!elements) return 0;
    std::size_t count;
    if (__builtin_mul_overflow(elements - 1, stride, &count) || __builtin_add_overflow(count, 1, &count))
        fail_size(what.routine, elements, bytes_of(what.routine, stride, what.size));
    return bytes_of(what.routine, count, what.size);
}

} // namespace

void alltoall(const Exchange &what) {
    run(what, arguments(Collective::alltoall, what.bytes()), what.bytes_of_team(), {what.source, what.dest});
}

// Packed, exchanged, unpacked.
void alltoall_strided(const Exchange &what, ptrdiff_t dst, ptrdiff_t sst) {
    expect_strides(what.routine, dst, sst);
    const std::size_t bytes = what.bytes_of_team();
    const std::size_t elements = bytes / what.size;
    offset_of(what.routine, what.dest, extent_of(what, elements, static_cast<std::size_t>(dst)));
    extent_of(what, elements, static_cast<std::size_t>(sst));
    const Room packed(what.routine, bytes);
    const Room received(what.routine, bytes);
    const auto *from = static_cast<const char *>(what.source);
    auto *to = static_cast<char *>(what.dest);
    for (std::size_t i = 0; i < elements; ++i)
        std::memcpy(packed.bytes() + i * what.size, from + i * static_cast<std::size_t>(sst) * what.size, what.size);
    team_call(what.team, arguments(Collective::alltoall, what.bytes()), {packed.bytes(), received.bytes()});
    for (std::size_t i = 0; i < elements; ++i)
        std::memcpy(to + i * static_cast<std::size_t>(dst) * what.size, received.bytes() + i * what.size, what.size);
}

void broadcast(const Exchange &what, int root, bool root_too) {
    if (root < 0 || static_cast<unsigned>(root) >= what.team.size)
        job_fail(misuse_code, "shmem_%s: the root is PE %d of a team of %u", what.routine, root, what.team.size);
    const std::size_t bytes = what.bytes();
    const bool is_root = what.team.rank == static_cast<unsigned>(root);
    const CollectiveArguments call = arguments(Collective::broadcast, bytes, static_cast<unsigned>(root));
    // Where the engine sends messages, the root's data is its `out`.
    run(what, call, bytes, {what.source, is_root ? const_cast<void *>(what.source) : what.dest});
    if (is_root && root_too && what.dest != what.source) std::memcpy(what.dest, what.source, bytes);
}

// A PE's length, and its data if they are few. Then one operation does for all.
struct Collected {
    std::size_t bytes;
    char data[40];
};
static_assert(sizeof(Collected) == 48);

void collect(const Exchange &what) {
    const unsigned members = what.team.size;
    Collected mine = {what.bytes(), {}};
    if (mine.bytes <= sizeof mine.data && mine.bytes) std::memcpy(mine.data, what.source, mine.bytes);
    const Room room(what.routine, members * (sizeof(Collected) + 2 * sizeof(std::size_t)));
    auto *all = reinterpret_cast<Collected *>(room.bytes());
    team_call(what.team, arguments(Collective::allgather, sizeof mine), {&mine, all});
    const bool few = std::all_of(all, all + members, [](const Collected &c) { return c.bytes <= sizeof c.data; });
    if (few) {
        auto *to = static_cast<char *>(what.dest);
        for (unsigned r = 0; r < members; ++r) {
            std::memcpy(to, all[r].data, all[r].bytes);
            to += all[r].bytes;
        }
        return;
    }
    auto *const lengths = reinterpret_cast<std::size_t *>(all + members);
    std::size_t *const offsets = lengths + members;
    std::size_t at = 0;
    for (unsigned r = 0; r < members; ++r) {
        lengths[r] = all[r].bytes;
        offsets[r] = at;
        at += all[r].bytes;
    }
    CollectiveArguments call = arguments(Collective::allgather, at / members);
    call.uneven = true;
    call.out = {lengths, offsets};
    run(what, call, at, {what.source, what.dest});
}
void collect_same(const Exchange &what) {
    run(what, arguments(Collective::allgather, what.bytes()), what.bytes_of_team(), {what.source, what.dest});
}

Combine combine_of(Combining operation, Number number, std::size_t size) {
    const upc_op_t op = engine_operation(operation);
    if (number == Number::complex)
        return coll::combine_of(size == sizeof(std::complex<float>) ? ComplexType::F : ComplexType::D, op);
    return coll::combine_of(type_of(number, size), op);
}
void reduce(const Exchange &what, const Combine &combine) {
    const std::size_t bytes = what.bytes();
    run(what, arguments(Collective::allreduce, bytes), bytes, {what.source, what.dest, &combine});
}
void scan(const Exchange &what, const Combine &combine, bool exclusive) {
    const std::size_t bytes = what.bytes();
    CollectiveArguments call = arguments(Collective::scan, bytes);
    call.exclusive = exclusive;
    run(what, call, bytes, {what.source, what.dest, &combine});
    if (exclusive && what.team.rank == 0) std::memset(what.dest, 0, bytes);
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
        static const char routine[] = #NAME "alltoall" #MIDDLE;                                                        \
        alltoall({routine, engine_team(routine, team), dest, source, nelems, SIZE});                                   \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##alltoalls##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst,     \
                   ptrdiff_t sst, size_t nelems) {                                                                     \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "alltoalls" #MIDDLE;                                                       \
        alltoall_strided({routine, engine_team(routine, team), dest, source, nelems, SIZE}, dst, sst);                 \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##broadcast##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems,     \
                   int PE_root) {                                                                                      \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "broadcast" #MIDDLE;                                                       \
        broadcast({routine, engine_team(routine, team), dest, source, nelems, SIZE}, PE_root, true);                   \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##collect##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) {     \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "collect" #MIDDLE;                                                         \
        collect({routine, engine_team(routine, team), dest, source, nelems, SIZE});                                    \
        return 0;                                                                                                      \
    }                                                                                                                  \
    POLDER_ROUTINE(int, NAME##fcollect##MIDDLE, shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) {    \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #NAME "fcollect" #MIDDLE;                                                        \
        collect_same({routine, engine_team(routine, team), dest, source, nelems, SIZE});                               \
        return 0;                                                                                                      \
    }
BYTES(, void, 1, mem)
#define TYPED(P, T, N) BYTES(N##_, T, sizeof(T), )
POLDER_SHMEM_RMA_TYPES(TYPED, )

#define REDUCE(T, N, WORD, OPERATION)                                                                                  \
    POLDER_ROUTINE(int, N##_##WORD##_reduce, shmem_team_t team, T *dest, const T *source, size_t nreduce) {            \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #N "_" #WORD "_reduce";                                                          \
        reduce({routine, engine_team(routine, team), dest, source, nreduce, sizeof(T)},                                \
               combine_of(Combining::OPERATION, number_of<T>(), sizeof(T)));                                           \
        return 0;                                                                                                      \
    }
#define SCAN(T, N, WORD, EXCLUSIVE)                                                                                    \
    POLDER_ROUTINE(int, N##_sum_##WORD, shmem_team_t team, T *dest, const T *source, size_t nelems) {                  \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #N "_sum_" #WORD;                                                                \
        scan({routine, engine_team(routine, team), dest, source, nelems, sizeof(T)},                                   \
             combine_of(Combining::sum, number_of<T>(), sizeof(T)), EXCLUSIVE);                                        \
        return 0;                                                                                                      \
    }
#define SUMS(P, T, N) REDUCE(T, N, sum, sum) REDUCE(T, N, prod, prod) SCAN(T, N, inscan, false) SCAN(T, N, exscan, true)
#define ARITHMETIC(P, T, N) SUMS(P, T, N) REDUCE(T, N, max, max) REDUCE(T, N, min, min)
#define BITWISE(P, T, N)                                                                                               \
    ARITHMETIC(P, T, N) REDUCE(T, N, and, bit_and) REDUCE(T, N, or, bit_or) REDUCE(T, N, xor, bit_xor)
POLDER_SHMEM_REDUCE_ARITHMETIC_TYPES(ARITHMETIC, )
POLDER_SHMEM_REDUCE_BITWISE_TYPES(BITWISE, )
POLDER_SHMEM_REDUCE_COMPLEX_TYPES(SUMS, )

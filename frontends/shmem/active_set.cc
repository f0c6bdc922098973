// Collective operations over active sets, the older forms of 9.10: PEs start, start + 2^log_stride
// ..., without a team made before. Each PE makes its end of the engine's team by itself at the
// first call with that set. It keeps the end (runtime/team/progression.cc), so neither pSync nor
// pWrk is looked at. For a PE outside of the set a call does nothing: the specification leaves it
// undefined, and programs are written that let all PEs call.
#include "frontends/shmem/collective.h"
#include "frontends/shmem/order.h"

namespace polder::shmem {

Team *active_set(const char *routine, int start, int log_stride, int size) {
    expect_initialized(routine);
    const int pes = here().pes;
    if (start == 0 && log_stride == 0 && size == pes) return &team_world();
    const int me = here().me;
    const bool there = start >= 0 && log_stride >= 0 && log_stride < 31 && size > 0 &&
                       start + (static_cast<long>(size) - 1) * (1L << log_stride) < pes;
    if (!there)
        job_fail(misuse_code, "shmem_%s: the active set (start %d, stride 2^%d, size %d) is not in a job of %d PEs",
                 routine, start, log_stride, size, pes);
    const int distance = me - start;
    if (distance < 0 || distance % (1 << log_stride) || distance >> log_stride >= size) {
        if (!check_wanted(Check::collectives)) return nullptr;
        job_fail(misuse_code, "shmem_%s: PE %d calls, which is not in the active set (start %d, stride 2^%d, size %d)",
                 routine, me, start, log_stride, size);
    }
    Team *team;
    const Status status = team_progression(
        {static_cast<unsigned>(start), static_cast<unsigned>(log_stride), static_cast<unsigned>(size)}, &team);
    if (status == Status::no_support)
        job_fail(misuse_code, "shmem_%s: a job of %d PEs is too large for active sets; use shmem_team_split_strided",
                 routine, pes);
    if (status != Status::ok) job_fail(misuse_code, "shmem_%s: no memory for an active set", routine);
    return team;
}

namespace {

std::size_t count_of(const char *routine, int count) {
    if (count < 0) job_fail(misuse_code, "shmem_%s: %d elements", routine, count);
    return static_cast<std::size_t>(count);
}

} // namespace
} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(void, barrier, int PE_start, int logPE_stride, int PE_size, long *) {
    const sync::OneCaller caller(__func__ + 1);
    Team *const team = active_set("barrier", PE_start, logPE_stride, PE_size);
    if (!team) return;
    quiet(SHMEM_CTX_DEFAULT);
    polder_team_barrier(reinterpret_cast<polder_team *>(team));
}
POLDER_ROUTINE(void, sync, int PE_start, int logPE_stride, int PE_size, long *) {
    const sync::OneCaller caller(__func__ + 1);
    Team *const team = active_set("sync", PE_start, logPE_stride, PE_size);
    if (team) polder_team_barrier(reinterpret_cast<polder_team *>(team));
}

#define SET_OF(NAME) active_set(NAME, PE_start, logPE_stride, PE_size)
#define SIZED(B)                                                                                                       \
    POLDER_ROUTINE(void, alltoall##B, void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride,   \
                   int PE_size, long *) {                                                                              \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        if (Team *const set = SET_OF("alltoall" #B)) alltoall({"alltoall" #B, *set, dest, source, nelems, B / 8});     \
    }                                                                                                                  \
    POLDER_ROUTINE(void, alltoalls##B, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,    \
                   int PE_start, int logPE_stride, int PE_size, long *) {                                              \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        if (Team *const set = SET_OF("alltoalls" #B))                                                                  \
            alltoall_strided({"alltoalls" #B, *set, dest, source, nelems, B / 8}, dst, sst);                           \
    }                                                                                                                  \
    POLDER_ROUTINE(void, broadcast##B, void *dest, const void *source, size_t nelems, int PE_root, int PE_start,       \
                   int logPE_stride, int PE_size, long *) {                                                            \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        if (Team *const set = SET_OF("broadcast" #B))                                                                  \
            broadcast({"broadcast" #B, *set, dest, source, nelems, B / 8}, PE_root, false);                            \
    }                                                                                                                  \
    POLDER_ROUTINE(void, collect##B, void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride,    \
                   int PE_size, long *) {                                                                              \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        if (Team *const set = SET_OF("collect" #B)) collect({"collect" #B, *set, dest, source, nelems, B / 8});        \
    }                                                                                                                  \
    POLDER_ROUTINE(void, fcollect##B, void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride,   \
                   int PE_size, long *) {                                                                              \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        if (Team *const set = SET_OF("fcollect" #B)) collect_same({"fcollect" #B, *set, dest, source, nelems, B / 8}); \
    }
SIZED(32)
SIZED(64)

#define TO_ALL(T, N, WORD, OPERATION)                                                                                  \
    POLDER_ROUTINE(void, N##_##WORD##_to_all, T *dest, const T *source, int nreduce, int PE_start, int logPE_stride,   \
                   int PE_size, T *, long *) {                                                                         \
        const sync::OneCaller caller(__func__ + 1);                                                                    \
        static const char routine[] = #N "_" #WORD "_to_all";                                                          \
        if (Team *const set = SET_OF(routine))                                                                         \
            reduce({routine, *set, dest, source, count_of(routine, nreduce), sizeof(T)},                               \
                   combine_of(Combining::OPERATION, number_of<T>(), sizeof(T)));                                       \
    }
#define SUMS(P, T, N) TO_ALL(T, N, sum, sum) TO_ALL(T, N, prod, prod)
#define REAL(P, T, N) SUMS(P, T, N) TO_ALL(T, N, max, max) TO_ALL(T, N, min, min)
#define BITWISE(P, T, N) REAL(P, T, N) TO_ALL(T, N, and, bit_and) TO_ALL(T, N, or, bit_or) TO_ALL(T, N, xor, bit_xor)
POLDER_SHMEM_TO_ALL_BITWISE_TYPES(BITWISE, )
POLDER_SHMEM_TO_ALL_REAL_TYPES(REAL, )
POLDER_SHMEM_REDUCE_COMPLEX_TYPES(SUMS, )

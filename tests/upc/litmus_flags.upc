// crowd: long (each of its many operations waits for processes that share cores)
// Appendix B over nodes: each strict operation, each fence and each extension that contains one, as
// the flag of message passing, store buffering and the other shapes, with flag and data on any
// threads and the data in the reader's cache before. What an operation, a shape and a round are:
// litmus_flags.h. The list of operations is that of docs/design/memory-model.md.
// sanitize: not thread (the program races on purpose)
// env: POLDER_CACHE_WAIT=100000
#include <upc_relaxed.h>

#include "litmus_flags.h"
#include <bupc_collectivev.h>
#include <bupc_extensions.h>
#include <polder/polder.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_cray.h>
#include <upc_io.h>

enum { MOST_THREADS = 64 };
static int node[MOST_THREADS];

// ---- operations ----

#define FLAG(member) (homes[home].member[flag])
#define SHARED_FLAG(member) ((shared void *)&FLAG(member))
#define STRICT(type, member) (*(strict shared [] type *)&FLAG(member))
#define SET(name, ...)                                                                                                     \
    static void name(int home, int flag) { __VA_ARGS__; }
#define GET(name, ...)                                                                                                     \
    static int name(int home, int flag) { __VA_ARGS__; }

SET(assign_set, STRICT(int, word) = 1)
GET(assign_get, return STRICT(int, word))
SET(assign_clear, STRICT(int, word) = 0)
SET(update_set, STRICT(int, word) += 1)
SET(four_set, const four_t all = {1, 1, 1, 1}; STRICT(four_t, four) = all)
GET(four_get, const four_t is = STRICT(four_t, four); return is.a && is.d)
SET(four_clear, const four_t none = {0, 0, 0, 0}; STRICT(four_t, four) = none)

SET(fence_set, upc_fence; FLAG(word) = 1; upc_fence)
GET(fence_get, const int is = FLAG(word); upc_fence; return is)
SET(poll_set, bupc_poll(); FLAG(word) = 1; bupc_poll())
GET(poll_get, const int is = FLAG(word); bupc_poll(); return is)
SET(flush_set, _amo_aflush(&FLAG(wide)); (void)_amo_aswap(&FLAG(wide), 1))
GET(flush_get, const long is = _amo_afadd(&FLAG(wide), 0); _amo_aflush(&FLAG(wide)); return (int)is)
SET(flush_clear, (void)_amo_aswap(&FLAG(wide), 0))

// C11's atomics behind a cast: the flag is on the node of both.
SET(cast_set, int *at = upc_cast(SHARED_FLAG(word)); upc_fence; __atomic_store_n(at, 1, __ATOMIC_RELAXED); upc_fence)
GET(cast_get, const int *at = upc_cast(SHARED_FLAG(word)); const int is = __atomic_load_n(at, __ATOMIC_RELAXED); upc_fence; return is)
static int near_both(int home, int setter, int getter) { return node[home] == node[setter] && node[home] == node[getter]; }

// upc_atomic.h
static upc_atomicdomain_t *ints, *longs, *doubles, *pointers;
static upc_op_t variable_set = UPC_SET, variable_get = UPC_GET; // not constants: done by the library
static const int one = 1, none = 0;
static const long long_none = 0;
static const double double_one = 1, double_none = 0;
SET(atomic_set, upc_atomic_strict(ints, 0, UPC_SET, SHARED_FLAG(word), &one, 0))
GET(atomic_get, int is; upc_atomic_strict(ints, &is, UPC_GET, SHARED_FLAG(word), 0, 0); return is)
SET(atomic_clear, upc_atomic_strict(ints, 0, UPC_SET, SHARED_FLAG(word), &none, 0))
SET(typed_set, upc_atomic_strict(ints, 0, UPC_SET, &FLAG(word), &one, 0))
GET(typed_get, int is; upc_atomic_strict(ints, &is, UPC_GET, &FLAG(word), 0, 0); return is)
SET(inc_set, upc_atomic_strict(longs, 0, UPC_INC, &FLAG(wide), 0, 0))
GET(add_get, long is; upc_atomic_strict(longs, &is, UPC_ADD, &FLAG(wide), &long_none, 0); return (int)is)
SET(long_clear, upc_atomic_strict(longs, 0, UPC_SET, &FLAG(wide), &long_none, 0))
SET(cswap_set, int was; upc_atomic_strict(ints, &was, UPC_CSWAP, &FLAG(word), &none, &one))
GET(cswap_get, int was; upc_atomic_strict(ints, &was, UPC_CSWAP, &FLAG(word), &one, &one); return was)
SET(library_set, upc_atomic_strict(ints, 0, variable_set, SHARED_FLAG(word), &one, 0))
GET(library_get, int is; upc_atomic_strict(ints, &is, variable_get, SHARED_FLAG(word), 0, 0); return is)
SET(double_set, upc_atomic_strict(doubles, 0, UPC_SET, &FLAG(number), &double_one, 0))
GET(double_get, double is; upc_atomic_strict(doubles, &is, UPC_ADD, &FLAG(number), &double_none, 0); return is != 0)
SET(double_clear, upc_atomic_strict(doubles, 0, UPC_SET, &FLAG(number), &double_none, 0))
SET(narrow_set, shared [] char *const there = (shared [] char *)&homes[home]; upc_atomic_strict(pointers, 0, UPC_SET, &FLAG(narrow), &there, 0))
GET(narrow_get, shared [] char *is; upc_atomic_strict(pointers, &is, UPC_GET, &FLAG(narrow), 0, 0); return is != NULL)
SET(narrow_clear, shared [] char *const null = NULL; upc_atomic_strict(pointers, 0, UPC_SET, &FLAG(narrow), &null, 0))
SET(pointer_set, shared void *const there = &homes[home]; upc_atomic_strict(pointers, 0, UPC_SET, &FLAG(pointer), &there, 0))
GET(pointer_get, shared void *is; upc_atomic_strict(pointers, &is, UPC_GET, &FLAG(pointer), 0, 0); return is != NULL)
SET(pointer_clear, shared void *const null = NULL; upc_atomic_strict(pointers, 0, UPC_SET, &FLAG(pointer), &null, 0))

// bupc_atomics.h
SET(bupc_set, bupc_atomicI_set_strict(SHARED_FLAG(word), 1))
GET(bupc_get, return bupc_atomicI_read_strict(SHARED_FLAG(word)))
SET(bupc_clear, bupc_atomicI_set_strict(SHARED_FLAG(word), 0))
SET(swap_set, (void)bupc_atomicUL_swap_strict(SHARED_FLAG(word64), 1))
GET(swap_get, return bupc_atomicUL_fetchadd_strict(SHARED_FLAG(word64), 0) != 0)
SET(swap_clear, bupc_atomicUL_set_strict(SHARED_FLAG(word64), 0))
SET(bupc_cswap_set, (void)bupc_atomicI_cswap_strict(SHARED_FLAG(word), 0, 1))
GET(bupc_cswap_get, return bupc_atomicI_cswap_strict(SHARED_FLAG(word), 1, 1))
SET(or_set, (void)bupc_atomicUL_fetchor_strict(SHARED_FLAG(word64), 1))
GET(or_get, return bupc_atomicUL_fetchand_strict(SHARED_FLAG(word64), ~0UL) != 0)
SET(mswap_set, (void)bupc_atomicUL_mswap_strict(SHARED_FLAG(word64), 1, 1))
GET(mswap_get, return bupc_atomicUL_fetchxor_strict(SHARED_FLAG(word64), 0) != 0)
SET(bupc_double_set, bupc_atomicD_set_strict(SHARED_FLAG(number), 1))
GET(bupc_double_get, return bupc_atomicD_read_strict(SHARED_FLAG(number)) != 0)
SET(bupc_double_clear, bupc_atomicD_set_strict(SHARED_FLAG(number), 0))

// Locks: the flag is a word that they guard.
static upc_lock_t *lock[MOST_THREADS][FLAGS];
SET(lock_set, upc_lock(lock[home][flag]); FLAG(guarded) = 1; upc_unlock(lock[home][flag]))
GET(lock_get, upc_lock(lock[home][flag]); const int is = FLAG(guarded); upc_unlock(lock[home][flag]); return is)
SET(lock_clear, FLAG(guarded) = 0)
static void take(upc_lock_t *what)
{
    while (!upc_lock_attempt(what)) idle();
}
SET(attempt_set, take(lock[home][flag]); FLAG(guarded) = 1; upc_unlock(lock[home][flag]))
GET(attempt_get, take(lock[home][flag]); const int is = FLAG(guarded); upc_unlock(lock[home][flag]); return is)

// Semaphores of bupc_extensions.h. A post to another node may be heard behind the barrier, so a
// semaphore rests for some rounds.
enum { REST = 32 };
static bupc_sem_t *sems[MOST_THREADS][FLAGS][REST];
#define SEM sems[home][flag][now.number % REST]
SET(sem_set, bupc_sem_post(SEM))
GET(sem_get, return bupc_sem_try(SEM))
SET(sem_wait, bupc_sem_wait(SEM))
SET(sem_clear, while (bupc_sem_try(SEM)) continue)
SET(sems_set, bupc_sem_postN(SEM, 3))
GET(sems_get, return bupc_sem_tryN(SEM, 3))
SET(sems_wait, bupc_sem_waitN(SEM, 3))
SET(put_sem_set, bupc_memput_signal(&homes[home].scratch, &one, sizeof one, SEM, 1))

// Signals of polder.h: the put with a signal promises its own bytes only, so a fence is in front of
// it; the wait is an acquire.
static polder_ga ga_of(shared void *p)
{
    const union {
        shared [] char *p;
        polder_ga ga;
    } both = {(shared [] char *)p};
    return both.ga;
}
SET(signal_set, upc_fence; polder_put_signal(ga_of(&homes[home].scratch), &one, sizeof one, ga_of(SHARED_FLAG(signal)), 1))
SET(signal_wait, polder_signal_wait(ga_of(SHARED_FLAG(signal)), 1))
SET(signal_clear, FLAG(signal) = 0)
static int near_getter(int home, int setter, int getter) { (void)setter; return node[home] == node[getter]; }

static const struct operation operations[] = {
    {"strict assignment", assign_set, assign_get, 0, assign_clear, 1},
    {"strict update", update_set, assign_get, 0, assign_clear, 1},
    {"strict structure", four_set, four_get, 0, four_clear},
    {"upc_fence", fence_set, fence_get, 0, assign_clear},
    {"bupc_poll", poll_set, poll_get, 0, assign_clear},
    {"_amo_aflush", flush_set, flush_get, 0, flush_clear},
    {"upc_fence, C11 atomics behind a cast", cast_set, cast_get, 0, assign_clear, 0, near_both},
    {"upc_atomic_strict, set, get", atomic_set, atomic_get, 0, atomic_clear, 1},
    {"upc_atomic_strict, set, get of known types", typed_set, typed_get, 0, atomic_clear, 1},
    {"upc_atomic_strict, inc, add", inc_set, add_get, 0, long_clear, 1},
    {"upc_atomic_strict, cswap", cswap_set, cswap_get, 0, atomic_clear, 1},
    {"upc_atomic_strict of the library", library_set, library_get, 0, atomic_clear, 1},
    {"upc_atomic_strict, double", double_set, double_get, 0, double_clear, 1},
    {"upc_atomic_strict, pointer of 8 bytes", narrow_set, narrow_get, 0, narrow_clear, 1},
    {"upc_atomic_strict, shared void *", pointer_set, pointer_get, 0, pointer_clear, 1},
    {"bupc_atomic set, read", bupc_set, bupc_get, 0, bupc_clear, 1},
    {"bupc_atomic swap, fetchadd", swap_set, swap_get, 0, swap_clear, 1},
    {"bupc_atomic cswap", bupc_cswap_set, bupc_cswap_get, 0, bupc_clear, 1},
    {"bupc_atomic fetchor, fetchand", or_set, or_get, 0, swap_clear, 1},
    {"bupc_atomic mswap, fetchxor", mswap_set, mswap_get, 0, swap_clear, 1},
    {"bupc_atomic double", bupc_double_set, bupc_double_get, 0, bupc_double_clear, 1},
    {"upc_lock, upc_unlock", lock_set, lock_get, 0, lock_clear, 1},
    {"upc_lock_attempt", attempt_set, attempt_get, 0, lock_clear, 1},
    {"bupc_sem_post, try", sem_set, sem_get, 0, sem_clear, 0, 0, 1},
    {"bupc_sem_post, wait", sem_set, 0, sem_wait, sem_clear},
    {"bupc_sem_postN, tryN", sems_set, sems_get, 0, sem_clear, 0, 0, 1},
    {"bupc_sem_postN, waitN", sems_set, 0, sems_wait, sem_clear},
    {"bupc_memput_signal, wait", put_sem_set, 0, sem_wait, sem_clear},
    {"polder_put_signal, polder_signal_wait", signal_set, 0, signal_wait, signal_clear, 0, near_getter},
};

// ---- shapes: x and y are data, f and g the flags ----

// MP: x, f against f, x.
static void mp_write(void)
{
    hear(1);
    WRITE(x, 1);
    set_flag(0);
}
static void mp_read(void)
{
    int got;
    WARM(x);
    tell(0);
    await_flag(0);
    READ(x, got);
    seen(got, 0);
}
static int mp(void) { return A(1) != 1; }

// ISA2: x, f against f, g against g, x.
static void isa_write(void)
{
    hear(2);
    WRITE(x, 1);
    set_flag(0);
}
static void isa_pass(void)
{
    await_flag(0);
    set_flag(1);
}
static void isa_read(void)
{
    int got;
    WARM(x);
    tell(0);
    await_flag(1);
    READ(x, got);
    seen(got, 0);
}
static int isa(void) { return A(2) != 1; }

// WRC: f against f, g against g, f.
static void wrc_write(void) { set_flag(0); }
static void wrc_read(void)
{
    await_flag(1);
    seen(get_flag(0), 0);
}
static int wrc(void) { return A(2) == 0; }

// SB, an operation on another flag between: x, f, y against y, g, x.
#define BUFFER(name, own, other, variable, read, operation)                                                                \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        int got;                                                                                                           \
        WARM(read);                                                                                                        \
        tell(other);                                                                                                       \
        hear(other);                                                                                                       \
        WRITE(variable, 1);                                                                                                \
        operation;                                                                                                         \
        READ(read, got);                                                                                                   \
        seen(got, 0);                                                                                                      \
    }
BUFFER(sb_set_0, 0, 1, x, y, set_flag(0))
BUFFER(sb_set_1, 1, 0, y, x, set_flag(1))
BUFFER(sb_get_0, 0, 1, x, y, (void)get_flag(0))
BUFFER(sb_get_1, 1, 0, y, x, (void)get_flag(1))
static int sb(void) { return A(0) == 0 && A(1) == 0; }

// SB of the flags: f, g against g, f.
#define FLAGS_SB(name, other, own_flag, other_flag)                                                                        \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        tell(other);                                                                                                       \
        hear(other);                                                                                                       \
        set_flag(own_flag);                                                                                                \
        seen(get_flag(other_flag), 0);                                                                                     \
    }
FLAGS_SB(flags_0, 1, 0, 1)
FLAGS_SB(flags_1, 0, 1, 0)

// LB: y, f, x against x, g, y.
#define LOAD(name, other, variable, write, flag)                                                                           \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        int got;                                                                                                           \
        tell(other);                                                                                                       \
        hear(other);                                                                                                       \
        READ(variable, got);                                                                                               \
        set_flag(flag);                                                                                                    \
        WRITE(write, 1);                                                                                                   \
        seen(got, 0);                                                                                                      \
    }
LOAD(lb_0, 1, y, x, 0)
LOAD(lb_1, 0, x, y, 1)
static int lb(void) { return A(0) == 1 && A(1) == 1; }

// IRIW of the flags: f against g against f, g against g, f.
static void iriw_f(void) { set_flag(0); }
static void iriw_g(void) { set_flag(1); }
#define OBSERVE(name, other, first, second)                                                                                \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        tell(other);                                                                                                       \
        hear(other);                                                                                                       \
        const int a = get_flag(first);                                                                                     \
        seen(a, get_flag(second));                                                                                         \
    }
OBSERVE(iriw_fg, 3, 0, 1)
OBSERVE(iriw_gf, 2, 1, 0)
static int iriw(void) { return A(2) && !B(2) && A(3) && !B(3); }

// IRIW with data: x, f against y, g against f, y against g, x. Total order of f and g: one observer
// sees what is in front of the other flag.
static void data_f(void)
{
    hear(2);
    hear(3);
    WRITE(x, 1);
    set_flag(0);
}
static void data_g(void)
{
    hear(2);
    hear(3);
    WRITE(y, 1);
    set_flag(1);
}
#define OBSERVE_DATA(name, flag, variable)                                                                                 \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        int got;                                                                                                           \
        WARM(variable);                                                                                                    \
        tell(0), tell(1);                                                                                                  \
        await_flag(flag);                                                                                                  \
        READ(variable, got);                                                                                               \
        seen(got, 0);                                                                                                      \
    }
OBSERVE_DATA(data_y, 0, y)
OBSERVE_DATA(data_x, 1, x)
static int iriw_data(void) { return A(2) == 0 && A(3) == 0; }

// Coherence: what one thread reads of x on both sides of an operation does not go back, while
// another writes it, an operation behind each time.
static void coherence_write(void)
{
    hear(1);
    for (int k = 1; k < 4; k++) {
        WRITE(x, k);
        set_flag(0);
    }
}
static void coherence_read(void)
{
    int first, second, back = 0;
    WARM(x);
    tell(0);
    READ(x, second);
    for (int n = 0; n < 4; n++) {
        first = second;
        set_flag(1);
        READ(x, second);
        back = back || second < first;
    }
    seen(back, 0);
}
static int coherence(void) { return A(1) || litmus_left[0] != 3; }

// S: x = 2, f against f, x = 1: the second write stays.
static void s_first(void)
{
    hear(1);
    WRITE(x, 2);
    set_flag(0);
}
static void s_second(void)
{
    WARM(x);
    tell(0);
    await_flag(0);
    WRITE(x, 1);
}
static int s_lost(void) { return litmus_left[0] != 1; }

// R: x = 1, f, y = 1 against y = 2, g, x. If y = 2 is what stays, x is seen.
static void r_first(void)
{
    tell(1);
    hear(1);
    WRITE(x, 1);
    set_flag(0);
    WRITE(y, 1);
}
static void r_second(void)
{
    int got;
    WARM(x);
    tell(0);
    hear(0);
    WRITE(y, 2);
    set_flag(1);
    READ(x, got);
    seen(got, 0);
}
static int r_lost(void) { return litmus_left[1] == 2 && A(1) == 0; }

// 2+2W: x = 1, f, y = 2 against y = 1, g, x = 2.
#define TWO(name, other, first, second, flag)                                                                              \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        tell(other);                                                                                                       \
        hear(other);                                                                                                       \
        WRITE(first, 1);                                                                                                   \
        set_flag(flag);                                                                                                    \
        WRITE(second, 2);                                                                                                  \
    }
TWO(two_0, 1, x, y, 0)
TWO(two_1, 0, y, x, 1)
static int two(void) { return litmus_left[0] == 1 && litmus_left[1] == 1; }

static const struct shape shapes[] = {
    {"MP", 2, 1, {mp_write, mp_read}, mp},
    {"ISA2", 3, 2, {isa_write, isa_pass, isa_read}, isa},
    {"WRC", 3, 2, {wrc_write, isa_pass, wrc_read}, wrc, 1, 1},
    {"SB, set between", 2, 2, {sb_set_0, sb_set_1}, sb},
    {"SB, get between", 2, 2, {sb_get_0, sb_get_1}, sb, 0, 2},
    {"SB of flags", 2, 2, {flags_0, flags_1}, sb, 1, 1},
    {"LB", 2, 2, {lb_0, lb_1}, lb},
    {"IRIW of flags", 4, 2, {iriw_f, iriw_g, iriw_fg, iriw_gf}, iriw, 1, 1},
    {"IRIW with data", 4, 2, {data_f, data_g, data_y, data_x}, iriw_data, 1, 1},
    {"coherence", 2, 2, {coherence_write, coherence_read}, coherence},
    {"S", 2, 1, {s_first, s_second}, s_lost},
    {"R", 2, 2, {r_first, r_second}, r_lost},
    {"2+2W", 2, 2, {two_0, two_1}, two},
};

// ---- what all threads call ----

static struct {
    const char *name;
    void (*before)(void), (*begin)(void), (*end)(void); // null: nothing
    int sees;                                           // what was written before begin is seen behind end; else it has a fence
} const *common;

static polder_team *team;
static polder_team_request *request;
static upc_file_t *file;
static polder_reduction sum;
shared [] int source[1];
shared int copies[MOST_THREADS * THREADS];

static void barrier(void) { upc_barrier; }
static void barrier_value(void) { upc_barrier 7; }
static void notify(void) { upc_notify; }
static void wait_notified(void) { upc_wait; }
static void broadcast(void) { upc_all_broadcast(copies, source, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void broadcast_out(void) { upc_all_broadcast(copies, source, sizeof(int), UPC_IN_NOSYNC | UPC_OUT_ALLSYNC); }
static void broadcast_my(void) { upc_all_broadcast(copies, source, sizeof(int), UPC_IN_MYSYNC | UPC_OUT_NOSYNC); }
static void broadcast_leave(void) { upc_all_broadcast(copies, source, sizeof(int), UPC_IN_NOSYNC | UPC_OUT_MYSYNC); }
static void exchange(void) { upc_all_exchange(copies, copies, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void reduce(void) { upc_all_reduceI(source, copies, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void reduce_my(void) { upc_all_reduceI(source, copies, UPC_ADD, THREADS, 1, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC); }
static void prefix(void) { upc_all_prefix_reduceI(copies, copies, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void reduce_all(void) { bupc_all_reduce_allI(copies, copies, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void allv_reduce(void) { (void)bupc_allv_reduce_all(int, 1, UPC_ADD); }
static void allv_broadcast(void) { (void)bupc_allv_broadcast(int, 1, 0); }
static void world_barrier(void) { polder_team_barrier(polder_team_world()); }
static void team_barrier(void) { polder_team_barrier(team); }
static void team_begin(void) { CHECK_EQ(polder_team_barrier_start(team, &request), POLDER_OK); }
static void team_end(void) { polder_team_wait(&request); }
static void team_end_test(void)
{
    while (!polder_team_test(&request)) idle();
}
static void team_reduce(void)
{
    int in = 1, out;
    polder_team_allreduce(team, &in, &out, 1, sum);
}
static int reduced_in, reduced;
static void reduce_begin(void)
{
    reduced_in = 1;
    CHECK_EQ(polder_team_allreduce_start(team, &reduced_in, &reduced, 1, sum, &request), POLDER_OK);
}
static void rewind_file(void) { upc_all_fseek(file, 0, UPC_SEEK_SET); }
static void write_file(void) { upc_all_fwrite_shared(file, copies, 1, sizeof(int), THREADS, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void write_leave(void) { upc_all_fwrite_shared(file, copies, 1, sizeof(int), THREADS, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC); }
static void read_file(void) { upc_all_fread_shared(file, copies, 1, sizeof(int), THREADS, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void write_begin(void) { upc_all_fwrite_shared_async(file, copies, 1, sizeof(int), THREADS, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC); }
static void nothing_begin(void) { upc_all_fwrite_shared_async(file, copies, 1, sizeof(int), 0, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC); }
static void file_end(void) { upc_all_fwait_async(file); }

static const __typeof__(*common) commons[] = {
    {"upc_barrier", 0, 0, barrier, 1},
    {"upc_barrier with a value", 0, 0, barrier_value, 1},
    {"upc_notify, upc_wait", 0, notify, wait_notified, 1},
    {"upc_all_broadcast ALLSYNC", 0, 0, broadcast, 1},
    {"upc_all_broadcast OUT_ALLSYNC", 0, 0, broadcast_out, 1},
    {"upc_all_broadcast IN_MYSYNC", 0, 0, broadcast_my},
    {"upc_all_broadcast OUT_MYSYNC", 0, 0, broadcast_leave},
    {"upc_all_exchange ALLSYNC", 0, 0, exchange, 1},
    {"upc_all_reduceI ALLSYNC", 0, 0, reduce, 1},
    {"upc_all_reduceI MYSYNC", 0, 0, reduce_my},
    {"upc_all_prefix_reduceI ALLSYNC", 0, 0, prefix, 1},
    {"bupc_all_reduce_allI ALLSYNC", 0, 0, reduce_all, 1},
    {"bupc_allv_reduce_all", 0, 0, allv_reduce, 1},
    {"bupc_allv_broadcast", 0, 0, allv_broadcast, 1},
    {"polder_team_barrier of all", 0, 0, world_barrier, 1},
    {"polder_team_barrier", 0, 0, team_barrier, 1},
    {"polder_team_barrier_start, wait", 0, team_begin, team_end, 1},
    {"polder_team_barrier_start, test", 0, team_begin, team_end_test, 1},
    {"polder_team_allreduce", 0, 0, team_reduce, 1},
    {"polder_team_allreduce_start, wait", 0, reduce_begin, team_end, 1},
    {"upc_all_fwrite_shared ALLSYNC", rewind_file, 0, write_file, 1},
    {"upc_all_fread_shared ALLSYNC", rewind_file, 0, read_file, 1},
    {"upc_all_fwrite_shared OUT_ALLSYNC", rewind_file, 0, write_leave},
    {"upc_all_fwrite_shared_async of nothing, wait", rewind_file, nothing_begin, file_end},
    {"upc_all_fwrite_shared_async, wait", rewind_file, write_begin, file_end}, // the last: its worker takes the cache away for good
};

static void do_begin(void)
{
    if (common->begin) common->begin();
}
static void do_all(void)
{
    do_begin();
    common->end();
}
static int first_readers(void) { return THREADS < ROLES ? THREADS : ROLES; }

// x, all, x.
static void all_see(void)
{
    int got;
    const int role = own_role();
    if (role == 0)
        for (int reader = 1; reader < first_readers(); reader++) hear(reader);
    else if (role < ROLES) {
        WARM(x);
        tell(0);
    }
    if (role == 0) WRITE(x, 1);
    do_all();
    READ(x, got);
    if (role < ROLES) seen(got, 0);
}
// The same, read between the halves of the operation.
static void all_see_between(void)
{
    int got;
    const int role = own_role();
    if (role == 0) {
        for (int reader = 1; reader < first_readers(); reader++) hear(reader);
        WRITE(x, 1);
    }
    do_begin();
    WARM(x);
    if (role != 0 && role < ROLES) tell(0);
    common->end();
    READ(x, got);
    if (role < ROLES) seen(got, 0);
}
static int not_all(void)
{
    for (int role = 0; role < first_readers(); role++)
        if (A(role) != 1) return 1;
    return 0;
}
// SB: x, all, y against y, all, x.
static void all_buffer(void)
{
    int got;
    const int role = own_role();
    if (role == 0) {
        WARM(y);
        tell(1);
        hear(1);
        WRITE(x, 1);
    } else if (role == 1) {
        WARM(x);
        tell(0);
        hear(0);
        WRITE(y, 1);
    }
    do_all();
    if (role == 0) READ(y, got);
    if (role == 1) READ(x, got);
    if (role < 2) seen(got, 0);
}

static const struct shape all_shapes[] = {
    {"MP", ROLES, 0, {all_see, all_see, all_see, all_see}, not_all},
    {"MP, read between", ROLES, 0, {all_see_between, all_see_between, all_see_between, all_see_between}, not_all},
    {"SB", ROLES, 0, {all_buffer, all_buffer, all_buffer, all_buffer}, sb},
};

static void play_common(const struct shape *shape, int instances)
{
    int forbidden = 0;
    for (int n = 0; n < instances; n++) {
        litmus_choose(shape);
        now.number++;
        if (common->before) common->before();
        upc_barrier;
        shape->role[0]();
        upc_barrier;
        if (MYTHREAD != 0 || !shape->forbidden()) continue;
        forbidden++;
        litmus_blame(shape);
    }
    litmus_report(shape, instances, forbidden);
}

static void run_commons(void)
{
    const int instances = litmus_instances();
    for (int i = 0; i < (int)(sizeof commons / sizeof *commons); i++) {
        common = &commons[i];
        if (!litmus_wants(common->name)) continue;
        static struct operation named;
        named.name = common->name;
        op = &named;
        if (common->sees) play_common(&all_shapes[0], instances);
        if (common->sees && common->begin) play_common(&all_shapes[1], instances);
        play_common(&all_shapes[2], instances);
    }
}

// ---- start ----

shared int node_of[THREADS];
upc_lock_t *shared lock_of[THREADS][FLAGS];
bupc_sem_t *shared sem_of[THREADS][FLAGS][REST];

static void prepare(void)
{
    CHECK(THREADS <= MOST_THREADS);
    if (getenv("LITMUS_SEED")) litmus_state ^= (unsigned)atoi(getenv("LITMUS_SEED")) * 2654435761u;
    ints = upc_all_atomicdomain_alloc(UPC_INT, UPC_SET | UPC_GET | UPC_CSWAP, 0);
    longs = upc_all_atomicdomain_alloc(UPC_LONG, UPC_SET | UPC_INC | UPC_ADD, 0);
    doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_SET | UPC_ADD, 0);
    pointers = upc_all_atomicdomain_alloc(UPC_PTS, UPC_SET | UPC_GET, 0);
    CHECK_EQ(polder_team_duplicate(polder_team_world(), &team), POLDER_OK);
    sum = polder_reduction_of(POLDER_ELEMENT_I32, POLDER_REDUCE_ADD);
    file = upc_all_fopen("litmus_flags.data", UPC_RDWR | UPC_CREATE | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    node_of[MYTHREAD] = MYNODE;
    for (int f = 0; f < FLAGS; f++) {
        lock_of[MYTHREAD][f] = upc_global_lock_alloc();
        for (int r = 0; r < REST; r++) sem_of[MYTHREAD][f][r] = bupc_sem_alloc(BUPC_SEM_INTEGER);
    }
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        node[t] = node_of[t];
        for (int f = 0; f < FLAGS; f++) {
            lock[t][f] = lock_of[t][f];
            for (int r = 0; r < REST; r++) sems[t][f][r] = sem_of[t][f][r];
        }
    }
}

int main(void)
{
    prepare();
    if (THREADS > 1) {
        for (int i = 0; i < (int)(sizeof operations / sizeof *operations); i++)
            litmus_operation(&operations[i], shapes, sizeof shapes / sizeof *shapes);
        run_commons();
    }
    upc_all_fclose(file);
    polder_team_destroy(team);
    PASS();
    return 0;
}

// crowd: long (each of its many operations waits for processes that share cores)
// Reductions of groups on shared arrays: all types, flags, block sizes, kinds of groups, beginnings
// of the view; a function that is not commutative keeps the order of the view.
#include "check.h"
#include "groups.h"

#define ROWS 5

enum { SIZES = 4 };
static const size_t blocks[SIZES] = {1, 3, 0, 4};

shared [1] long of_1[THREADS * ROWS * 4], to_1[THREADS * ROWS * 4];
shared [3] long of_3[3 * THREADS * ROWS], to_3[3 * THREADS * ROWS];
shared [4] long of_4[4 * THREADS * ROWS], to_4[4 * THREADS * ROWS];
static shared [] char *indefinite, *indefinite_too; /* on rank 0 */
shared [] char *shared places[2 * THREADS];

/* Words of two numbers, put one behind the other modulo something: associative, not commutative. */
static long affine(long a, long b)
{
    const long m = 30011, k = a / 100000 * (b / 100000) % m, c = (a % 100000 * (b / 100000) + b % 100000) % m;
    return k * 100000 + c;
}
static long value(long i) { return (i * 7 % 13 + 2) * 100000 + i % 101; }

/* Element i of the view that begins with block 0 of rank `first`, in element `phase` of it. */
static shared void *element(upc_group_t *group, int which, int copy, int first, size_t phase, size_t i)
{
    const size_t block = blocks[which];
    if (block == 0) return (copy ? indefinite_too : indefinite) + i * sizeof(long);
    const size_t b = first + (phase + i) / block, size = upc_group_size(group);
    const size_t at = (b / size * THREADS + upc_group_thread(group, b % size)) * block + (phase + i) % block;
    switch (which) {
    case 0: return copy ? &to_1[at] : &of_1[at];
    case 1: return copy ? &to_3[at] : &of_3[at];
    default: return copy ? &to_4[at] : &of_4[at];
    }
}

static long get(shared void *at)
{
    long got;
    upc_memget(&got, at, sizeof got);
    return got;
}

static void run(upc_group_t *group, int which, size_t n, int first, size_t phase, int root, upc_op_t op, upc_flag_t flags)
{
    const int size = upc_group_size(group), rank = upc_group_rank(group);
    const int all_in = !(flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC)), all_out = !(flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC));
    const int writer = upc_group_thread(group, all_in ? (rank + 1) % size : rank);
    shared long *const result = (shared long *)places[THREADS + upc_group_thread(group, root)];
    long expected = 0;
    for (size_t i = 0; i < n; i++) {
        shared void *const at = element(group, which, 0, first, phase, i);
        const long given = value(i);
        if ((int)upc_threadof(at) == writer) upc_memput(at, &given, sizeof given);
        expected = i == 0 ? given : op == UPC_ADD ? expected + given : affine(expected, given);
    }
    if (flags & UPC_IN_NOSYNC) upc_group_barrier(group);
    upc_group_reduceL(group, result, element(group, which, 0, first, phase, 0), op, n, blocks[which], affine, flags);
    if (flags & UPC_OUT_NOSYNC) upc_group_barrier(group);
    if (all_out || rank == root) CHECK_EQ(get(result), expected);
    upc_group_barrier(group);
    upc_group_prefix_reduceL(group, element(group, which, 1, first, phase, 0), element(group, which, 0, first, phase, 0), op, n,
                             blocks[which], affine, flags);
    if (flags & UPC_OUT_NOSYNC) upc_group_barrier(group);
    for (size_t i = 0; i < n; i++) {
        shared void *const at = element(group, which, 1, first, phase, i);
        expected = i == 0 ? value(i) : op == UPC_ADD ? expected + value(i) : affine(expected, value(i));
        if (all_out || (int)upc_threadof(at) == MYTHREAD) CHECK_EQ(get(at), expected);
    }
    upc_group_barrier(group);
}

static void run_all(upc_group_t *group)
{
    static const upc_flag_t ins[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
    static const upc_flag_t outs[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
    const int size = upc_group_size(group);
    int round = 0;
    indefinite = places[upc_group_thread(group, 0)];
    indefinite_too = places[upc_group_thread(group, 0)] + 2000 * sizeof(long);
    for (int which = 0; which < SIZES; which++)
        for (int f = 0; f < 9; f++)
            for (int ordered = 0; ordered < 2; ordered++, round++) {
                if (getenv("TEST_NODES") && round % 3) continue;
                const size_t block = blocks[which], phase = block ? round % block : 0;
                /* A pointer to thread 0 stands for rank 0, so no view begins with thread 0 as another rank. */
                int first = block ? round % size : 0;
                if (upc_group_thread(group, first) == 0) first = 0;
                const size_t elements = block ? (size_t)(ROWS - 1) * size * block - phase : 37;
                run(group, which, round % 4 == 3 ? 1 + round % 5 : elements, first, phase, round % size,
                    ordered ? UPC_NONCOMM_FUNC : UPC_ADD, ins[f / 3] | outs[f % 3]);
            }
}

/* The array as it is declared, given by its beginning: what lies with threads outside does not count. */
shared [2] int whole[2 * THREADS];
static void run_whole(upc_group_t *group)
{
    shared int *const result = (shared int *)places[THREADS + MYTHREAD];
    shared int *const at = (shared int *)places[THREADS + upc_group_thread(group, 0)];
    int expected = 0;
    for (int r = 0; r < upc_group_size(group); r++) expected += 20 * upc_group_thread(group, r) + 1;
    upc_group_reduceI(group, at, whole, UPC_ADD, 2 * upc_group_size(group), 2, 0, 0);
    CHECK_EQ(*at, expected);
    upc_group_barrier(group);
    (void)result;
}

#define DEFINE(SUFFIX, T)                                                                                                  \
    shared [2] T typed_##SUFFIX[2 * THREADS], typed_to_##SUFFIX[2 * THREADS];                                              \
    static T larger_##SUFFIX(T a, T b) { return a > b ? a : b; }                                                           \
    static void check_##SUFFIX(upc_group_t *group)                                                                         \
    {                                                                                                                      \
        const int size = upc_group_size(group), rank = upc_group_rank(group);                                              \
        const int first = upc_group_thread(group, 0);                                                                      \
        typed_##SUFFIX[2 * MYTHREAD] = (T)(rank + 1), typed_##SUFFIX[2 * MYTHREAD + 1] = (T)1;                             \
        upc_group_prefix_reduce##SUFFIX(group, typed_to_##SUFFIX, typed_##SUFFIX, UPC_ADD, 2 * size, 2, 0, 0);             \
        CHECK(typed_to_##SUFFIX[2 * MYTHREAD + 1] == (T)((rank + 1) * (rank + 2) / 2 + rank + 1));                         \
        upc_group_barrier(group);                                                                                          \
        upc_group_reduce##SUFFIX(group, &typed_to_##SUFFIX[2 * first], typed_##SUFFIX, UPC_FUNC, 2 * size, 2,              \
                                 larger_##SUFFIX, 0);                                                                      \
        CHECK(typed_to_##SUFFIX[2 * first] == (T)size);                                                                    \
        upc_group_barrier(group);                                                                                          \
    }
DEFINE(C, signed char)
DEFINE(UC, unsigned char)
DEFINE(S, short)
DEFINE(US, unsigned short)
DEFINE(I, int)
DEFINE(UI, unsigned)
DEFINE(L, long)
DEFINE(UL, unsigned long)
DEFINE(F, float)
DEFINE(D, double)
DEFINE(LD, long double)

int main(void)
{
    places[MYTHREAD] = upc_alloc(4000 * sizeof(long));
    places[THREADS + MYTHREAD] = upc_alloc(sizeof(long));
    whole[2 * MYTHREAD] = 20 * MYTHREAD;
    whole[2 * MYTHREAD + 1] = 1;
    upc_barrier;
    for (int kind = 0; kind < KINDS; kind++) {
        upc_group_t *const group = group_of_kind(kind);
        if (group) {
            run_all(group);
            run_whole(group);
            check_C(group);
            check_UC(group);
            check_S(group);
            check_US(group);
            check_I(group);
            check_UI(group);
            check_L(group);
            check_UL(group);
            check_F(group);
            check_D(group);
            check_LD(group);
        }
        free_group(kind, group);
    }
    PASS();
    return 0;
}

// Collective functions of groups on private memory: all functions, types, flags and kinds of
// groups, lengths around the limits of the algorithms; ALLSYNC is a barrier.
#include "check.h"
#include "groups.h"
#include <string.h>

#define LONGEST 3000

static unsigned char given(int rank, size_t i, int round) { return (unsigned char)(rank * 37 + i * 11 + round); }

static void fill(unsigned char *at, int rank, size_t n, int round)
{
    for (size_t i = 0; i < n; i++) at[i] = given(rank, i, round);
}

static void check(const unsigned char *at, int rank, size_t from, size_t n, int round)
{
    for (size_t i = 0; i < n; i++) CHECK_EQ(at[i], given(rank, from + i, round));
}

static void copies(upc_group_t *group, size_t n, int round, upc_flag_t flags)
{
    const int size = upc_group_size(group), rank = upc_group_rank(group), root = round % size;
    unsigned char *const all = malloc(size * n + 1), *const all_too = malloc(size * n + 1), *const one = malloc(n + 1);
    fill(one, root, rank == root ? n : 0, round);
    upc_group_broadcast_private(group, one, n, root, flags);
    check(one, root, 0, n, round);

    fill(all, root, rank == root ? size * n : 0, round);
    upc_group_scatter_private(group, one, rank == root ? all : 0, n, root, flags);
    check(one, root, rank * n, n, round);

    fill(one, rank, n, round + 1);
    upc_group_gather_private(group, rank == root ? all : 0, one, n, root, flags);
    for (int r = 0; rank == root && r < size; r++) check(all + r * n, r, 0, n, round + 1);
    upc_group_gather_all_private(group, all, one, n, flags);
    for (int r = 0; r < size; r++) check(all + r * n, r, 0, n, round + 1);

    fill(all_too, rank, size * n, round + 2);
    upc_group_exchange_private(group, all, all_too, n, flags);
    for (int r = 0; r < size; r++) check(all + r * n, r, rank * n, n, round + 2);

    upc_group_permute_private(group, one, one, (rank + root) % size, n, flags); /* in place */
    check(one, (rank + size - root) % size, 0, n, round + 1);
    free(all);
    free(all_too);
    free(one);
}

#define DEFINE(SUFFIX, T)                                                                                                  \
    static T larger_##SUFFIX(T a, T b) { return a > b ? a : b; }                                                           \
    static void check_##SUFFIX(upc_group_t *group, upc_flag_t flags)                                                       \
    {                                                                                                                      \
        const int size = upc_group_size(group), rank = upc_group_rank(group);                                              \
        T from[3] = {(T)(rank + 1), (T)1, (T)2}, to[3] = {0};                                                              \
        upc_group_reduce_private##SUFFIX(group, to, from, UPC_ADD, 3, 0, size - 1, flags);                                 \
        if (rank == size - 1) CHECK(to[0] == (T)(size * (size + 1) / 2) && to[1] == (T)size && to[2] == (T)(2 * size));     \
        upc_group_reduce_all_private##SUFFIX(group, to, from, UPC_FUNC, 3, larger_##SUFFIX, flags);                        \
        CHECK(to[0] == (T)size && to[1] == (T)1 && to[2] == (T)2);                                                         \
        upc_group_reduce_all_private##SUFFIX(group, to, from, UPC_ADD, 1, 0, flags);                                       \
        CHECK(to[0] == (T)(size * (size + 1) / 2) && to[1] == (T)1);                                                       \
        upc_group_prefix_reduce_private##SUFFIX(group, from, from, UPC_ADD, 2, 0, flags);                                  \
        CHECK(from[0] == (T)((rank + 1) * (rank + 2) / 2) && from[1] == (T)(rank + 1) && from[2] == (T)2);                 \
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

shared int flag[THREADS];

/* Behind an operation with ALLSYNC on one side every member has come. */
static void check_meets(upc_group_t *group, upc_flag_t flags, int round)
{
    char byte = 0;
    const int next = upc_group_thread(group, (upc_group_rank(group) + 1) % upc_group_size(group));
    flag[MYTHREAD] = round;
    upc_group_broadcast_private(group, &byte, 1, 0, flags);
    CHECK_EQ(flag[next], round);
    upc_group_barrier(group);
}

int main(void)
{
    static const upc_flag_t flags[] = {0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_IN_NOSYNC | UPC_OUT_NOSYNC, UPC_IN_ALLSYNC | UPC_OUT_NOSYNC};
    static const size_t lengths[] = {0, 1, 8, 16, 48, 49, LONGEST};
    for (int kind = 0; kind < KINDS; kind++) {
        upc_group_t *const group = group_of_kind(kind);
        if (group) {
            for (int i = 0; i < 28; i++) copies(group, lengths[i % 7], i, flags[i / 7]);
            for (int f = 0; f < 4; f++) {
                check_C(group, flags[f]);
                check_UC(group, flags[f]);
                check_S(group, flags[f]);
                check_US(group, flags[f]);
                check_I(group, flags[f]);
                check_UI(group, flags[f]);
                check_L(group, flags[f]);
                check_UL(group, flags[f]);
                check_F(group, flags[f]);
                check_D(group, flags[f]);
                check_LD(group, flags[f]);
            }
            for (int round = 0; round < 20; round++) check_meets(group, round % 2 ? UPC_IN_NOSYNC : UPC_OUT_NOSYNC, round);
        }
        free_group(kind, group);
    }
    PASS();
    return 0;
}

// Collectives on single values: every type and operation against plain arithmetic, every root,
// structures, pointers, arrays of results that nobody wants.
#include "check.h"
#include <bupc_collectivev.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define GIVEN(t) (((t) * 7 + 3) % 11 + 1)

#define REDUCTION(T, OP, START, EXPRESSION)                                                                                \
    do {                                                                                                                   \
        T mine = (T)GIVEN(MYTHREAD), all = START, before = START, prefix;                                                  \
        for (int t = 0; t < THREADS; t++) {                                                                                \
            T a = all, b = (T)GIVEN(t);                                                                                    \
            all = t ? (T)(EXPRESSION) : b;                                                                                 \
            if (t == MYTHREAD) before = all;                                                                               \
        }                                                                                                                  \
        CHECK(bupc_allv_reduce_all(T, mine, OP) == all);                                                                   \
        CHECK(bupc_allv_reduce(T, mine, -1, OP) == all);                                                                   \
        for (int root = 0; root < THREADS; root++) {                                                                       \
            T got = bupc_allv_reduce(T, mine, root, OP);                                                                   \
            if (root == MYTHREAD) CHECK(got == all);                                                                       \
        }                                                                                                                  \
        prefix = bupc_allv_prefix_reduce(T, mine, OP);                                                                     \
        CHECK(prefix == before);                                                                                           \
    } while (0)

#define NUMBERS(T)                                                                                                         \
    REDUCTION(T, UPC_ADD, 0, a + b);                                                                                       \
    REDUCTION(T, UPC_MULT, 1, a *b);                                                                                       \
    REDUCTION(T, UPC_MIN, 0, a < b ? a : b);                                                                               \
    REDUCTION(T, UPC_MAX, 0, a > b ? a : b);                                                                               \
    REDUCTION(T, UPC_LOGAND, 0, a &&b);                                                                                    \
    REDUCTION(T, UPC_LOGOR, 0, a || b)
#define INTEGERS(T)                                                                                                        \
    NUMBERS(T);                                                                                                            \
    REDUCTION(T, UPC_AND, 0, a &b);                                                                                        \
    REDUCTION(T, UPC_OR, 0, a | b);                                                                                        \
    REDUCTION(T, UPC_XOR, 0, a ^ b)

struct large { int number; char text[3000]; };

static void check_movement(void)
{
    int mine = GIVEN(MYTHREAD), all[THREADS];
    for (int root = 0; root < THREADS; root++) {
        CHECK_EQ(bupc_allv_broadcast(int, mine, root), GIVEN(root));
        for (int t = 0; t < THREADS; t++) all[t] = 100 * root + t;
        CHECK_EQ(bupc_allv_scatter(int, root, root == MYTHREAD ? all : NULL), 100 * root + MYTHREAD);
        memset(all, 0xff, sizeof all);
        int *got = bupc_allv_gather(int, mine, root, root == MYTHREAD ? all : NULL);
        CHECK(got == (root == MYTHREAD ? all : NULL));
        for (int t = 0; t < THREADS; t++) CHECK_EQ(all[t], root == MYTHREAD ? GIVEN(t) : -1);
        CHECK_EQ(bupc_allv_permute(int, mine, (MYTHREAD + root) % THREADS), GIVEN((MYTHREAD + THREADS - root) % THREADS));
    }
    memset(all, 0xff, sizeof all);
    bupc_allv_gather_all(int, mine, MYTHREAD % 2 ? NULL : all);
    for (int t = 0; t < THREADS; t++) CHECK_EQ(all[t], MYTHREAD % 2 ? -1 : GIVEN(t));
    CHECK(bupc_allv_gather(int, mine, -1, all) == all);
    for (int t = 0; t < THREADS; t++) CHECK_EQ(all[t], GIVEN(t));
}

static void check_other_types(void)
{
    struct large big = {GIVEN(MYTHREAD), ""}, first;
    memset(big.text, 'a' + MYTHREAD, sizeof big.text);
    first = bupc_allv_broadcast(struct large, big, THREADS - 1);
    CHECK_EQ(first.number, GIVEN(THREADS - 1));
    CHECK_EQ(first.text[2999], 'a' + THREADS - 1);
    shared void *p = upc_all_alloc(THREADS, 1), *mine = MYTHREAD ? 0 : p;
    CHECK(bupc_allv_broadcast(shared void *, mine, 0) == p);
    shared [1] char *own = (shared [1] char *)p + MYTHREAD, *all[THREADS];
    bupc_allv_gather_all(shared [1] char *, own, all);
    for (int t = 0; t < THREADS; t++) CHECK(all[t] == (shared [1] char *)p + t);
    upc_all_free(p);
    bool truth = MYTHREAD == THREADS - 1;
    CHECK_EQ(bupc_allv_reduce_all(bool, truth, UPC_LOGOR), 1);
    CHECK_EQ(bupc_allv_reduce_all(bool, truth, UPC_LOGAND), THREADS == 1);
    CHECK_EQ(bupc_allv_reduce_all(bool, truth, UPC_ADD), 1);
}

int main(void)
{
    INTEGERS(signed char);
    INTEGERS(unsigned char);
    INTEGERS(char);
    INTEGERS(short);
    INTEGERS(unsigned short);
    INTEGERS(int);
    INTEGERS(unsigned);
    INTEGERS(long);
    INTEGERS(unsigned long);
    INTEGERS(long long);
    INTEGERS(unsigned long long);
    INTEGERS(int64_t);
    INTEGERS(size_t);
    NUMBERS(float);
    NUMBERS(double);
    NUMBERS(long double);
    check_movement();
    check_other_types();
    for (int i = 0; i < 500; i++) { /* slots in turn, with threads ahead of each other */
        int mine = i * MYTHREAD;
        CHECK_EQ(bupc_allv_reduce_all(int, mine, UPC_ADD), i * (THREADS * (THREADS - 1) / 2));
    }
    CHECK_EQ(BUPC_COLLECTIVEV_VERSION_MAJOR, 1);
    CHECK(BUPC_COLLECTIVEV_VERSION_MINOR >= 2);
    PASS();
    return 0;
}

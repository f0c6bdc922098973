// The affinity expression in all integer types, with values beyond the signed range and below zero
// (6.6.2: the remainder that is never negative decides), and in all kinds of pointers: to members,
// rows, elements of any layout, casts, null.
#include "check.h"
#include <limits.h>
#include <stdint.h>

struct item {
    int first;
    struct {
        char tag;
        double value[3];
    } inner;
};

shared struct item items[5 * THREADS];
shared [3] struct item blocks[5 * THREADS];
shared [] int single[10];
shared [4] int rows[2 * THREADS][4];
shared int scalar;
shared int *shared pointers[3 * THREADS];

static int owner(__int128 value)
{
    const int r = (int)(value % THREADS);
    return r < 0 ? r + THREADS : r;
}

#define INTEGERS(T, from, count)                                                                                           \
    do {                                                                                                                   \
        int mine = 0, expected = 0;                                                                                        \
        for (int k = 0; k < (count); k++) expected += owner((__int128)(T)((from) + (T)k)) == MYTHREAD;                     \
        upc_forall (int k = 0; k < (count); k++; (T)((from) + (T)k)) {                                                     \
            CHECK_EQ(owner((__int128)(T)((from) + (T)k)), MYTHREAD);                                                       \
            mine++;                                                                                                        \
        }                                                                                                                  \
        CHECK_EQ(mine, expected);                                                                                          \
    } while (0)

#define COUNTED(T, start, end)                                                                                             \
    do {                                                                                                                   \
        int mine = 0, expected = 0;                                                                                        \
        for (T k = (start); k < (end); k++) expected += owner((__int128)k) == MYTHREAD;                                    \
        upc_forall (T k = (start); k < (end); k++; k) {                                                                    \
            CHECK_EQ(owner((__int128)k), MYTHREAD);                                                                        \
            mine++;                                                                                                        \
        }                                                                                                                  \
        CHECK_EQ(mine, expected);                                                                                          \
    } while (0)

#define POINTERS(count, affinity)                                                                                          \
    do {                                                                                                                   \
        int mine = 0, expected = 0;                                                                                        \
        for (int k = 0; k < (count); k++) expected += upc_threadof((shared void *)(affinity)) == MYTHREAD;                 \
        upc_forall (int k = 0; k < (count); k++; affinity) {                                                               \
            CHECK_EQ(upc_threadof((shared void *)(affinity)), MYTHREAD);                                                   \
            mine++;                                                                                                        \
        }                                                                                                                  \
        CHECK_EQ(mine, expected);                                                                                          \
    } while (0)

static void integers(void)
{
    INTEGERS(signed char, -10, 21);
    INTEGERS(unsigned char, 250, 20);
    INTEGERS(short, -10, 21);
    INTEGERS(unsigned short, 65530, 20);
    INTEGERS(int, -10, 21);
    INTEGERS(int, INT_MIN, 15);
    INTEGERS(unsigned, UINT_MAX - 7, 16);
    INTEGERS(long, -10, 21);
    INTEGERS(long, LONG_MIN, 15);
    INTEGERS(unsigned long, ULONG_MAX - 7, 16);
    INTEGERS(long long, LLONG_MIN, 15);
    INTEGERS(unsigned long long, (unsigned long long)LLONG_MAX - 7, 16);
    INTEGERS(__int128, ((__int128)1 << 100), 15);
    INTEGERS(__int128, -((__int128)1 << 100), 15);
    INTEGERS(unsigned __int128, ((unsigned __int128)1 << 126), 15);
    INTEGERS(_Bool, 1, 1);
}

static void counted(void)
{
    COUNTED(int, -9, 9);
    COUNTED(int, INT_MIN, INT_MIN + 9);
    COUNTED(long, -9L, 9L);
    COUNTED(long, LONG_MIN, LONG_MIN + 9);
    COUNTED(unsigned, 0u, 9u);
    COUNTED(unsigned, UINT_MAX - 9, UINT_MAX);
    COUNTED(unsigned long, 0ul, 9ul);
    COUNTED(long long, -9ll, 9ll);
    COUNTED(unsigned long long, 9ull, 9ull);
    COUNTED(signed char, -9, 9);
    COUNTED(unsigned char, 0, 9);
    COUNTED(short, -9, 9);
}

static void pointers_of_all_kinds(void)
{
    POINTERS(5 * THREADS, &items[k]);
    POINTERS(5 * THREADS, &items[k].first);
    POINTERS(5 * THREADS, &items[k].inner);
    POINTERS(5 * THREADS, &items[k].inner.value[k % 3]);
    POINTERS(5 * THREADS, items[k].inner.value);
    POINTERS(5 * THREADS, items + k);
    POINTERS(5 * THREADS, &blocks[k]);
    POINTERS(5 * THREADS, &blocks[k].inner.tag);
    POINTERS(5 * THREADS, blocks + k);
    POINTERS(10, &single[k]);
    POINTERS(2 * THREADS, &rows[k]);
    POINTERS(2 * THREADS, rows[k]);
    POINTERS(2 * THREADS, &rows[k][3]);
    POINTERS(8 * THREADS, &rows[k / 4][k % 4]);
    POINTERS(5, &scalar);
    POINTERS(3 * THREADS, &pointers[k]);
    POINTERS(3 * THREADS, pointers[k]);
    POINTERS(3 * THREADS, (shared void *)&items[k]);
    POINTERS(3 * THREADS, (shared [5] char *)&items[k]);
    POINTERS(4, (shared int *)0);
    POINTERS(3 * THREADS, k & 1 ? &items[k].first : (shared int *)&blocks[k]);
}

int main(void)
{
    for (int k = MYTHREAD; k < 3 * THREADS; k += THREADS) pointers[k] = (shared int *)&items[(2 * k + 1) % (5 * THREADS)];
    upc_barrier;
    integers();
    counted();
    pointers_of_all_kinds();
    int turns = 0;
    upc_forall (int k = 0; k < 7; k++; continue) turns++;
    upc_forall (int k = 0; k < 7; k++;) turns++;
    upc_forall (int k = 0; k < 0; k++; k) turns++;
    upc_forall (int k = 5; k < 5; k++; &items[k]) turns++;
    CHECK_EQ(turns, 14);
    PASS();
}

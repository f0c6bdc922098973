// static: 3
// 6.5.2.1: the examples of the standard that need a static number of threads (9, 10), and those of
// 8, which are good in both.
#include "check.h"

shared int a1[10 * THREADS], a2[THREADS * (100 * 20)];
shared [] int a3[10];

shared int x1[10 + THREADS];
shared [] int x2[THREADS];
shared int x3[10];
shared int x4[THREADS][4 * THREADS];
shared int x5[THREADS * THREADS];
shared int x6[THREADS * 100 * 20];
shared int (**p)[THREADS][THREADS];
typedef shared int (*t)[THREADS][13][THREADS];
shared [3] int blocked[10];
t typed;

int main(void)
{
    shared int *q = &x5[0];
    shared void *generic = (shared int (*)[THREADS][THREADS])q;
    CHECK(generic == (shared void *)q);
    CHECK_EQ(sizeof(a1) + sizeof(a2) + sizeof(a3), (30 + 6000 + 10) * sizeof(int));
    CHECK_EQ(sizeof(x1) / sizeof(int), 13);
    CHECK_EQ(sizeof(x2) / sizeof(int), 3);
    CHECK_EQ(upc_threadof(&x2[2]), 0);
    CHECK_EQ(sizeof(x4) / sizeof(int), 36);
    CHECK_EQ(upc_threadof(&x4[1][1]), (12 + 1) % 3);
    CHECK_EQ(sizeof(x5) / sizeof(int) + sizeof(x6) / sizeof(int), 9 + 6000);
    CHECK_EQ(sizeof(**p) / sizeof(int), 9);
    CHECK_EQ(sizeof(*typed) / sizeof(int), 3 * 13 * 3);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(upc_threadof(&x3[i]), i % 3);
        CHECK_EQ(upc_threadof(&blocked[i]), i / 3 % 3);
        CHECK_EQ(upc_phaseof(&blocked[i]), i % 3);
    }
    PASS();
    return 0;
}

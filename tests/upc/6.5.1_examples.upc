// 6.5.1.1 and 6.5.2.1: the examples of the standard that are good without a static number of
// threads, and what it says of them.
#include "check.h"
#include <upc_strict.h>

// 6.5.1.1 15: effective types
shared [10] int A[10 * THREADS];
// 6.5.1.1 17
strict shared int y;
// 6.5.2 6, footnote
shared [3] int three;
// 6.5.2.1 8
shared int x1[10 * THREADS];
shared int x2[THREADS * (100 * 20)];
shared [] int x3[10];
// 6.5.2.1 11
typedef int S[10];
shared [3] S T[3 * THREADS];
// 6.5.2.1 12, 13
shared [] double D[100];
shared [] long *p;
// 6.5.1.1 5, footnote
struct S1 { shared char *p1; };

int main(void)
{
    if (MYTHREAD == 0) {
        A[0] = 77;
        CHECK_EQ(*(int *)&(A[0]), 77);
        CHECK_EQ(*(shared [] int *)&(A[0]), 77);
        three = y = 5;
    }
    upc_barrier;
    CHECK_EQ(A[0] + y + three, 87);
    CHECK_EQ(upc_threadof(&y), 0);
    CHECK_EQ(upc_blocksizeof(three), 3);
    CHECK_EQ(sizeof(x1) / sizeof(int), 10 * THREADS);
    CHECK_EQ(sizeof(x2) / sizeof(int), 2000 * THREADS);
    CHECK_EQ(upc_threadof(&x3[9]), 0);

    CHECK_EQ(upc_blocksizeof(T), 3);
    CHECK_EQ(upc_elemsizeof(T), sizeof(int));
    for (int i = 0; i < 3 * THREADS; i++)
        for (int j = 0; j < 10; j++) {
            CHECK_EQ(upc_threadof(&T[i][j]), (i * 10 + j) / 3 % THREADS);
            CHECK_EQ(upc_phaseof(&T[i][j]), (i * 10 + j) % 3);
        }
    for (int i = 0; i < 100; i++) CHECK_EQ(upc_threadof(&D[i]), 0);
    p = (shared [] long *)upc_alloc(20 * sizeof(long));
    for (int i = 0; i < 20; i++) CHECK_EQ(upc_threadof(&p[i]), MYTHREAD);

    // 6.5.2.1 7: &a has phase 0
    CHECK_EQ(upc_phaseof(&A) + upc_phaseof(&T) + upc_phaseof(&x1) + upc_phaseof(&D), 0);

    // 6.4.3 7
    int i = 3, *local = &i;
    shared int *q = &x1[MYTHREAD];
    if (upc_threadof(q) == MYTHREAD) local = (int *)q;
    *local = 9;
    CHECK_EQ(x1[MYTHREAD], 9);

    struct S1 s = {(shared char *)&x1[0]};
    CHECK(s.p1 == (shared char *)&x1[0]);
    PASS();
    return 0;
}

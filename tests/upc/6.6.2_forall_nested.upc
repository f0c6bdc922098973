// 6.6.2: nested upc_forall: only the outermost one with an affinity decides; the others, also those
// in called functions, run all iterations.
#include "check.h"

shared [2] int a[6 * THREADS];
shared int b[5 * THREADS];
shared int total[THREADS];

static int inner(void)
{
    int n = 0;
    upc_forall (int k = 0; k < 7; k++; k) n++;
    return n;
}

int main(void)
{
    int n = 0;
    upc_forall (int i = 0; i < 4; i++; continue)
        upc_forall (int j = 0; j < 6 * THREADS; j++; &a[j])
            upc_forall (int k = 0; k < 5 * THREADS; k++; &b[k]) n++;
    CHECK_EQ(n, 4 * 6 * 5 * THREADS); // 6 of the j are mine

    n = 0;
    upc_forall (int i = 0; i < 6 * THREADS; i++; &a[i]) n += inner();
    CHECK_EQ(n, 6 * 7);
    total[MYTHREAD] = inner(); // not nested: shared out
    upc_barrier;
    n = 0;
    for (int t = 0; t < THREADS; t++) n += total[t];
    CHECK_EQ(n, 7);

    n = 0;
    upc_forall (int i = 0; i < 3; i++; i) {
        upc_forall (int j = 0; j < 3; j++; continue)
            upc_forall (int k = 0; k < 3; k++; k) n++;
        continue;
    }
    upc_barrier;
    total[MYTHREAD] = n;
    upc_barrier;
    n = 0;
    for (int t = 0; t < THREADS; t++) n += total[t];
    CHECK_EQ(n, 27);
    upc_barrier;
    total[MYTHREAD] = 0; // a loop that was left by continue in its body must not leave the next one nested
    upc_forall (int i = 0; i < 4 * THREADS; i++; i) {
        if (i % 3 == 0) continue;
        total[MYTHREAD]++;
    }
    upc_barrier;
    n = 0;
    for (int t = 0; t < THREADS; t++) n += total[t];
    CHECK_EQ(n, 4 * THREADS - (4 * THREADS + 2) / 3);
    PASS();
    return 0;
}

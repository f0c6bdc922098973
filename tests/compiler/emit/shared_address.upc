// golden: pass strength-reduction: one address is carried along for objects of one layout at one index.
// flags: -O2 -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction -fupc-nodes=one
#include <upc_relaxed.h>
shared double x[64 * THREADS], y[64 * THREADS];
shared int k[64 * THREADS];
double sum(int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * y[i] + k[i] + x[i + 1];
    return s;
}
/* One address of text[i], which mark has no part in: the two may begin on different threads. */
void count(shared char *text, shared char *mark, int n, char c) {
    for (int i = 0; i < n; i++)
        if (text[i] == c || text[i] == 'x') mark[i] = 1;
}

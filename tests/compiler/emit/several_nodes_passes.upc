// golden: What the passes for several nodes make of loops and statements: runs of spans fetched at once (coalesce), translation caches (indirect-prefetch), reads under way together (split-phase).
// flags: -O2 -fno-upc-one-thread
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
double coalesced(int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}
double gathered(const int *at, int n, shared [1024] double *x) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[at[i]];
    return s;
}
double early(int i, int j, shared double *p, shared double *q) {
    double s = p[i] + q[j];
    while (s < 1) s += 1;
    return s;
}
void turned(double *out) {
    for (int t = 0; t < THREADS; t++) upc_memget(&out[t * 64], &a[t * 64], 64 * sizeof(double));
}

// What the passes for several nodes make of loops and statements: pieces fetched at once (coalesce), views (gather), reads under way together (early).
// flags: -O2
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
// emit: polder_far_fetch(polder_b
double coalesced(int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}
// emit: polder_view polder_v
// emit: (&polder_v
double gathered(const int *at, int n, shared [1024] double *x) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[at[i]];
    return s;
}
// emit: > 1) polder_far_ahead((const polder_ga[]){polder_h
double early(int i, int j, shared double *p, shared double *q) {
    double s = p[i] + q[j];
    while (s < 1) s += 1;
    return s;
}
// emit: polder_may_turn(polder_e, 
void turned(double *out) {
    for (int t = 0; t < THREADS; t++) upc_memget(&out[t * 64], &a[t * 64], 64 * sizeof(double));
}

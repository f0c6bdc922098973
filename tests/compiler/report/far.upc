// flags: -fno-upc-passes -fupc-coalesce -fupc-indirect-prefetch -fupc-strip-mine
// report: 24: [strip-mine] one node: done: 1 reference in runs through 1 span
// report: 24: [strip-mine] several nodes: done: 2 references in runs through 2 spans
// report: 24: [coalesce] done: what lies elsewhere is fetched a run at a time: 2 spans
// report: 25: [strip-mine] done: 1 reference in runs through 1 span
// report: 25: [coalesce] not done: the loop has jumps, calls, strict accesses or stores that reads may not move over
// report: 26: [strip-mine] done: 1 reference in runs through 1 span
// report: 26: [coalesce] not done: the loop has jumps, calls, strict accesses or stores that reads may not move over
// report: 27: [strip-mine] done: 1 reference in runs through 1 span
// report: 27: [coalesce] not done: the loop has jumps, calls, strict accesses or stores that reads may not move over
// report: 28: [strip-mine] done: 2 references in runs through 2 spans
// report: 28: [coalesce] done: what lies elsewhere is fetched a run at a time: 1 span; what is written there is sent: 1 span
// report: 29: [strip-mine] done: 2 references in runs through 2 spans
// report: 30: [indirect-prefetch] done: 1 reference by index
// report: 31: [indirect-prefetch] done: 2 references by index
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
shared [128] double wide[128 * THREADS]; shared int cyclic[64 * THREADS]; shared [3] char odd[64 * THREADS];
void other(void);
static double half(double v) { return v / 2; }

double f(shared [] double *row, const int *at, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += half(a[i]) + row[i];
    for (int i = 0; i < n; i++) { sum += a[i]; other(); }
    for (int i = 0; i < n; i++) { b[at[i]] = i; sum += a[i]; }
    for (int i = 0; i < n; i++) { sum += a[i]; if (sum > 1) break; }
    for (int i = 0; i < n; i++) a[i] = b[i + 1];
    for (int i = 0; i < n; i++) if (i) a[i] = b[i - 1];
    for (int i = 0; i < n; i++) sum += wide[at[i]];
    for (int i = 0; i < n; i++) a[at[i]] = odd[at[i]] + cyclic[at[i] & 7];
    return sum;
}

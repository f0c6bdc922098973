// flags: -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction
// report: 16: [strip-mine] done: 2 references in runs through 2 spans
// report: 17: [strength-reduction] done: 1 address carried along
// report: 18: [strength-reduction] done: 1 address carried along
// report: 19: [strength-reduction] one node: done: 1 reference by an index of memory; with one thread as in C
// report: 19: [strength-reduction] several nodes: done: 1 reference by an index of memory
// report: 20: [strip-mine] done: 1 reference in runs through 1 span; its condition as written
// report: 21: [strip-mine] done: 2 references in runs through 2 spans
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
shared [4] double narrow[4 * THREADS];
shared int cyclic[THREADS];
int calls(void);

void f(shared [64] double *x, const int *at, int n) {
    for (int i = 0; i < n; i++) a[i] = b[i + 40];
    for (int i = 0; i < n; i++) cyclic[i] = i;
    for (int i = 0; i < n; i++) narrow[i] = i;
    for (int i = 0; i < n; i++) x[at[i]] = i;
    for (int i = 0; i < calls(); i++) a[i] = i;
    while (n > 0) { a[n - 1] = b[n]; n--; }
}

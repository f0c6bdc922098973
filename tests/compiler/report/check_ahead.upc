// flags: -O2 -fno-upc-passes -fupc-check-ahead -fupc-check -fupc-nodes=one
// report: 12: [check-ahead] done: 2 of 2 checks in front of the loop
// report: 13: [check-ahead] done: 1 of 2 checks in front of the loop; 1 by bounds of the pointer
// report: 15: [check-ahead] done: 1 of 2 checks in front of the loop
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS];
shared [] double *next(shared [] double *p);
typedef shared [] double *line_t;

void f(line_t p, line_t *rows, int *at, int n) {
    double sum = 0;
    for (int i = 1; i < n; i++) a[i] = p[i - 1];
    for (int i = 0; i < n; i++) p[at[i]] = a[i];
    for (int i = 0; i < n; i++) { p = next(p); sum += *p; } // nothing is known of it
    for (int i = 0; i < n; i++) a[i] += rows[i][0];
    a[0] = sum;
}

// golden: Members behind a private pointer in loops, and variables that are names for an index. The other way round: tests/compiler/report/loop_memory.upc.
// flags: -O2 -fupc-alias-versioning -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
struct grid { int n, width; double scale; };
shared [64] double a[64 * THREADS];
typedef shared [] double *line_t;
// The bound is read once.
void bound(struct grid *g) {
    for (int i = 0; i < g->n; i++) a[i] = i;
}
// The span is found in front of the loop, so the name gives way to what it stands for; in the loop it stays.
void name(struct grid *g, int y) {
    for (int x = 0; x < g->width; x++) {
        const int at = y * g->width + x;
        a[at] = x;
    }
}
// A number behind a pointer goes to the function by its value.
void value(struct grid *g, line_t to, line_t from) {
    for (int i = 0; i < g->n; i++) to[i] = g->width * from[i];
}
// Elements of a `restrict` pointer that is used for nothing else need no test.
void alone(double *restrict sums, line_t *lines, int n) {
    line_t from = lines[0], more = lines[1];
    for (int i = 0; i < n; i++) sums[i] = from[i] + more[i];
}
// The pointer of an array in a structure is read in front of the loop: its elements are one span.
struct values { int n; shared [64] double *values; };
void member(struct values *g) {
    for (int i = 0; i < g->n; i++) g->values[i] = i;
}

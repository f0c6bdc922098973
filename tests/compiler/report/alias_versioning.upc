// flags: -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction -fupc-alias-versioning -fupc-unroll-and-jam -fupc-nodes=one
// report: 18: [alias-versioning] done: 2 pointers, which do not overlap where a test says so
// report: 19: [strip-mine] done: 1 reference in runs through 1 span
// report: 19: [alias-versioning] not done: a call
// report: 20: [strip-mine] done: 1 reference in runs through 1 span
// report: 20: [alias-versioning] not done: an access by pointer
// report: 22: [unroll-and-jam] done: 6 iterations at once
// report: 24: [strip-mine] done: 1 reference in runs through 1 span
// report: 30: [alias-versioning] done: 2 pointers, which do not overlap where a test says so
#include <upc_relaxed.h>
typedef shared [] double *line_t;
typedef shared [64] double row_t[64];
shared [64] double blocks[64 * THREADS];
double calls(double);

void f(line_t to, line_t from, double *place, row_t *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) to[i] = 2 * from[i + 1];
    for (int i = 0; i < n; i++) to[i] = calls(blocks[i]);
    for (int i = 0; i < n; i++) *place = *place + blocks[i], to[i] = *place;
    // A row after the other is added.
    for (int k = 0; k < 64; k++)
        for (int j = 0; j < 64; j++) to[j] += from[k] * b[k][j];
    for (int j = 0; j < 64; j++) sum += b[1][j];
    to[0] = sum;
}

struct wave { double re, im; };
void g(shared [] struct wave *to, shared [] struct wave *from, int n) {
    for (int i = 0; i < n; i++) to[i].re = from[i].im;
}
shared double sums[64 * THREADS];
// An address that goes from thread to thread: beside another array it is known to be apart, beside its own or a pointer it is not.
void walks(shared double *p, int n) {
    // report: 37: [strength-reduction] done: 1 address carried along
    // report: 37: [alias-versioning] done: 2 pointers, which do not overlap where a test says so
    for (int i = 0; i < n; i++) blocks[0] += sums[i];
    // report: 39: [strength-reduction] done: 1 address carried along
    for (int i = 0; i < n; i++) blocks[0] += p[i];
}

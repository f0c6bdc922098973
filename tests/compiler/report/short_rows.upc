// flags: -fno-upc-passes -fupc-strip-mine -fupc-strength-reduction
// report: 16: [strip-mine] done: 1 reference in runs through 3 spans
// report: 17: [strength-reduction] done: 1 address carried along
// report: 18: [strip-mine] one node: done: 2 references in one run through 2 spans
// report: 18: [strip-mine] several nodes: done: 1 reference in runs through 1 span
// report: 18: [strength-reduction] done: 1 address carried along
// report: 19: [strip-mine] done: 1 reference in runs through 1 span
// report: 20: [strength-reduction] done: 1 address carried along
// report: 22: [strength-reduction] done: 1 address carried along
#include <upc_relaxed.h>
shared [64] int image[64 * THREADS];
shared [6] int rows[6 * THREADS];
int s;
void f(int i, int n) {
    // A span for each row, rows that lie in one block, a long loop, rows that blocks cut, a window of too many rows.
    for (int j = 1; j < n; j++)
        for (int k = -1; k <= 1; k++) s += image[(i + k) * 64 + j];
    for (int d = 0; d < 4; d++) s += rows[i * 6 + d] + image[i * 2 + d];
    for (int d = 0; d < 100; d++) s += image[d];
    for (int d = 0; d < 4; d++) s += rows[i * 4 + d];
    for (int j = 1; j < n; j++)
        for (int k = 0; k < 9; k++) s += image[k * 64 + j];
}

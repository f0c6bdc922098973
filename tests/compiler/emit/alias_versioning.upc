// golden: Loops as functions of pointers that do not overlap; nests of which four iterations of the outer loop are done at once. The loops of the
// functions have no call, division or branch an element that the source has not.
// flags: -O2 -fupc-alias-versioning -fupc-unroll-and-jam -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
typedef shared [] double *line_t;
shared [64] double c[8 * THREADS][64], b[64 * THREADS][64];
// What is read next to each other is one pointer, by constants; the scale is passed by its value.
// Compilers are told that the test holds, so that they lay out and align what is behind it as what mostly runs.
void smooth(line_t to, line_t from, int n, double scale) {
    for (int i = 1; i < n; i++) to[i] = scale * (from[i - 1] + from[i + 1]);
}
// A variable that the loop changes goes in and out.
double sums(line_t to, line_t from, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) to[i] = sum += from[i];
    return sum;
}
// Rows of b are spans each; the row of c is the same for all.
void product(line_t a, int side) {
    for (int k = 0; k < side; k++)
        for (int j = 0; j < 64; j++) c[3][j] += a[k] * b[k][j];
}
// A short nest that does not divide by six: four.
void short_product(line_t a, int side) {
    for (int k = 0; k < 16; k++)
        for (int j = 0; j < 64; j++) c[5][j] += a[k] * b[k][j];
}
// Structures, as a whole and by their members; one that the body changes.
struct wave { double re, im; int seen : 3; };
typedef shared [] struct wave *waves_t;
void turn(waves_t to, waves_t from, struct wave by, int n) {
    for (int i = 0; i < n; i++) {
        struct wave w = from[i];
        w.re *= by.re;
        to[i] = w;
        to[i].im = from[i].im * by.im;
    }
}
struct hidden { volatile double v; };
void seen(shared [] struct hidden *to, shared [] struct hidden *from, int n) {
    for (int i = 0; i < n; i++) to[i].v = from[i].v;
}
// A loop of a constant number of iterations that a block can hold: the function is for all of them, and what is cut runs as it was; both where the count goes
// up and down. One that no block holds, or whose beginning is unknown, is cut where blocks end.
shared [64] double wide[64 * THREADS], narrow[64 * THREADS];
void inside(int row) {
    for (int j = 1; j < 63; j++) wide[row * 64 + j] = narrow[row * 64 + j - 1] + narrow[row * 64 + j + 1];
}
void down(int row) {
    for (int h = 62; h >= 0; h -= 3) wide[row * 64 + h] = 2 * narrow[row * 64 + h];
}
void beyond(int row) {
    for (int m = 0; m < 66; m++) wide[row * 64 + m] = narrow[row * 64 + m];
    for (int m = 1; m < 64; m++) wide[row * 64 + m] = narrow[row * 64 + m - 1] + narrow[row * 64 + m + 1];
    for (int m = row; m < 64; m++) wide[row * 64 + m] = narrow[row * 64 + m];
}
// A walk is a pointer of the function, too, which leaves its address behind.
shared double dealt[64 * THREADS];
void sum_of(int n) {
    for (int m = 0; m < n; m++) wide[0] += dealt[m];
}

// flags: -fno-upc-passes -fupc-coalesce -fupc-gather -fupc-pieces
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS], b[64 * THREADS];
shared [128] double wide[128 * THREADS];
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
    return sum;
}

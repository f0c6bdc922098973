// flags: -O2 -fno-upc-passes -fupc-split-phase
// report: 17: [split-phase] done: 3 reads under way together
// report: 20: [split-phase] done: 4 reads under way together
// report: 26: [split-phase] done: 2 reads under way together
// report: 30: [split-phase] done: 2 reads under way together
// report: 35: [split-phase] done: 2 reads under way together
// report: 36: [split-phase] done: 2 reads under way together
#include <upc_relaxed.h>
shared int a[100 * THREADS], b[100 * THREADS], c[100 * THREADS];
shared [] struct { int n; double v[4]; } s[8];
strict shared int flag;
int g;
int other(int);

int f(int i, int j, const int *at) {
    int x, y, z;
    x = a[i] + b[j] + c[i + j];
    a[i] += b[j];
    other(x);
    x = a[i] + 1;
    y = b[j];
    int w = c[at[i]], u = a[i] + s[i].n;
    z = a[y]; /* where it lies is known only when y is here */
    x = a[i] + a[i]; /* one */
    if (a[i] < b[j]) return 1;
    if (x) x = a[i] * b[j];
    x = a[i] && b[j]; /* the second perhaps */
    x = other(a[i]) + b[j];
    y = a[i]++, z = b[j];
    i = a[1];
    j = b[2] + c[i]; /* i is new */
    x = a[3] + flag; /* strict */
    upc_fence;
    x = a[5]; *(int *)at = 3; y = b[g]; /* may be g */
    for (int k = 0; k < 3; k++) x += a[k] * b[k];
    return s[1].n + (int)s[2].v[i] + w + u + z;
}

// Indexes in which a variable of a loop inside cancels out: nothing in front of the outer loop may
// name it.
// flags: -O3
// variants: off: -O3 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 48, N = 4 * B };
shared [B] double d[N * THREADS];
shared [B] short a[N * THREADS];
static long wrong;

static void expect(const char *what, int i, long found, long expected) {
    if (found != expected && ++wrong < 9) printf("%s: element %d is %ld, not %ld\n", what, i, found, expected);
}

int main(void) {
    shared [B] double *p = d;
    const int n = 40;
    upc_forall (int i = 0; i < N * THREADS; i++; &d[i]) d[i] = i;
    upc_forall (int i = 0; i < N * THREADS; i++; &a[i]) a[i] = 0;
    upc_barrier;
    upc_forall (int i = 4; i < n; i++; p + i)
        for (int j = 0; j < 4; j++) a[i * 4 + j] += (long)p[(-2) * j + i + 2 * j + 2];
    upc_barrier;
    for (int i = 4; i < n; i++)
        for (int j = 0; j < 4; j++) expect("sums", i * 4 + j, a[i * 4 + j], i + 2);
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            const int back = i - j;
            sum += (long)d[back + j + 1] * (j + 1);
        }
    expect("a name", 0, sum, 6 * (n * (n - 1) / 2 + n));
    upc_barrier;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            if (MYTHREAD == 0) d[i - i + 5 + j - j] += j;
    upc_barrier;
    expect("nothing moves", 5, (long)d[5], 5 + 3 * n);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}

// Random access from a pointer to the end of an array, by indexes that lead back over millions of
// rows. What such an index counts from must lie before all elements that there are.
// flags: -O2 -fupc-strip-mine -fupc-strength-reduction
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { ROWS = 3 << 20, READS = 1000 };
shared char *cyclic_end;
shared [4] char *blocked_end;
static long *back;

static long sum_cyclic(int n) {
    long sum = 0;
    shared char *p = cyclic_end;
    for (int i = 0; i < n; i++) sum += p[-back[i]] * (i + 1L);
    return sum;
}

static long sum_blocked(int n) {
    long sum = 0;
    shared [4] char *p = blocked_end;
    for (int i = 0; i < n; i++) sum += p[-back[i]] * (i + 1L);
    return sum;
}

int main(void) {
    const long n = (long)ROWS * THREADS;
    long expected = 0;
    shared char *cyclic = upc_all_alloc(n, 1);
    shared [4] char *blocked = upc_all_alloc(n / 4, 4);
    cyclic_end = cyclic + n;
    blocked_end = blocked + n;
    back = malloc(READS * sizeof *back);
    for (int i = 0; i < READS; i++) {
        back[i] = 1 + (n - 1) / READS * (READS - 1 - (long)i * 7 % READS) + i;
        expected += i % 100 * (i + 1L);
        if (MYTHREAD == 0) cyclic[n - back[i]] = blocked[n - back[i]] = (char)(i % 100);
    }
    upc_barrier;
    if (sum_cyclic(READS) != expected) printf("thread %d of %d: cyclic\n", MYTHREAD, THREADS);
    if (sum_blocked(READS) != expected) printf("thread %d of %d: blocked\n", MYTHREAD, THREADS);
    upc_barrier;
    if (MYTHREAD == 0) printf("pass\n");
    return 0;
}

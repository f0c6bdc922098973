// flags: -fsanitize=undefined -fno-sanitize-recover=all
// sanitize: no (this is one)
// requires: ubsan
// The undefined behaviour sanitizer has nothing to say about copies of private data nor about
// shared accesses.
#include <stdio.h>
#include <upc.h>

static int small = 1, *pointer = &small, table[5] = {1, 2, 3};
static struct { char c; long v[2]; } record = {'x', {4, 5}};
shared int s = 3, cyclic[4 * THREADS];
shared [3] double blocked[9 * THREADS];
shared [] char text[] = "text";

int main(void) {
    int sum = small + *pointer + table[2] + (int)record.v[1] + s + text[3];
    upc_forall (int i = 0; i < 4 * THREADS; i++; &cyclic[i]) cyclic[i] = i;
    upc_barrier;
    shared [3] double *p = blocked + 4 * THREADS, *q = p - 2;
    small = table[MYTHREAD % 5];
    q += small;
    sum += cyclic[4 * THREADS - 1] + (int)(p - q) + (int)*q + (p > q) + *pointer;
    if (MYTHREAD == 0) printf(sum > 0 ? "pass\n" : "%d\n", sum);
    return 0;
}

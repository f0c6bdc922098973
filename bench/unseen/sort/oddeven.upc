/* Odd-even transposition sort. The owner of the left element of a pair puts the pair in order. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BLOCK 64

int n;
shared [BLOCK] int *a;

void sort(void)
{
    int phase, i, t;

    for (phase = 0; phase < n; phase++) {
        for (i = phase % 2; i + 1 < n; i += 2) {
            if (upc_threadof(&a[i]) == MYTHREAD) {
                if (a[i] > a[i + 1]) {
                    t = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = t;
                }
            }
        }
        upc_barrier;
    }
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 3000);
    a = upc_all_alloc((n + BLOCK - 1) / BLOCK, BLOCK * sizeof(int));
    upc_forall (i = 0; i < n; i++; &a[i])
        a[i] = (i * 7919) % 10007;
    upc_barrier;
    start = unseen_clock();
    sort();
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += (double)a[i] * (i % 9 + 1);
        unseen_print("oddeven", end - start, sum);
    }
    return 0;
}

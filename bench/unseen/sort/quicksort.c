/* Quicksort with a stack of parts: the twin of quicksort.upc. */
#include <omp.h>

#include "../unseen.h"

#define SMALL 1000

struct part { int low, high; };

int n;
int *a;
struct part *stack;
int top, pending; /* parts on the stack, and parts that are not sorted yet */
omp_lock_t lock;

void push(int low, int high)
{
    omp_set_lock(&lock);
    stack[top].low = low;
    stack[top++].high = high;
    pending++;
    omp_unset_lock(&lock);
}

void quicksort(int low, int high)
{
    while (low < high) {
        int pivot = a[(low + high) / 2];
        int i = low - 1, j = high + 1, t;
        for (;;) {
            do i++; while (a[i] < pivot);
            do j--; while (a[j] > pivot);
            if (i >= j) break;
            t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        if (j - low > SMALL)
            push(low, j);
        else
            quicksort(low, j);
        low = j + 1;
    }
}

void work(void)
{
    struct part p;
    int got;

    while (pending > 0) {
        omp_set_lock(&lock);
        got = top > 0;
        if (got) p = stack[--top];
        omp_unset_lock(&lock);
        if (!got) continue;
        quicksort(p.low, p.high);
        omp_set_lock(&lock);
        pending--;
        omp_unset_lock(&lock);
    }
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 100000);
    a = malloc(n * sizeof(int));
    stack = malloc((n / SMALL + 1) * sizeof(struct part));
    omp_init_lock(&lock);
    srand(1);
    for (i = 0; i < n; i++)
        a[i] = rand() % 1000000;
    push(0, n - 1);
    start = unseen_clock();
#pragma omp parallel
    work();
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += (double)a[i] * (i % 9 + 1);
    unseen_print("quicksort", end - start, sum);
    return 0;
}

/* Quicksort. Parts that are still to sort lie on a stack that all threads share. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define SMALL 1000

struct part { int low, high; };

int n;
shared int *a;
shared [] struct part *stack;
shared int top, pending; /* parts on the stack, and parts that are not sorted yet */
upc_lock_t *lock;

void push(int low, int high)
{
    upc_lock(lock);
    stack[top].low = low;
    stack[top++].high = high;
    pending++;
    upc_unlock(lock);
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
        upc_lock(lock);
        got = top > 0;
        if (got) p = stack[--top];
        upc_unlock(lock);
        if (!got) continue;
        quicksort(p.low, p.high);
        upc_lock(lock);
        pending--;
        upc_unlock(lock);
    }
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 100000);
    a = upc_all_alloc(n, sizeof(int));
    stack = upc_all_alloc(1, (n / SMALL + 1) * sizeof(struct part));
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < n; i++)
            a[i] = rand() % 1000000;
        push(0, n - 1);
    }
    upc_barrier;
    start = unseen_clock();
    work();
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += (double)a[i] * (i % 9 + 1);
        unseen_print("quicksort", end - start, sum);
    }
    return 0;
}

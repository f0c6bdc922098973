/* Bottom-up merge sort between two arrays. Each pair of runs is merged by one thread. */
#include <upc_relaxed.h>

#include "../unseen.h"

int n;
shared int *a, *b;

/* Merges from[low .. mid) and from[mid .. high) into to[low .. high). */
void merge(shared int *to, shared int *from, int low, int mid, int high)
{
    int i = low, j = mid, k = low;

    while (i < mid && j < high) {
        if (from[i] <= from[j])
            to[k++] = from[i++];
        else
            to[k++] = from[j++];
    }
    while (i < mid)
        to[k++] = from[i++];
    while (j < high)
        to[k++] = from[j++];
}

void sort(void)
{
    int width, pair, low, mid, high;
    shared int *t;

    for (width = 1; width < n; width *= 2) {
        upc_forall (pair = 0; pair < (n + 2 * width - 1) / (2 * width); pair++; pair) {
            low = pair * 2 * width;
            mid = low + width < n ? low + width : n;
            high = mid + width < n ? mid + width : n;
            merge(b, a, low, mid, high);
        }
        upc_barrier;
        t = a;
        a = b;
        b = t;
    }
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 100000);
    a = upc_all_alloc(n, sizeof(int));
    b = upc_all_alloc(n, sizeof(int));
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < n; i++)
            a[i] = rand() % 1000000;
    }
    upc_barrier;
    start = unseen_clock();
    sort();
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += (double)a[i] * (i % 9 + 1);
        unseen_print("mergesort", end - start, sum);
    }
    return 0;
}

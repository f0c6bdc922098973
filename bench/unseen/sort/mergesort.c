/* Bottom-up merge sort between two arrays: the twin of mergesort.upc. */
#include "../unseen.h"

int n;
int *a, *b;

/* Merges from[low .. mid) and from[mid .. high) into to[low .. high). */
void merge(int *to, int *from, int low, int mid, int high)
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
    int *t;

    for (width = 1; width < n; width *= 2) {
#pragma omp parallel for private(low, mid, high)
        for (pair = 0; pair < (n + 2 * width - 1) / (2 * width); pair++) {
            low = pair * 2 * width;
            mid = low + width < n ? low + width : n;
            high = mid + width < n ? mid + width : n;
            merge(b, a, low, mid, high);
        }
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
    a = malloc(n * sizeof(int));
    b = malloc(n * sizeof(int));
    srand(1);
    for (i = 0; i < n; i++)
        a[i] = rand() % 1000000;
    start = unseen_clock();
    sort();
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += (double)a[i] * (i % 9 + 1);
    unseen_print("mergesort", end - start, sum);
    return 0;
}

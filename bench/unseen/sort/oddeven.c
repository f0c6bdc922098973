/* Odd-even transposition sort: the twin of oddeven.upc. */
#include "../unseen.h"

int n;
int *a;

void sort(void)
{
    int phase, i, t;

    for (phase = 0; phase < n; phase++) {
#pragma omp parallel for DEALT(32) private(t)
        for (i = phase % 2; i < n - 1; i += 2) {
            if (a[i] > a[i + 1]) {
                t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 3000);
    a = malloc(n * sizeof(int));
    for (i = 0; i < n; i++)
        a[i] = (i * 7919) % 10007;
    start = unseen_clock();
    sort();
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += (double)a[i] * (i % 9 + 1);
    unseen_print("oddeven", end - start, sum);
    return 0;
}

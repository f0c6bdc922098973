/* Histograms of many pictures: the twin of histogram.upc. */
#include <omp.h>

#include "../unseen.h"

#define BINS 256
#define PIXELS 65536

unsigned char picture[PIXELS];
int histogram[BINS];
omp_lock_t lock[BINS];

void count(int pixels)
{
#pragma omp parallel
    {
        int mine[BINS] = {0};
        int i, b;

#pragma omp for nowait
        for (i = 0; i < pixels; i++)
            mine[picture[i]]++;
        for (b = 0; b < BINS; b++) {
            omp_set_lock(&lock[b]);
            histogram[b] += mine[b];
            omp_unset_lock(&lock[b]);
        }
    }
}

int main(int argc, char **argv)
{
    int pixels = unseen_size(argc, argv, 1, PIXELS);
    int pictures = unseen_size(argc, argv, 2, 500);
    int i, k;
    double start, end, sum = 0;

    for (i = 0; i < BINS; i++)
        omp_init_lock(&lock[i]);
    srand(1);
    for (i = 0; i < pixels; i++)
        picture[i] = rand() % 16 * (rand() % 16);
    for (i = 0; i < BINS; i++)
        histogram[i] = 0;
    start = unseen_clock();
    for (k = 0; k < pictures; k++)
        count(pixels);
    end = unseen_clock();
    for (i = 0; i < BINS; i++)
        sum += (double)histogram[i] * (i + 1);
    unseen_print("histogram", end - start, sum);
    return 0;
}

/* Histograms of many pictures. Each thread counts its pixels privately, then adds what it found to
 * the histogram of the picture, one lock a bin. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BINS 256
#define PIXELS 65536

shared unsigned char picture[PIXELS * THREADS];
shared int histogram[BINS * THREADS];
upc_lock_t *lock[BINS];

void count(int pixels)
{
    int mine[BINS] = {0};
    int i, b;

    upc_forall (i = 0; i < pixels; i++; &picture[i])
        mine[picture[i]]++;
    for (b = 0; b < BINS; b++) {
        upc_lock(lock[b]);
        histogram[b] += mine[b];
        upc_unlock(lock[b]);
    }
}

int main(int argc, char **argv)
{
    int pixels = unseen_size(argc, argv, 1, PIXELS);
    int pictures = unseen_size(argc, argv, 2, 500);
    int i, k;
    double start, end, sum = 0;

    for (i = 0; i < BINS; i++)
        lock[i] = upc_all_lock_alloc();
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < pixels; i++)
            picture[i] = rand() % 16 * (rand() % 16);
        for (i = 0; i < BINS; i++)
            histogram[i] = 0;
    }
    upc_barrier;
    start = unseen_clock();
    for (k = 0; k < pictures; k++) {
        count(pixels);
        upc_barrier;
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < BINS; i++)
            sum += (double)histogram[i] * (i + 1);
        unseen_print("histogram", end - start, sum);
    }
    return 0;
}

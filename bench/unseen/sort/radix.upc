/* Radix sort, the lowest digit first. In each pass a thread counts the digits of its part of the
 * keys; from the counts of all threads follow the places. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BITS 8
#define RADIX (1 << BITS)

int n;
shared unsigned *keys, *other;
shared [RADIX] int count[THREADS][RADIX];

void pass(shared unsigned *from, shared unsigned *to, int shift)
{
    int first = (int)((long)n * MYTHREAD / THREADS);
    int last = (int)((long)n * (MYTHREAD + 1) / THREADS);
    int i, t, digit, place = 0;

    for (digit = 0; digit < RADIX; digit++)
        count[MYTHREAD][digit] = 0;
    for (i = first; i < last; i++)
        count[MYTHREAD][(from[i] >> shift) % RADIX]++;
    upc_barrier;
    if (MYTHREAD == 0) {
        for (digit = 0; digit < RADIX; digit++)
            for (t = 0; t < THREADS; t++) {
                int c = count[t][digit];
                count[t][digit] = place;
                place += c;
            }
    }
    upc_barrier;
    for (i = first; i < last; i++) {
        digit = (from[i] >> shift) % RADIX;
        to[count[MYTHREAD][digit]++] = from[i];
    }
    upc_barrier;
}

int main(int argc, char **argv)
{
    int i, shift;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 200000);
    keys = upc_all_alloc(n, sizeof(unsigned));
    other = upc_all_alloc(n, sizeof(unsigned));
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < n; i++)
            keys[i] = (unsigned)rand();
    }
    upc_barrier;
    start = unseen_clock();
    for (shift = 0; shift < 32; shift += 2 * BITS) {
        pass(keys, other, shift);
        pass(other, keys, shift + BITS);
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += (double)keys[i] * (i % 9 + 1);
        unseen_print("radix", end - start, sum);
    }
    return 0;
}

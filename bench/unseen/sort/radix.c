/* Radix sort, the lowest digit first: the twin of radix.upc. */
#include "../unseen.h"

#define BITS 8
#define RADIX (1 << BITS)

int n;
unsigned *keys, *other;
int count[RADIX];

void pass(unsigned *from, unsigned *to, int shift)
{
    int i, digit, place = 0;

    for (digit = 0; digit < RADIX; digit++)
        count[digit] = 0;
    for (i = 0; i < n; i++)
        count[(from[i] >> shift) % RADIX]++;
    for (digit = 0; digit < RADIX; digit++) {
        int c = count[digit];
        count[digit] = place;
        place += c;
    }
    for (i = 0; i < n; i++) {
        digit = (from[i] >> shift) % RADIX;
        to[count[digit]++] = from[i];
    }
}

int main(int argc, char **argv)
{
    int i, shift;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 200000);
    keys = malloc(n * sizeof(unsigned));
    other = malloc(n * sizeof(unsigned));
    srand(1);
    for (i = 0; i < n; i++)
        keys[i] = (unsigned)rand();
    start = unseen_clock();
    for (shift = 0; shift < 32; shift += 2 * BITS) {
        pass(keys, other, shift);
        pass(other, keys, shift + BITS);
    }
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += (double)keys[i] * (i % 9 + 1);
    unseen_print("radix", end - start, sum);
    return 0;
}

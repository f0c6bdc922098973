/* Random walks in the plane: the twin of montecarlo.upc. */
#include <omp.h>

#include "../unseen.h"

omp_lock_t guard;
long total;
long farthest;

long walk(unsigned seed, int steps)
{
    long x = 0, y = 0;
    int i;

    for (i = 0; i < steps; i++) {
        seed = seed * 1664525 + 1013904223;
        switch (seed >> 30) {
        case 0: x++; break;
        case 1: x--; break;
        case 2: y++; break;
        case 3: y--; break;
        }
    }
    return x * x + y * y;
}

int main(int argc, char **argv)
{
    int walks = unseen_size(argc, argv, 1, 40000);
    int steps = unseen_size(argc, argv, 2, 300);
    int i;
    double start, end;

    omp_init_lock(&guard);
    total = farthest = 0;
    start = unseen_clock();
#pragma omp parallel for
    for (i = 0; i < walks; i++) {
        long d = walk(i * 2654435761u, steps);
        omp_set_lock(&guard);
        total += d;
        if (d > farthest)
            farthest = d;
        omp_unset_lock(&guard);
    }
    end = unseen_clock();
    unseen_print("montecarlo", end - start, (double)total / walks + farthest);
    return 0;
}

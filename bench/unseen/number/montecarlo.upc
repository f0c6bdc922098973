/* Random walks in the plane: the mean square distance after a number of steps, and the farthest
 * walk. What a walk finds is added under a lock. */
#include <upc_relaxed.h>

#include "../unseen.h"

upc_lock_t *guard;
shared long total;
shared long farthest;

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

    guard = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        total = farthest = 0;
    upc_barrier;
    start = unseen_clock();
    upc_forall (i = 0; i < walks; i++; i) {
        long d = walk(i * 2654435761u, steps);
        upc_lock(guard);
        total += d;
        if (d > farthest)
            farthest = d;
        upc_unlock(guard);
    }
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0)
        unseen_print("montecarlo", end - start, (double)total / walks + farthest);
    return 0;
}

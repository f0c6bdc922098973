// flags: -lm
//
// Pi: the area under 4/(1+x^2) between 0 and 1, as a sum of thin rectangles.
//
// The classical first program with a reduction. The loop is shared out by number (affinity `i`:
// iteration i goes to thread i mod THREADS). Each thread sums into a private variable and enters
// the result under a lock, once. Adding to the shared total inside the loop would be right with the
// lock and hopeless without it: `total += x` is a read and a write, and another thread may come
// between them.
#include <math.h>
#include <stdio.h>
#include <upc.h>

#define STEPS 4000000

shared double total; // one object, with affinity to thread 0
shared int entered;

int main(void)
{
    upc_lock_t *const lock = upc_all_lock_alloc(); // collective: all threads get the same lock
    const double width = 1.0 / STEPS;
    double sum = 0;

    upc_forall (int i = 0; i < STEPS; i++; i) {
        const double x = (i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }

    upc_lock(lock);
    total += sum * width;
    entered++;
    upc_unlock(lock);
    upc_barrier;

    int status = 0;
    if (MYTHREAD == 0) {
        const double error = fabs(total - acos(-1.0));
        printf("pi is about %.12f (error %.1e, %d threads)\n", total, error, entered);
        status = !(error < 1e-10 && entered == THREADS);
        puts(status ? "FAIL: too far from pi" : "PASS: right to ten digits");
    }
    upc_all_lock_free(lock);
    return status;
}

/* A wave on a ring: a step computes the next state from the last two, then the three arrays change
 * places. */
#include <math.h>
#include <upc_relaxed.h>

#include "../unseen.h"

int points;
double c = 0.3;
shared double *before, *now, *after;

void step(void)
{
    int i;

    upc_forall (i = 0; i < points; i++; &after[i]) {
        double left = now[(i + points - 1) % points];
        double right = now[(i + 1) % points];
        after[i] = 2 * now[i] - before[i] + c * (left - 2 * now[i] + right);
    }
}

void rotate(void)
{
    shared double *t = before;

    before = now;
    now = after;
    after = t;
}

int main(int argc, char **argv)
{
    int i, k, steps;
    double start, end, sum = 0;

    points = unseen_size(argc, argv, 1, 20000);
    steps = unseen_size(argc, argv, 2, 500);
    before = upc_all_alloc(points, sizeof(double));
    now = upc_all_alloc(points, sizeof(double));
    after = upc_all_alloc(points, sizeof(double));
    upc_forall (i = 0; i < points; i++; i)
        before[i] = now[i] = sin(2 * 3.14159265358979 * i / points);
    upc_barrier;
    start = unseen_clock();
    for (k = 0; k < steps; k++) {
        step();
        upc_barrier;
        rotate();
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < points; i++)
            sum += now[i] * (i % 3);
        unseen_print("wave", end - start, sum);
    }
    return 0;
}

/* A wave on a ring: the twin of wave.upc. */
#include <math.h>

#include "../unseen.h"

int points;
double c = 0.3;
double *before, *now, *after;

void step(void)
{
    int i;

#pragma omp parallel for
    for (i = 0; i < points; i++) {
        double left = now[(i + points - 1) % points];
        double right = now[(i + 1) % points];
        after[i] = 2 * now[i] - before[i] + c * (left - 2 * now[i] + right);
    }
}

void rotate(void)
{
    double *t = before;

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
    before = malloc(points * sizeof(double));
    now = malloc(points * sizeof(double));
    after = malloc(points * sizeof(double));
    for (i = 0; i < points; i++)
        after[i] = before[i] = now[i] = sin(2 * 3.14159265358979 * i / points);
    start = unseen_clock();
    for (k = 0; k < steps; k++) {
        step();
        rotate();
    }
    end = unseen_clock();
    for (i = 0; i < points; i++)
        sum += now[i] * (i % 3);
    unseen_print("wave", end - start, sum);
    return 0;
}

// A string of fixed ends by the leapfrog scheme. Each thread holds a block; at its edges it reads
// its neighbours' points.
#include "waves.h"

#include <math.h>
#include <upc.h>
#include <upc_collective.h>

static shared double *edges_left, *edges_right; // one of each a thread: the outermost points of its block
static shared double *parts;
static double *now, *before;
static int points;

void waves_create(int points_each)
{
    const int all = points_each * THREADS;
    points = points_each;
    edges_left = upc_all_alloc(THREADS, sizeof(double));
    edges_right = upc_all_alloc(THREADS, sizeof(double));
    parts = upc_all_alloc(THREADS, sizeof(double));
    now = (double *)upc_alloc(points * sizeof(double));
    before = (double *)upc_alloc(points * sizeof(double));
    for (int i = 0; i < points; i++)
        now[i] = before[i] = sin(3.14159265358979 * (MYTHREAD * points + i + 1) / (all + 1));
    upc_barrier;
}

static void exchange_edges(double *left, double *right)
{
    edges_left[MYTHREAD] = now[0];
    edges_right[MYTHREAD] = now[points - 1];
    upc_barrier;
    *left = MYTHREAD > 0 ? edges_right[MYTHREAD - 1] : 0;
    *right = MYTHREAD + 1 < THREADS ? edges_left[MYTHREAD + 1] : 0;
    upc_barrier;
}

void waves_step(int steps)
{
    for (int s = 0; s < steps; s++) {
        double left, right;
        exchange_edges(&left, &right);
        for (int i = 0; i < points; i++) {
            const double l = i > 0 ? now[i - 1] : left, r = i + 1 < points ? now[i + 1] : right;
            before[i] = 2 * now[i] - before[i] + 0.25 * (l - 2 * now[i] + r);
        }
        double *swap = now;
        now = before;
        before = swap;
    }
}

double waves_energy(void)
{
    double left, right, mine = 0, sum = 0;
    exchange_edges(&left, &right);
    for (int i = 0; i < points; i++) {
        const double speed = now[i] - before[i], r = i + 1 < points ? now[i + 1] : right;
        const double r_before = i + 1 < points ? before[i + 1] : r; // close enough at the edges
        mine += speed * speed + 0.25 * (r - now[i]) * (r_before - before[i]);
    }
    if (MYTHREAD == 0) mine += 0.25 * now[0] * before[0];
    parts[MYTHREAD] = mine;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) sum += parts[t];
    upc_barrier;
    return sum;
}

double *waves_mine(int *count)
{
    *count = points;
    return now;
}

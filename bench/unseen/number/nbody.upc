/* Gravitation between n bodies, all pairs. Each coordinate has an array of its own. */
#include <math.h>
#include <upc_relaxed.h>

#include "../unseen.h"

#define MAX 2000
#define DT 0.001

shared double x[MAX * THREADS], y[MAX * THREADS], z[MAX * THREADS];
shared double vx[MAX * THREADS], vy[MAX * THREADS], vz[MAX * THREADS];
shared double mass[MAX * THREADS];

void accelerate(int n)
{
    int i, j;

    upc_forall (i = 0; i < n; i++; i) {
        double ax = 0, ay = 0, az = 0;
        for (j = 0; j < n; j++) {
            double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            double r2 = dx * dx + dy * dy + dz * dz + 0.01;
            double f = mass[j] / (r2 * sqrt(r2));
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        vx[i] += DT * ax;
        vy[i] += DT * ay;
        vz[i] += DT * az;
    }
}

void move(int n)
{
    int i;

    upc_forall (i = 0; i < n; i++; i) {
        x[i] += DT * vx[i];
        y[i] += DT * vy[i];
        z[i] += DT * vz[i];
    }
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 1000), steps = unseen_size(argc, argv, 2, 10), i, k;
    double start, end, sum = 0;

    upc_forall (i = 0; i < n; i++; i) {
        x[i] = i % 17;
        y[i] = i % 13;
        z[i] = i * 0.01;
        vx[i] = vy[i] = vz[i] = 0;
        mass[i] = 1 + i % 3;
    }
    upc_barrier;
    start = unseen_clock();
    for (k = 0; k < steps; k++) {
        accelerate(n);
        upc_barrier;
        move(n);
        upc_barrier;
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += fabs(vx[i]) + fabs(vy[i]) + fabs(vz[i]);
        unseen_print("nbody", end - start, sum);
    }
    return 0;
}

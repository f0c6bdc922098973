/* Gravitation between n bodies, all pairs: the twin of nbody.upc. */
#include <math.h>

#include "../unseen.h"

#define MAX 2000
#define DT 0.001

double x[MAX], y[MAX], z[MAX];
double vx[MAX], vy[MAX], vz[MAX];
double mass[MAX];

void accelerate(int n)
{
    int i, j;

#pragma omp parallel for private(j)
    for (i = 0; i < n; i++) {
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

#pragma omp parallel for
    for (i = 0; i < n; i++) {
        x[i] += DT * vx[i];
        y[i] += DT * vy[i];
        z[i] += DT * vz[i];
    }
}

int main(int argc, char **argv)
{
    int n = unseen_size(argc, argv, 1, 1000), steps = unseen_size(argc, argv, 2, 10), i, k;
    double start, end, sum = 0;

    for (i = 0; i < n; i++) {
        x[i] = i % 17;
        y[i] = i % 13;
        z[i] = i * 0.01;
        vx[i] = vy[i] = vz[i] = 0;
        mass[i] = 1 + i % 3;
    }
    start = unseen_clock();
    for (k = 0; k < steps; k++) {
        accelerate(n);
        move(n);
    }
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += fabs(vx[i]) + fabs(vy[i]) + fabs(vz[i]);
    unseen_print("nbody", end - start, sum);
    return 0;
}

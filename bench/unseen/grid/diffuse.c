/* Diffusion in a box of nx by ny by nz cells: the twin of diffuse.upc. */
#include "../unseen.h"

typedef float *field_t;

int nx, ny, nz;

static inline int cell(int x, int y, int z)
{
    return (z * ny + y) * nx + x;
}

static void diffuse(field_t u, field_t v, float k)
{
    int x, y, z;

#pragma omp parallel for DEALT(1) private(x, y)
    for (z = 1; z < nz - 1; z++)
        for (y = 1; y < ny - 1; y++)
            for (x = 1; x < nx - 1; x++)
                v[cell(x, y, z)] = u[cell(x, y, z)] +
                                   k * (u[cell(x - 1, y, z)] + u[cell(x + 1, y, z)] + u[cell(x, y - 1, z)] +
                                        u[cell(x, y + 1, z)] + u[cell(x, y, z - 1)] + u[cell(x, y, z + 1)] -
                                        6 * u[cell(x, y, z)]);
}

int main(int argc, char **argv)
{
    int i, step, steps;
    double start, end, sum = 0;
    field_t u, v;

    nx = unseen_size(argc, argv, 1, 80);
    ny = unseen_size(argc, argv, 2, 70);
    nz = unseen_size(argc, argv, 3, 60);
    steps = unseen_size(argc, argv, 4, 100);
    u = malloc(nx * ny * nz * sizeof(float));
    v = malloc(nx * ny * nz * sizeof(float));
    for (i = 0; i < nx * ny * nz; i++)
        u[i] = v[i] = i % 11;
    start = unseen_clock();
    for (step = 0; step < steps; step += 2) {
        diffuse(u, v, 0.1f);
        diffuse(v, u, 0.1f);
    }
    end = unseen_clock();
    for (i = 0; i < nx * ny * nz; i++)
        sum += u[i];
    unseen_print("diffuse", end - start, sum);
    return 0;
}

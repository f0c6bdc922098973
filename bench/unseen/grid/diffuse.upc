/* Diffusion in a box of nx by ny by nz cells, seven points each. A function finds a cell in the
 * array. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define BLOCK 512

typedef shared [BLOCK] float *field_t;

int nx, ny, nz;

static inline int cell(int x, int y, int z)
{
    return (z * ny + y) * nx + x;
}

static void diffuse(field_t u, field_t v, float k)
{
    int x, y, z;

    upc_forall (z = 1; z < nz - 1; z++; z)
        for (y = 1; y < ny - 1; y++)
            for (x = 1; x < nx - 1; x++)
                v[cell(x, y, z)] = u[cell(x, y, z)] +
                                   k * (u[cell(x - 1, y, z)] + u[cell(x + 1, y, z)] + u[cell(x, y - 1, z)] +
                                        u[cell(x, y + 1, z)] + u[cell(x, y, z - 1)] + u[cell(x, y, z + 1)] -
                                        6 * u[cell(x, y, z)]);
    upc_barrier;
}

int main(int argc, char **argv)
{
    int i, step, steps, blocks;
    double start, end, sum = 0;
    field_t u, v;

    nx = unseen_size(argc, argv, 1, 80);
    ny = unseen_size(argc, argv, 2, 70);
    nz = unseen_size(argc, argv, 3, 60);
    steps = unseen_size(argc, argv, 4, 100);
    blocks = (nx * ny * nz + BLOCK - 1) / BLOCK;
    u = upc_all_alloc(blocks, BLOCK * sizeof(float));
    v = upc_all_alloc(blocks, BLOCK * sizeof(float));
    upc_forall (i = 0; i < nx * ny * nz; i++; &u[i])
        u[i] = v[i] = i % 11;
    upc_barrier;
    start = unseen_clock();
    for (step = 0; step < steps; step += 2) {
        diffuse(u, v, 0.1f);
        diffuse(v, u, 0.1f);
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < nx * ny * nz; i++)
            sum += u[i];
        unseen_print("diffuse", end - start, sum);
    }
    return 0;
}

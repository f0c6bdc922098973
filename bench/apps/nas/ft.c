/* Reference for ft.upc: OpenMP threads own planes, which they allocate; one parallel region for
 * all. Prints the time of the whole. */
#include <omp.h>
#include <string.h>

#define FT_WHERE

#include "ft.h"

static ft_plane *z_plane;
static ft_plane *y_plane; /* waves */
static ft_plane *work;    /* a copy of the y-planes, to transform back */
static struct ft_complex part[FT_STEPS_MAX][PROGRAM_REFERENCE_THREADS];

struct own {
    int first_z;
    int end_z;
    int first_y;
    int end_y;
};

static struct own own_find(const struct ft_class *class) {
    const int me = omp_get_thread_num();
    const int all = PROGRAM_REFERENCE_THREADS;
    return (struct own){(int)part_first(class->nz, all, me), (int)part_first(class->nz, all, me + 1),
                        (int)part_first(class->ny, all, me), (int)part_first(class->ny, all, me + 1)};
}

static void planes_create(const struct ft_class *class, const struct own *own) {
    for (int z = own->first_z; z < own->end_z; z++)
        z_plane[z] = program_memory((size_t) class->nx * (size_t) class->ny * sizeof(struct ft_complex));
    for (int y = own->first_y; y < own->end_y; y++) {
        y_plane[y] = program_memory((size_t) class->nx * (size_t) class->nz * sizeof(struct ft_complex));
        work[y] = program_memory((size_t) class->nx * (size_t) class->nz * sizeof(struct ft_complex));
    }
#pragma omp barrier
}

static void forward(const struct ft_class *class, const struct own *own, struct ft_lines *lines) {
    for (int z = own->first_z; z < own->end_z; z++) {
        ft_plane_fill(class, z_plane[z], z);
        ft_transform_z_plane(class, lines, z_plane[z], 1);
    }
#pragma omp barrier
    for (int y = own->first_y; y < own->end_y; y++) {
        for (int z = 0; z < class->nz; z++)
            memcpy(y_plane[y] + z * class->nx, z_plane[z] + y * class->nx,
                   (size_t) class->nx * sizeof(struct ft_complex));
        ft_transform_y_plane(class, lines, y_plane[y], 1);
    }
#pragma omp barrier
}

static void y_planes_do(const struct ft_class *class, const struct own *own, struct ft_lines *lines,
                        const double *damping_x) {
    for (int y = own->first_y; y < own->end_y; y++) {
        ft_evolve(class, y_plane[y], work[y], y, damping_x);
        ft_transform_y_plane(class, lines, work[y], -1);
    }
}

static struct ft_complex step(const struct ft_class *class, const struct own *own, struct ft_lines *lines,
                              const double *damping_x) {
    y_planes_do(class, own, lines, damping_x);
#pragma omp barrier
    for (int z = own->first_z; z < own->end_z; z++) {
        for (int y = 0; y < class->ny; y++)
            memcpy(z_plane[z] + y * class->nx, work[y] + z * class->nx, (size_t) class->nx * sizeof(struct ft_complex));
        ft_transform_z_plane(class, lines, z_plane[z], -1);
    }
#pragma omp barrier
    return ft_samples(class, z_plane, own->first_z, own->end_z);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const struct ft_class *class = ft_class_find(name);
    if (!class) return program_unknown_class("ft", name);
    z_plane = program_memory((size_t) class->nz * sizeof *z_plane);
    y_plane = program_memory((size_t) class->ny * sizeof *y_plane);
    work = program_memory((size_t) class->ny * sizeof *work);
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
        const struct own own = own_find(class);
        struct ft_lines *lines = ft_lines_create();
        double damping_x[FT_LINE_MAX];
        for (int x = 0; x < class->nx; x++)
            damping_x[x] = ft_damping(x, class->nx);
        planes_create(class, &own);
        forward(class, &own, lines); /* these two touch everything once */
        y_planes_do(class, &own, lines, damping_x);
#pragma omp barrier
        const double start = bench_now_ns();
        forward(class, &own, lines);
        for (int s = 0; s < class->steps; s++)
            part[s][omp_get_thread_num()] = step(class, &own, lines, damping_x);
#pragma omp master
        bench_print("ft", bench_now_ns() - start);
        free(lines);
    }
    struct ft_complex sum[FT_STEPS_MAX] = {{0, 0}};
    for (int s = 0; s < class->steps; s++)
        for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++) {
            sum[s].re += part[s][t].re;
            sum[s].im += part[s][t].im;
        }
    return program_verdict("ft", name, ft_right(class, sum));
}

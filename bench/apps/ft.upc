/* NAS FT (see ft.h): each thread owns some z-planes and some y-planes. Between transforms along x and y and those along z each plane is
 * put together out of rows of all planes of the other kind. A table of planes of a kind is private to each thread. Prints the time of
 * the whole. */
#include <upc_relaxed.h>

#define FT_WHERE shared []

#include "ft.h"

shared struct ft_complex part[FT_STEPS_MAX][THREADS];

static const struct ft_class *class;
static ft_plane *z_plane, *y_plane, *work; /* z-planes; y-planes of waves; their copy to transform back */
static int first_z, end_z, first_y, end_y; /* this thread's */
static struct ft_lines *lines;
static double damping_x[FT_LINE_MAX];

/* `count` planes of some points, each in the segment of its owner. */
static ft_plane *planes_create(int count, int points) {
    shared ft_plane *directory = upc_all_alloc((size_t)count, sizeof(ft_plane));
    ft_plane *planes = program_memory((size_t)count * sizeof *planes);
    for (long p = part_first(count, THREADS, MYTHREAD); p < part_first(count, THREADS, MYTHREAD + 1); p++)
        directory[p] = upc_alloc((size_t)points * sizeof(struct ft_complex));
    upc_barrier;
    for (int p = 0; p < count; p++) planes[p] = directory[p];
    upc_all_free(directory);
    return planes;
}

static void planes_free(ft_plane *planes, int first, int end) {
    for (int p = first; p < end; p++) upc_free(planes[p]);
    free(planes);
}

static void forward(void) {
    for (int z = first_z; z < end_z; z++) {
        ft_plane_fill(class, z_plane[z], z);
        ft_transform_z_plane(class, lines, z_plane[z], 1);
    }
    upc_barrier;
    for (int y = first_y; y < end_y; y++) {
        for (int z = 0; z < class->nz; z++)
            upc_memcpy(y_plane[y] + z * class->nx, z_plane[z] + y * class->nx, (size_t)class->nx * sizeof(struct ft_complex));
        ft_transform_y_plane(class, lines, y_plane[y], 1);
    }
    upc_barrier;
}

static struct ft_complex step(void) {
    for (int y = first_y; y < end_y; y++) {
        ft_evolve(class, y_plane[y], work[y], y, damping_x);
        ft_transform_y_plane(class, lines, work[y], -1);
    }
    upc_barrier;
    for (int z = first_z; z < end_z; z++) {
        for (int y = 0; y < class->ny; y++)
            upc_memcpy(z_plane[z] + y * class->nx, work[y] + z * class->nx, (size_t)class->nx * sizeof(struct ft_complex));
        ft_transform_z_plane(class, lines, z_plane[z], -1);
    }
    upc_barrier;
    return ft_samples(class, z_plane, first_z, end_z);
}

static void everything_create(void) {
    first_z = (int)part_first(class->nz, THREADS, MYTHREAD), end_z = (int)part_first(class->nz, THREADS, MYTHREAD + 1);
    first_y = (int)part_first(class->ny, THREADS, MYTHREAD), end_y = (int)part_first(class->ny, THREADS, MYTHREAD + 1);
    z_plane = planes_create(class->nz, class->nx * class->ny);
    y_plane = planes_create(class->ny, class->nx * class->nz);
    work = planes_create(class->ny, class->nx * class->nz);
    lines = ft_lines_create();
    for (int x = 0; x < class->nx; x++) damping_x[x] = ft_damping(x, class->nx);
}

static int sums_right(void) {
    struct ft_complex sum[FT_STEPS_MAX] = {{0, 0}};
    for (int s = 0; s < class->steps; s++)
        for (int t = 0; t < THREADS; t++) sum[s].re += part[s][t].re, sum[s].im += part[s][t].im;
    return ft_right(class, sum);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    class = ft_class_find(name);
    if (!class) return program_unknown_class("ft", name);
    everything_create();
    forward(); /* touches everything once */
    const double start = bench_now_ns();
    forward();
    for (int s = 0; s < class->steps; s++) part[s][MYTHREAD] = step();
    if (MYTHREAD == 0) bench_print("ft", bench_now_ns() - start);
    upc_barrier;
    planes_free(z_plane, first_z, end_z);
    planes_free(y_plane, first_y, end_y);
    planes_free(work, first_y, end_y);
    free(lines);
    return MYTHREAD == 0 ? program_verdict("ft", name, sums_right()) : 0;
}

/* NAS FT (see ft.h): each thread owns some z-planes and some y-planes. Between transforms along x
 * and y and those along z each plane is put together out of rows of all planes of the other kind. A
 * table of planes of a kind is private to each thread. Prints the time of the whole.
 *
 *   (no word)    a plane that is put together fetches its rows
 *   split        rows are sent when all planes are transformed, without waiting for each, and
 *                barriers are split into notify and wait
 *   overlapped   the same, but those of a plane are sent while the next one is transformed
 *   openmp       compiled with -fopenmp: as the first, the planes of a thread divided among two
 *                sub-threads */
#include <upc_nb.h>
#include <upc_relaxed.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define FT_WHERE shared []

#include "ft.h"

shared struct ft_complex part[FT_STEPS_MAX][THREADS];

enum { SUB_THREADS = 2 };
enum form { FETCHED, SPLIT, OVERLAPPED };

static const struct ft_class *class;
static ft_plane *z_plane, *y_plane, *work; /* z-planes; y-planes of waves; their copy to transform back */
static int first_z, end_z, first_y, end_y; /* this thread's */
static struct ft_lines *lines[SUB_THREADS];
static double damping_x[FT_LINE_MAX];
static enum form form;

/* Which of a thread's sub-threads runs. */
static int sub_thread(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

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

static size_t row_bytes(void) { return (size_t)class->nx * sizeof(struct ft_complex); }

static void y_plane_fetch(int y) {
    for (int z = 0; z < class->nz; z++) upc_memcpy(y_plane[y] + z * class->nx, z_plane[z] + y * class->nx, row_bytes());
}

static void z_plane_fetch(int z) {
    for (int y = 0; y < class->ny; y++) upc_memcpy(z_plane[z] + y * class->nx, work[y] + z * class->nx, row_bytes());
}

/* The other way round, without waiting; each thread begins with other rows, so that not all send
 * to one. */
static void z_plane_send(int z) {
    for (int n = 0, y = first_y; n < class->ny; n++, y = (y + 1) % class->ny)
        upc_memcpy_nbi(y_plane[y] + z * class->nx, z_plane[z] + y * class->nx, row_bytes());
}

static void y_plane_send(int y) {
    for (int n = 0, z = first_z; n < class->nz; n++, z = (z + 1) % class->nz)
        upc_memcpy_nbi(z_plane[z] + y * class->nx, work[y] + z * class->nx, row_bytes());
}

static void z_planes_send(void) {
    for (int z = first_z; z < end_z && form == SPLIT; z++) z_plane_send(z);
    upc_synci();
}

static void forward(void) {
#pragma omp parallel for num_threads(SUB_THREADS) schedule(static)
    for (int z = first_z; z < end_z; z++) {
        ft_plane_fill(class, z_plane[z], z);
        ft_transform_z_plane(class, lines[sub_thread()], z_plane[z], 1);
        if (form == OVERLAPPED) z_plane_send(z);
    }
    if (form != FETCHED) z_planes_send();
    upc_barrier;
#pragma omp parallel for num_threads(SUB_THREADS) schedule(static)
    for (int y = first_y; y < end_y; y++) {
        if (form == FETCHED) y_plane_fetch(y);
        ft_transform_y_plane(class, lines[sub_thread()], y_plane[y], 1);
    }
    upc_barrier;
}

static void y_plane_do(int y) {
    ft_evolve(class, y_plane[y], work[y], y, damping_x);
    ft_transform_y_plane(class, lines[sub_thread()], work[y], -1);
}

static void y_planes_do(void) {
#pragma omp parallel for num_threads(SUB_THREADS) schedule(static)
    for (int y = first_y; y < end_y; y++) y_plane_do(y);
}

static void z_planes_do(void) {
#pragma omp parallel for num_threads(SUB_THREADS) schedule(static)
    for (int z = first_z; z < end_z; z++) {
        if (form == FETCHED) z_plane_fetch(z);
        ft_transform_z_plane(class, lines[sub_thread()], z_plane[z], -1);
    }
}

static struct ft_complex step_fetched(void) {
    y_planes_do();
    upc_barrier;
    z_planes_do();
    upc_barrier;
    return ft_samples(class, z_plane, first_z, end_z);
}

/* Between notify and wait nobody may yet send to this thread's z-planes, which it has just read. */
static struct ft_complex step_split(void) {
    y_planes_do();
    upc_wait;
    for (int y = first_y; y < end_y; y++) y_plane_send(y);
    upc_synci();
    upc_barrier;
    z_planes_do();
    const struct ft_complex sum = ft_samples(class, z_plane, first_z, end_z);
    upc_notify;
    return sum;
}

static struct ft_complex step_overlapped(void) {
    for (int y = first_y; y < end_y; y++) {
        y_plane_do(y);
        if (y == first_y) upc_wait;
        y_plane_send(y);
    }
    if (first_y == end_y) upc_wait;
    upc_synci();
    upc_barrier;
    z_planes_do();
    const struct ft_complex sum = ft_samples(class, z_plane, first_z, end_z);
    upc_notify;
    return sum;
}

static void steps(void) {
    struct ft_complex (*const step)(void) = form == FETCHED ? step_fetched : form == SPLIT ? step_split : step_overlapped;
    if (form != FETCHED) upc_notify;
    for (int s = 0; s < class->steps; s++) part[s][MYTHREAD] = step();
    if (form != FETCHED) upc_wait;
}

static void everything_create(void) {
    first_z = (int)part_first(class->nz, THREADS, MYTHREAD), end_z = (int)part_first(class->nz, THREADS, MYTHREAD + 1);
    first_y = (int)part_first(class->ny, THREADS, MYTHREAD), end_y = (int)part_first(class->ny, THREADS, MYTHREAD + 1);
    z_plane = planes_create(class->nz, class->nx * class->ny);
    y_plane = planes_create(class->ny, class->nx * class->nz);
    work = planes_create(class->ny, class->nx * class->nz);
    for (int s = 0; s < SUB_THREADS; s++) lines[s] = ft_lines_create();
    for (int x = 0; x < class->nx; x++) damping_x[x] = ft_damping(x, class->nx);
}

static int sums_right(void) {
    struct ft_complex sum[FT_STEPS_MAX] = {{0, 0}};
    for (int s = 0; s < class->steps; s++)
        for (int t = 0; t < THREADS; t++) sum[s].re += part[s][t].re, sum[s].im += part[s][t].im;
    return ft_right(class, sum);
}

/* With sub-threads or without is decided when compiling. */
static int form_compiled(int openmp) {
#ifdef _OPENMP
    const int right = openmp;
#else
    const int right = !openmp;
#endif
    if (!right) fprintf(stderr, "ft: the form openmp is compiled with -fopenmp, the others without\n");
    return right;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    class = ft_class_find(name);
    if (!class) return program_unknown_class("ft", name);
    form = program_form(words, word, "split") ? SPLIT : program_form(words, word, "overlapped") ? OVERLAPPED : FETCHED;
    if (!form_compiled(program_form(words, word, "openmp"))) return 1;
    everything_create();
    forward(), y_planes_do(); /* touch everything once */
    upc_barrier;
    const double start = bench_now_ns();
    forward();
    steps();
    if (MYTHREAD == 0) bench_print("ft", bench_now_ns() - start);
    upc_barrier;
    planes_free(z_plane, first_z, end_z);
    planes_free(y_plane, first_y, end_y);
    planes_free(work, first_y, end_y);
    for (int s = 0; s < SUB_THREADS; s++) free(lines[s]);
    return MYTHREAD == 0 ? program_verdict("ft", name, sums_right()) : 0;
}

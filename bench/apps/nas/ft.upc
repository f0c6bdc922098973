/* NAS FT (see ft.h): each thread owns some z-planes and some y-planes. Between transforms along x
 * and y and those along z each plane is put together out of rows of all planes of the other kind. A
 * table of planes of a kind is private to each thread. Prints the time of the whole, and that of
 * the exchange of rows alone.
 *
 *   (no word)    a plane that is put together fetches its rows
 *   cast         the same, and rows of the node are copied through private pointers (upc_cast)
 *   split        rows are sent when all planes are transformed, without waiting for each, and
 *                barriers are split into notify and wait
 *   overlapped   the same, but those of a plane are sent while the next one is transformed
 *
 * The planes of a thread may be divided among two sub-threads, but for the form overlapped. In the
 * form split these transform, and the thread itself sends.
 *
 *   openmp       workers of OpenMP; compiled with -fopenmp
 *   pool         workers of the thread's pool (polder/task.h)
 *   pthreads     a pthread that is made for each phase */
#include <polder/task.h>
#include <pthread.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_relaxed.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define FT_WHERE shared []

#include "ft.h"

shared struct ft_complex part[FT_STEPS_MAX][THREADS];

enum { SUB_THREADS = 2 };
enum form { FETCHED, CAST, SPLIT, OVERLAPPED };
enum division { ALONE, OPENMP, POOL, PTHREADS };

static const struct ft_class *class;
static ft_plane *z_plane;
static ft_plane *y_plane; /* of waves */
static ft_plane *work;    /* a copy of the y-planes, to transform back */
static int first_z;       /* of this thread's planes */
static int end_z;
static int first_y;
static int end_y;
static struct ft_lines *lines[SUB_THREADS];
static double damping_x[FT_LINE_MAX];
static enum form form;
static enum division division;
static struct { double ns; char apart[120]; } exchange[SUB_THREADS]; /* time in rows, of each sub-thread */

/* ---- sub-threads ---- */

/* What is done with the planes first to end - 1. */
struct phase {
    void (*plane)(int plane, int sub_thread);
    int first;
    int end;
};

static void phase_part(const struct phase *phase, int sub_thread, int parts) {
    const long planes = phase->end - phase->first;
    const long end = phase->first + part_first(planes, parts, sub_thread + 1);
    for (long p = phase->first + part_first(planes, parts, sub_thread); p < end; p++) phase->plane((int)p, sub_thread);
}

static void phase_worker(void *phase) { phase_part(phase, polder_worker_number(), SUB_THREADS); }

static void *phase_pthread(void *phase) {
    phase_part(phase, 1, SUB_THREADS);
    return NULL;
}

static void phase_pthreads(struct phase *phase) {
    pthread_t other;
    if (pthread_create(&other, NULL, phase_pthread, phase)) exit(1);
    phase_part(phase, 0, SUB_THREADS);
    pthread_join(other, NULL);
}

static void phase_openmp(struct phase *phase) {
#ifdef _OPENMP
#pragma omp parallel num_threads(SUB_THREADS)
    phase_part(phase, omp_get_thread_num(), SUB_THREADS);
#else
    (void)phase;
#endif
}

static void planes_do(void (*plane)(int, int), int first, int end) {
    struct phase phase = {plane, first, end};
    switch (division) {
    case ALONE: phase_part(&phase, 0, 1); break;
    case OPENMP: phase_openmp(&phase); break;
    case POOL: polder_workers_each(phase_worker, &phase); break;
    case PTHREADS: phase_pthreads(&phase); break;
    }
}

/* ---- planes and rows ---- */

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

static void row_fetch(ft_plane to, ft_plane from) {
    const void *near = form == CAST ? upc_cast(from) : NULL;
    if (near)
        memcpy(upc_cast(to), near, row_bytes());
    else
        upc_memcpy(to, from, row_bytes());
}

static void y_plane_fetch(int y, int sub_thread) {
    const double start = bench_now_ns();
    for (int z = 0; z < class->nz; z++) row_fetch(y_plane[y] + z * class->nx, z_plane[z] + y * class->nx);
    exchange[sub_thread].ns += bench_now_ns() - start;
}

static void z_plane_fetch(int z, int sub_thread) {
    const double start = bench_now_ns();
    for (int y = 0; y < class->ny; y++) row_fetch(z_plane[z] + y * class->nx, work[y] + z * class->nx);
    exchange[sub_thread].ns += bench_now_ns() - start;
}

static int fetches(void) { return form == FETCHED || form == CAST; }

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
    const double start = bench_now_ns();
    for (int z = first_z; z < end_z && form == SPLIT; z++) z_plane_send(z);
    upc_synci();
    exchange[0].ns += bench_now_ns() - start;
}

/* ---- the phases ---- */

static void z_plane_begin(int z, int sub_thread) {
    ft_plane_fill(class, z_plane[z], z);
    ft_transform_z_plane(class, lines[sub_thread], z_plane[z], 1);
    if (form == OVERLAPPED) z_plane_send(z);
}

static void y_plane_begin(int y, int sub_thread) {
    if (fetches()) y_plane_fetch(y, sub_thread);
    ft_transform_y_plane(class, lines[sub_thread], y_plane[y], 1);
}

static void forward(void) {
    planes_do(z_plane_begin, first_z, end_z);
    if (!fetches()) z_planes_send();
    upc_barrier;
    planes_do(y_plane_begin, first_y, end_y);
    upc_barrier;
}

static void y_plane_do(int y, int sub_thread) {
    ft_evolve(class, y_plane[y], work[y], y, damping_x);
    ft_transform_y_plane(class, lines[sub_thread], work[y], -1);
}

static void y_planes_do(void) { planes_do(y_plane_do, first_y, end_y); }

static void z_plane_do(int z, int sub_thread) {
    if (fetches()) z_plane_fetch(z, sub_thread);
    ft_transform_z_plane(class, lines[sub_thread], z_plane[z], -1);
}

static void z_planes_do(void) { planes_do(z_plane_do, first_z, end_z); }

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
    const double start = bench_now_ns();
    for (int y = first_y; y < end_y; y++) y_plane_send(y);
    upc_synci();
    exchange[0].ns += bench_now_ns() - start;
    upc_barrier;
    z_planes_do();
    const struct ft_complex sum = ft_samples(class, z_plane, first_z, end_z);
    upc_notify;
    return sum;
}

static struct ft_complex step_overlapped(void) {
    for (int y = first_y; y < end_y; y++) {
        y_plane_do(y, 0);
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
    struct ft_complex (*const step)(void) = fetches() ? step_fetched : form == SPLIT ? step_split : step_overlapped;
    if (!fetches()) upc_notify;
    for (int s = 0; s < class->steps; s++) part[s][MYTHREAD] = step();
    if (!fetches()) upc_wait;
}

static void everything_create(void) {
    first_z = (int)part_first(class->nz, THREADS, MYTHREAD);
    end_z = (int)part_first(class->nz, THREADS, MYTHREAD + 1);
    first_y = (int)part_first(class->ny, THREADS, MYTHREAD);
    end_y = (int)part_first(class->ny, THREADS, MYTHREAD + 1);
    z_plane = planes_create(class->nz, class->nx * class->ny);
    y_plane = planes_create(class->ny, class->nx * class->nz);
    work = planes_create(class->ny, class->nx * class->nz);
    for (int s = 0; s < SUB_THREADS; s++) lines[s] = ft_lines_create();
    for (int x = 0; x < class->nx; x++) damping_x[x] = ft_damping(x, class->nx);
}

static int sums_right(void) {
    struct ft_complex sum[FT_STEPS_MAX] = {{0, 0}};
    for (int s = 0; s < class->steps; s++)
        for (int t = 0; t < THREADS; t++) {
            sum[s].re += part[s][t].re;
            sum[s].im += part[s][t].im;
        }
    return ft_right(class, sum);
}

/* Workers of OpenMP or none is decided when compiling. */
static int form_compiled(void) {
#ifdef _OPENMP
    const int right = division == OPENMP;
#else
    const int right = division != OPENMP;
#endif
    if (!right) fprintf(stderr, "ft: the form openmp is compiled with -fopenmp, the others without\n");
    return right;
}

static enum form form_find(int words, char **word) {
    return program_form(words, word, "cast")         ? CAST
           : program_form(words, word, "split")      ? SPLIT
           : program_form(words, word, "overlapped") ? OVERLAPPED
                                                     : FETCHED;
}

static enum division division_find(int words, char **word) {
    return program_form(words, word, "openmp")     ? OPENMP
           : program_form(words, word, "pool")     ? POOL
           : program_form(words, word, "pthreads") ? PTHREADS
                                                   : ALONE;
}

static void figures_print(double start) {
    bench_print("ft", bench_now_ns() - start);
    bench_print("ft_exchange", exchange[0].ns);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    class = ft_class_find(name);
    if (!class) return program_unknown_class("ft", name);
    form = form_find(words, word);
    division = division_find(words, word);
    if (!form_compiled()) return 1;
    if (form == OVERLAPPED && division != ALONE) {
        fprintf(stderr, "ft: the form overlapped goes without sub-threads\n");
        return 1;
    }
    if (division == POOL && polder_workers_start(SUB_THREADS) != SUB_THREADS) return 1;
    everything_create();
    forward(); /* these two touch everything once */
    y_planes_do();
    exchange[0].ns = 0;
    upc_barrier;
    const double start = bench_now_ns();
    forward();
    steps();
    if (MYTHREAD == 0) figures_print(start);
    upc_barrier;
    planes_free(z_plane, first_z, end_z);
    planes_free(y_plane, first_y, end_y);
    planes_free(work, first_y, end_y);
    for (int s = 0; s < SUB_THREADS; s++) free(lines[s]);
    return MYTHREAD == 0 ? program_verdict("ft", name, sums_right()) : 0;
}

/* Reference for mg.upc: OpenMP threads own planes, which they allocate; one parallel region for
 * all. Prints the time of the cycles. */
#include <omp.h>

typedef double *mg_plane;

#include "mg.h"

static mg_plane *u[MG_LEVELS];
static mg_plane *r[MG_LEVELS];
static mg_plane *v;
static double squares[PROGRAM_REFERENCE_THREADS];

static void planes_create(mg_plane *grid, const struct mg_level *level) {
    for (int p = level->first; p < level->end; p++)
        grid[p] = program_memory(mg_plane_values(level->side) * sizeof(double));
}

static void levels_create(struct mg_level *levels, int top) {
    for (int k = 1; k <= top; k++) {
        const int side = 1 << k;
        const int me = omp_get_thread_num();
        levels[k] = (struct mg_level){side, (int)part_first(side, PROGRAM_REFERENCE_THREADS, me),
                                      (int)part_first(side, PROGRAM_REFERENCE_THREADS, me + 1), u[k], r[k]};
        planes_create(u[k], &levels[k]);
        planes_create(r[k], &levels[k]);
    }
    planes_create(v, &levels[top]);
    mg_charges_set(&levels[top], v);
#pragma omp barrier
}

/* One V-cycle, and the residual behind it. */
static void cycle(const struct mg_level *levels, int top, const double *smooth) {
    for (int k = top; k > 1; k--) {
        mg_restrict(&levels[k - 1], &levels[k]);
#pragma omp barrier
    }
    for (int k = 1; k <= top; k++) {
        if (k < top) mg_zero(&levels[k], levels[k].u);
        if (k > 1) {
            mg_prolong(&levels[k], &levels[k - 1]);
#pragma omp barrier
            mg_residual(&levels[k], k < top ? levels[k].r : v);
#pragma omp barrier
        }
        mg_smooth(&levels[k], smooth);
#pragma omp barrier
    }
    mg_residual(&levels[top], v);
#pragma omp barrier
}

/* The whole benchmark after `cycles` cycles from nothing. */
static void solve(const struct mg_level *levels, int top, const double *smooth, int cycles) {
    mg_zero(&levels[top], levels[top].u);
#pragma omp barrier
    mg_residual(&levels[top], v);
#pragma omp barrier
    for (int c = 0; c < cycles; c++)
        cycle(levels, top, smooth);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const struct mg_class *class = mg_class_find(name);
    if (!class) return program_unknown_class("mg", name);
    const int top = class->level;
    for (int k = 1; k <= top; k++) {
        u[k] = program_memory((sizeof(mg_plane)) << k);
        r[k] = program_memory((sizeof(mg_plane)) << k);
    }
    v = program_memory((sizeof(mg_plane)) << top);
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
        struct mg_level levels[MG_LEVELS];
        levels_create(levels, top);
        solve(levels, top, class->smooth, 1); /* touches everything once */
        const double start = bench_now_ns();
        solve(levels, top, class->smooth, class->cycles);
#pragma omp master
        bench_print("mg", bench_now_ns() - start);
        squares[omp_get_thread_num()] = mg_squares(&levels[top]);
    }
    double sum = 0;
    for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++)
        sum += squares[t];
    return program_verdict("mg", name, program_close(sqrt(sum / pow(8, top)), class->norm, 1e-8));
}

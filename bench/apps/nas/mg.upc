/* NAS MG (see mg.h): threads own adjoining planes of every grid, and read the neighbours' next to
 * them in place. A table of planes a grid is private to each thread. Prints the time of the
 * cycles. */
#include <upc_relaxed.h>

typedef shared [] double *mg_plane;

#include "mg.h"

shared double squares[THREADS];

static struct mg_level level[MG_LEVELS];
static mg_plane *v;

/* The planes of a grid, each in the segment of its owner. */
static mg_plane *grid_create(const struct mg_level *of) {
    shared mg_plane *directory = upc_all_alloc((size_t)of->side, sizeof(mg_plane));
    mg_plane *grid = program_memory((size_t)of->side * sizeof *grid);
    for (int p = of->first; p < of->end; p++) directory[p] = upc_alloc(mg_plane_values(of->side) * sizeof(double));
    upc_barrier;
    for (int p = 0; p < of->side; p++) grid[p] = directory[p];
    upc_all_free(directory);
    return grid;
}

static void grid_free(const struct mg_level *of, mg_plane *grid) {
    for (int p = of->first; p < of->end; p++) upc_free(grid[p]);
    free(grid);
}

static void levels_create(int top) {
    for (int k = 1; k <= top; k++) {
        level[k].side = 1 << k;
        level[k].first = (int)part_first(level[k].side, THREADS, MYTHREAD);
        level[k].end = (int)part_first(level[k].side, THREADS, MYTHREAD + 1);
        level[k].u = grid_create(&level[k]);
        level[k].r = grid_create(&level[k]);
    }
    v = grid_create(&level[top]);
    mg_charges_set(&level[top], v);
    upc_barrier;
}

static void levels_free(int top) {
    upc_barrier;
    grid_free(&level[top], v);
    for (int k = 1; k <= top; k++) {
        grid_free(&level[k], level[k].u);
        grid_free(&level[k], level[k].r);
    }
}

/* One V-cycle, and the residual behind it. */
static void cycle(int top, const double *smooth) {
    for (int k = top; k > 1; k--) {
        mg_restrict(&level[k - 1], &level[k]);
        upc_barrier;
    }
    for (int k = 1; k <= top; k++) {
        if (k < top) mg_zero(&level[k], level[k].u);
        if (k > 1) {
            mg_prolong(&level[k], &level[k - 1]);
            upc_barrier;
            mg_residual(&level[k], k < top ? level[k].r : v);
            upc_barrier;
        }
        mg_smooth(&level[k], smooth);
        upc_barrier;
    }
    mg_residual(&level[top], v);
    upc_barrier;
}

/* The whole benchmark after `cycles` cycles from nothing. */
static void solve(int top, const double *smooth, int cycles) {
    mg_zero(&level[top], level[top].u);
    upc_barrier;
    mg_residual(&level[top], v);
    upc_barrier;
    for (int c = 0; c < cycles; c++) cycle(top, smooth);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const struct mg_class *class = mg_class_find(name);
    if (!class) return program_unknown_class("mg", name);
    const int top = class->level;
    levels_create(top);
    solve(top, class->smooth, 1); /* touches everything once */
    const double start = bench_now_ns();
    solve(top, class->smooth, class->cycles);
    if (MYTHREAD == 0) bench_print("mg", bench_now_ns() - start);
    squares[MYTHREAD] = mg_squares(&level[top]);
    levels_free(top);
    upc_barrier;
    double sum = 0;
    for (int t = 0; t < THREADS; t++) sum += squares[t];
    return MYTHREAD == 0 ? program_verdict("mg", name, program_close(sqrt(sum / pow(8, top)), class->norm, 1e-8)) : 0;
}

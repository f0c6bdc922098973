/* Reference for engine/tasks.c: tasks of OpenMP; and a call of an empty function. */
#include <omp.h>

#include "trees.h"

static void __attribute__((noinline)) empty(long *argument) {
    BENCH_USE(argument);
}

static void time_call(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long calls = 100000;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < calls; i++)
            empty(&i);
        bench_add(&run, start, calls);
    }
    bench_print("call", bench_median_ns(&run));
}

static long fib(long n) {
    long left;
    long right;
    if (n < 2) return n;
#pragma omp task shared(left)
    left = fib(n - 1);
    right = fib(n - 2);
#pragma omp taskwait
    return left + right;
}

static void search(struct tasks_board board, int rows, long *found) {
    long each[32] = {0};
    int tasks = 0;
    if (rows == 0) {
        *found = board_count(board.board, board.columns, board.left, board.right);
        return;
    }
    for (unsigned free = tasks_free(board); free; free &= free - 1, tasks++) {
        const struct tasks_board next = tasks_put(board, free & -free);
        long *const here = &each[tasks];
#pragma omp task firstprivate(next, here)
        search(next, rows - 1, here);
    }
#pragma omp taskwait
    *found = 0;
    while (tasks--)
        *found += each[tasks];
}

static int time_trees(char name) {
    struct bench_run fibs = {0};
    struct bench_run searches = {0};
    const int chunks = bench_chunks();
    const struct tasks_board board = {(1u << queens_of(name)) - 1, 0, 0, 0};
    int right = 1;
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
#pragma omp single
    for (int chunk = 0; chunk < chunks; chunk++) {
        long found = 0;
        double start = bench_now_ns();
        right &= fib(tasks_fib(name)) == tasks_fib_is(name);
        bench_add(&fibs, start, 1);
        start = bench_now_ns();
        search(board, TASKS_ROWS, &found);
        bench_add(&searches, start, 1);
        right &= found == queens_solutions(name);
    }
    bench_print("fib", bench_median_ns(&fibs));
    bench_print("queens", bench_median_ns(&searches));
    return right;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    if (!tasks_fib(name)) return program_unknown_class("tasks", name);
    time_call();
    return program_verdict("tasks", name, time_trees(name));
}

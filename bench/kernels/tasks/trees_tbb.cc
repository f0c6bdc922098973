// Reference for engine/tasks.c: oneTBB's task_group.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#define class class_name // in headers that are C
#include "trees.h"
#undef class

#include <tbb/global_control.h>
#include <tbb/task_group.h>

namespace {

long fib(long n) {
    if (n < 2) return n;
    long left = 0;
    tbb::task_group group;
    group.run([&left, n] { left = fib(n - 1); });
    const long right = fib(n - 2);
    group.wait();
    return left + right;
}

long search(tasks_board board, int rows) {
    if (rows == 0) return board_count(board.board, board.columns, board.left, board.right);
    long each[32] = {};
    int tasks = 0;
    tbb::task_group group;
    for (unsigned free = tasks_free(board); free; free &= free - 1) {
        const tasks_board next = tasks_put(board, free & -free);
        long *here = &each[tasks++];
        group.run([=] { *here = search(next, rows - 1); });
    }
    group.wait();
    long found = 0;
    while (tasks--)
        found += each[tasks];
    return found;
}

} // namespace

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    if (!tasks_fib(name)) return program_unknown_class("tasks", name);
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, PROGRAM_REFERENCE_THREADS);
    bench_run fibs = {};
    bench_run searches = {};
    const int chunks = bench_chunks();
    bool right = true;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        double start = bench_now_ns();
        right = right && fib(tasks_fib(name)) == tasks_fib_is(name);
        bench_add(&fibs, start, 1);
        start = bench_now_ns();
        right = right && search({(1u << queens_of(name)) - 1, 0, 0, 0}, TASKS_ROWS) == queens_solutions(name);
        bench_add(&searches, start, 1);
    }
    bench_print("fib", bench_median_ns(&fibs));
    bench_print("queens", bench_median_ns(&searches));
    return program_verdict("tasks", name, right);
}

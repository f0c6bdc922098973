/* Tasks of <polder/task.h>: a spawn and its join, and the trees of bench/kernels/tasks/trees.h. */
#include <polder/polder.h>

#include "../kernels/tasks/trees.h"

static void empty(void *argument) {
    BENCH_USE(argument);
}

static void time_spawn_join(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long pairs = 100000;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < pairs; i++) {
            polder_task_spawn(empty, &i, sizeof i);
            polder_task_join();
        }
        bench_add(&run, start, pairs);
    }
    bench_print("spawn_join", bench_median_ns(&run));
}

static long fib(long n);
static void fib_task(void *argument) {
    long *value = argument;
    *value = fib(*value);
}
static long fib(long n) {
    long left = n - 1;
    if (n < 2) return n;
    polder_task_spawn(fib_task, &left, sizeof left);
    const long right = fib(n - 2);
    return right + *(long *)polder_task_join();
}

struct search {
    struct tasks_board board;
    int rows;
    long found;
};
static void search(void *argument) {
    struct search *s = argument;
    int tasks = 0;
    if (s->rows == 0) {
        s->found = board_count(s->board.board, s->board.columns, s->board.left, s->board.right);
        return;
    }
    for (unsigned free = tasks_free(s->board); free; free &= free - 1, tasks++) {
        const struct search next = {tasks_put(s->board, free & -free), s->rows - 1, 0};
        polder_task_spawn(search, &next, sizeof next);
    }
    s->found = 0;
    while (tasks--)
        s->found += ((struct search *)polder_task_join())->found;
}

static int time_trees(char name) {
    struct bench_run fibs = {0};
    struct bench_run searches = {0};
    const int chunks = bench_chunks();
    const unsigned board = (1u << queens_of(name)) - 1;
    int right = 1;
    for (int chunk = 0; chunk < chunks; chunk++) {
        struct search all = {{board, 0, 0, 0}, TASKS_ROWS, 0};
        double start = bench_now_ns();
        right &= fib(tasks_fib(name)) == tasks_fib_is(name);
        bench_add(&fibs, start, 1);
        start = bench_now_ns();
        search(&all);
        bench_add(&searches, start, 1);
        right &= all.found == queens_solutions(name);
    }
    bench_print("fib", bench_median_ns(&fibs));
    bench_print("queens", bench_median_ns(&searches));
    return right;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    if (!tasks_fib(name)) return program_unknown_class("tasks", name);
    polder_init(&words, &word);
    time_spawn_join();
    return program_verdict("tasks", name, time_trees(name));
}

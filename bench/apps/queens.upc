/* Queens on a board: all threads count the ways. They take tasks (queens in the first two rows)
 * from a shared counter under a lock. What they found is added up in a shared array. Prints the
 * time of a count. */
#include <upc_relaxed.h>

#include "board.h"

shared int next_task;
shared long found_by[THREADS];
static upc_lock_t *lock;
static int queens;

static int task_take(void) {
    int task;
    upc_lock(lock);
    task = next_task++;
    upc_unlock(lock);
    return task;
}

static long count_all(void) {
    long found = 0;
    if (MYTHREAD == 0) next_task = 0;
    upc_barrier;
    for (int task = task_take(); task < queens * queens; task = task_take()) found += board_task(queens, task);
    found_by[MYTHREAD] = found;
    upc_barrier;
    found = 0;
    for (int t = 0; t < THREADS; t++) found += found_by[t];
    return found;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    int right = 1;
    if (!queens_of(name)) return program_unknown_class("queens", name);
    queens = queens_of(name);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    lock = upc_all_lock_alloc();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        right &= count_all() == queens_solutions(name);
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print("queens", bench_median_ns(&run));
    upc_all_lock_free(lock);
    return MYTHREAD == 0 ? program_verdict("queens", name, right) : 0;
}

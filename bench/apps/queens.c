/* Reference for queens.upc: the tasks of the first two rows as a dynamically scheduled OpenMP loop.
 * Prints the time of a count. */
#include "board.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const int queens = queens_of(name);
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    int right = 1;
    if (!queens) return program_unknown_class("queens", name);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        long found = 0;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(dynamic) reduction(+ : found)
        for (int task = 0; task < queens * queens; task++)
            found += board_task(queens, task);
        right &= found == queens_solutions(name);
        bench_add(&run, start, 1);
    }
    bench_print("queens", bench_median_ns(&run));
    return program_verdict("queens", name, right);
}

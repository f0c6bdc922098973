/* Reference for queens.upc: the tasks of the first two rows as a dynamically scheduled OpenMP loop. Prints the time of a count. */
#include "../micro/bench.h"
#include "board.h"

int main(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        long found = 0;
#pragma omp parallel for num_threads(2) schedule(dynamic) reduction(+ : found)
        for (int task = 0; task < TASKS; task++) found += board_task(task);
        if (found != QUEENS_SOLUTIONS) return 1;
        bench_add(&run, start, 1);
    }
    bench_print("queens", bench_median_ns(&run));
    return 0;
}

/* Reference for ep.upc: blocks of pairs divided among OpenMP threads. Prints the time of the
 * whole. */
#include "ep.h"

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const struct ep_class *class = ep_class_find(name);
    if (!class) return program_unknown_class("ep", name);
    const long blocks = 1L << (class->bits - EP_BLOCK_BITS);
    struct ep_sums all = {0};
    const double start = bench_now_ns();
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
        struct ep_sums mine = {0};
#pragma omp for schedule(static, 1)
        for (long block = 0; block < blocks; block++)
            ep_block(block, &mine);
#pragma omp critical
        {
            all.x += mine.x;
            all.y += mine.y;
            for (int a = 0; a < EP_ANNULI; a++)
                all.count[a] += mine.count[a];
        }
    }
    bench_print("ep", bench_now_ns() - start);
    return program_verdict("ep", name, ep_right(class, &all));
}

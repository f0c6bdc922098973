/* Random updates of a shared table; prints the time of one update of one thread.
 *
 *   cyclic      table[i] of a default (cyclic) array: the address takes a division by THREADS
 *   directory   the table in one block a thread, found through a private table of pointers
 */
#include <upc_relaxed.h>

#include "../micro/bench.h"

enum { WORDS = 4 << 20, UPDATES = 1 << 17 };

typedef shared [] unsigned long *block_t;

static block_t *blocks;
static unsigned long words_each;
static shared unsigned long *table;

static inline unsigned long random_next(unsigned long r) { return (r << 1) ^ ((long)r < 0 ? 7UL : 0UL); }

static void update_cyclic(unsigned long r) {
    shared unsigned long *const words = table;
    for (long i = 0; i < UPDATES; i++) {
        r = random_next(r);
        words[r & (WORDS - 1)] ^= r;
    }
}

static void update_directory(unsigned long r) {
    const block_t *const where = blocks;
    int shift = 0;
    while (words_each >> shift != 1) shift++;
    for (long i = 0; i < UPDATES; i++) {
        r = random_next(r);
        where[(r & (WORDS - 1)) >> shift][r & (words_each - 1)] ^= r;
    }
}

static void measure(const char *figure, void (*update)(unsigned long)) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        update(0x123456789abcdefUL * (unsigned long)(MYTHREAD + 1 + THREADS * chunk));
        upc_barrier;
        bench_add(&run, start, UPDATES);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
}

int main(void) {
    words_each = 1;
    while (words_each * THREADS < WORDS) words_each *= 2; /* a power of two, so that a mask finds the word */
    table = (shared unsigned long *)upc_all_alloc(words_each * THREADS, sizeof(unsigned long));
    blocks = malloc(THREADS * sizeof *blocks);
    if (!blocks) upc_global_exit(1);
    for (int t = 0; t < THREADS; t++) blocks[t] = (block_t)(table + t);
    for (unsigned long i = MYTHREAD; i < words_each * THREADS; i += THREADS) table[i] = i;
    measure("cyclic", update_cyclic);
    measure("directory", update_directory);
    upc_all_free(table);
    free(blocks);
    return 0;
}

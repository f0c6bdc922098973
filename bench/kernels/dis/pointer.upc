/* The Pointer Stressmark (see pointer.h) on a blocked shared array: each thread goes its share of
 * the walks, on its own. With busy=1 thread 0 goes all. Prints the time of one hop of a thread. */
#include <upc_relaxed.h>

#include "busy.h"
#include "pointer.h"

enum { BLOCK = 256 };

static shared [BLOCK] uint64_t *field;
shared struct walk_result result_of[THREADS];

static struct walk walk_go(const struct walk_sizes *sizes, long number) {
    struct walk walk = walk_begin(sizes, number);
    uint64_t window[WALK_WINDOW_MOST];
    while (!walk_ends(sizes, &walk)) {
        for (long k = 0; k < sizes->window; k++) window[k] = field[walk.at + (uint64_t)k];
        walk_hop(sizes, &walk, window);
    }
    return walk;
}

static void field_create(const struct walk_sizes *sizes) {
    field = upc_all_alloc((size_t)((sizes->words + BLOCK - 1) / BLOCK), BLOCK * sizeof(uint64_t));
    upc_forall (long i = 0; i < sizes->words; i++; &field[i]) field[i] = walk_word(sizes, i);
    upc_barrier;
}

static int result_right(const struct walk_sizes *sizes, const struct walk_result *found) {
    uint64_t *copy = program_memory((size_t)sizes->words * sizeof *copy);
    for (long i = 0; i < sizes->words; i++) copy[i] = walk_word(sizes, i);
    const struct walk_result expected = pointer_serial(sizes, copy);
    free(copy);
    return found->checksum == expected.checksum && found->hops == expected.hops;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    struct walk_sizes sizes = pointer_class(name).sizes;
    if (!sizes.words) return program_unknown_class("pointer", name);
    if (!walk_sizes_read("pointer", &sizes, words, word, MYTHREAD == 0)) return 1;
    field_create(&sizes);
    struct walk_result result = {0, 0};
    const double start = bench_now_ns();
    const int walkers = sizes.busy ? 1 : THREADS;
    for (long number = MYTHREAD; MYTHREAD < walkers && number < sizes.walks; number += walkers) {
        const struct walk walk = walk_go(&sizes, number);
        walk_add(&result, number, &walk);
    }
    if (sizes.busy) busy_finish();
    result_of[MYTHREAD] = result;
    upc_barrier;
    const double taken = bench_now_ns() - start;
    struct walk_result all = {0, 0};
    for (int t = 0; t < THREADS; t++) {
        all.checksum += result_of[t].checksum;
        all.hops += result_of[t].hops;
    }
    upc_all_free(field);
    if (MYTHREAD != 0) return 0;
    bench_print("pointer", taken * walkers / (double)(all.hops ? all.hops : 1));
    dis_checksum_print("pointer", all.checksum);
    return program_verdict("pointer", name, result_right(&sizes, &all));
}

/* The Update Stressmark (see update.h) on a blocked shared array: thread 0 goes all walks, the
 * others wait in a barrier, or compute with busy=1. Prints the time of one hop. */
#include <upc_relaxed.h>

#include "busy.h"
#include "update.h"

enum { BLOCK = 256 };

static shared [BLOCK] uint64_t *field;
shared uint64_t mark_of[THREADS];

static struct walk walk_go(const struct walk_sizes *sizes, long number) {
    struct walk walk = walk_begin(sizes, number);
    uint64_t window[WALK_WINDOW_MOST];
    while (!walk_ends(sizes, &walk)) {
        const uint64_t at = walk.at;
        for (long k = 0; k < sizes->window; k++) window[k] = field[at + (uint64_t)k];
        walk_hop(sizes, &walk, window);
        field[at] = update_value(sizes, window);
    }
    return walk;
}

static void field_create(const struct walk_sizes *sizes) {
    field = upc_all_alloc((size_t)((sizes->words + BLOCK - 1) / BLOCK), BLOCK * sizeof(uint64_t));
    upc_forall (long i = 0; i < sizes->words; i++; &field[i]) field[i] = walk_word(sizes, i);
    upc_barrier;
}

/* Of all words, each by its owner. */
static uint64_t field_mark(const struct walk_sizes *sizes) {
    uint64_t mark = 0;
    upc_forall (long i = 0; i < sizes->words; i++; &field[i]) mark += update_word_mark(i, field[i]);
    mark_of[MYTHREAD] = mark;
    upc_barrier;
    mark = 0;
    for (int t = 0; t < THREADS; t++) mark += mark_of[t];
    return mark;
}

static int checksum_right(const struct walk_sizes *sizes, uint64_t found) {
    uint64_t *copy = program_memory((size_t)sizes->words * sizeof *copy);
    for (long i = 0; i < sizes->words; i++) copy[i] = walk_word(sizes, i);
    const struct walk_result expected = update_serial(sizes, copy);
    const uint64_t checksum = update_checksum(sizes, &expected, copy);
    free(copy);
    return found == checksum;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    struct walk_sizes sizes = update_class(name).sizes;
    if (!sizes.words) return program_unknown_class("update", name);
    if (!walk_sizes_read("update", &sizes, words, word, MYTHREAD == 0)) return 1;
    field_create(&sizes);
    struct walk_result result = {0, 0};
    const double start = bench_now_ns();
    for (long number = 0; MYTHREAD == 0 && number < sizes.walks; number++) {
        const struct walk walk = walk_go(&sizes, number);
        walk_add(&result, number, &walk);
    }
    if (sizes.busy) busy_finish();
    upc_barrier;
    const double taken = bench_now_ns() - start;
    const uint64_t checksum = result.checksum + field_mark(&sizes);
    upc_all_free(field);
    if (MYTHREAD != 0) return 0;
    bench_print("update", taken / (double)(result.hops ? result.hops : 1));
    dis_checksum_print("update", checksum);
    return program_verdict("update", name, checksum_right(&sizes, checksum));
}

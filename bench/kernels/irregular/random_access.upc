/* RandomAccess (see random_access.h). Prints the time of one update of one thread.
 *
 *   (no word)    on a cyclic shared array, as one writes it first
 *   directory    the table lies in one block a thread, found through a private table of pointers;
 *                for a power of two of threads */
#include <upc_relaxed.h>

#include "random_access.h"

shared uint64_t *table;
shared uint64_t lost_of[THREADS];

typedef shared [] uint64_t *block_t;

static uint64_t words;
static block_t *blocks; /* null: the table is the cyclic array */
static int block_bits;  /* words of a block, as a power of two */

static void update_all(void) {
    const long updates = (long)words * RANDOM_ACCESS_UPDATES_EACH;
    const long first = part_first(updates, THREADS, MYTHREAD);
    const long end = part_first(updates, THREADS, MYTHREAD + 1);
    shared uint64_t *const target = table;
    const uint64_t mask = words - 1;
    uint64_t r = random_access_at((uint64_t)first);
    for (long ahead = first; ahead < end; ahead += RANDOM_ACCESS_LOOK_AHEAD) {
        const long stop = ahead + RANDOM_ACCESS_LOOK_AHEAD < end ? ahead + RANDOM_ACCESS_LOOK_AHEAD : end;
        for (long u = ahead; u < stop; u++) {
            r = random_access_next(r);
            target[r & mask] ^= r;
        }
        upc_fence;
    }
}

static void update_directory(void) {
    const long updates = (long)words * RANDOM_ACCESS_UPDATES_EACH;
    const long first = part_first(updates, THREADS, MYTHREAD);
    const long end = part_first(updates, THREADS, MYTHREAD + 1);
    const block_t *const where = blocks;
    const uint64_t mask = words - 1;
    const uint64_t in_block = (UINT64_C(1) << block_bits) - 1;
    const int bits = block_bits;
    uint64_t r = random_access_at((uint64_t)first);
    for (long ahead = first; ahead < end; ahead += RANDOM_ACCESS_LOOK_AHEAD) {
        const long stop = ahead + RANDOM_ACCESS_LOOK_AHEAD < end ? ahead + RANDOM_ACCESS_LOOK_AHEAD : end;
        for (long u = ahead; u < stop; u++) {
            r = random_access_next(r);
            where[(r & mask) >> bits][r & in_block] ^= r;
        }
        upc_fence;
    }
}

/* Word i; in the cyclic array it has affinity to thread i % THREADS. */
static shared [] uint64_t *word_at(uint64_t i) {
    return blocks ? blocks[i >> block_bits] + (i & ((UINT64_C(1) << block_bits) - 1)) : (block_t)(table + i);
}

static int is_mine(uint64_t i) { return blocks ? (int)(i >> block_bits) == MYTHREAD : (int)(i % THREADS) == MYTHREAD; }

/* All updates once more, each by the owner of its word, so that none is lost. */
static void update_own(void) {
    uint64_t r = random_access_at(0);
    for (uint64_t u = 0; u < words * RANDOM_ACCESS_UPDATES_EACH; u++) {
        r = random_access_next(r);
        const uint64_t word = r & (words - 1);
        if (is_mine(word)) *word_at(word) ^= r;
    }
}

static uint64_t lost_count(void) {
    uint64_t lost = 0;
    for (uint64_t i = 0; i < words; i++)
        if (is_mine(i)) lost += *word_at(i) != i;
    lost_of[MYTHREAD] = lost;
    upc_barrier;
    lost = 0;
    for (int t = 0; t < THREADS; t++) lost += lost_of[t];
    return lost;
}

/* Blocks of 2^block_bits words; the table has as many bytes in either form, and is one in
 * memory. */
static void blocks_create(void) {
    block_bits = 0;
    while (words >> block_bits > (uint64_t)THREADS) block_bits++;
    blocks = program_memory((size_t)THREADS * sizeof *blocks);
    for (int t = 0; t < THREADS; t++) blocks[t] = (block_t)(table + t);
}

int main(int arguments, char **argument) {
    const char name = program_class(arguments, argument, 'A');
    words = random_access_words(name);
    if (!words) return program_unknown_class("random_access", name);
    const int directory = program_form(arguments, argument, "directory");
    if (directory && (THREADS & (THREADS - 1))) {
        if (MYTHREAD == 0) fprintf(stderr, "random_access: the form directory takes a power of two of threads\n");
        return 1;
    }
    table = upc_all_alloc(words, sizeof(uint64_t));
    if (directory) blocks_create();
    if (directory)
        for (uint64_t i = 0; i < words >> block_bits << block_bits; i++) {
            if (is_mine(i)) *word_at(i) = i;
        }
    else
        upc_forall (uint64_t i = 0; i < words; i++; &table[i]) table[i] = i;
    upc_barrier;
    const double start = bench_now_ns();
    directory ? update_directory() : update_all();
    upc_barrier;
    const double taken = bench_now_ns() - start;
    if (MYTHREAD == 0) bench_print("random_access", taken * THREADS / (double)(words * RANDOM_ACCESS_UPDATES_EACH));
    update_own();
    const uint64_t lost = lost_count();
    upc_all_free(table);
    free(blocks);
    return MYTHREAD == 0 ? program_verdict("random_access", name, lost <= words / 100) : 0;
}

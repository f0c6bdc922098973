/* Reference for hash_table.upc: one table, OpenMP threads, the processor's atomic operations.
 * Prints the time of one count of one thread. */
#include "hash_table.h"

static struct hash_table_slot *table;
static uint64_t slots;

static void count_key(uint64_t key) {
    uint64_t at = hash_table_hash(key) % slots;
    for (;; at = at + 1 == slots ? 0 : at + 1) {
        uint64_t found = __atomic_load_n(&table[at].key, __ATOMIC_RELAXED);
        if (found == 0 &&
            __atomic_compare_exchange_n(&table[at].key, &found, key, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            found = key;
        if (found == key) break;
    }
    __atomic_fetch_add(&table[at].count, 1, __ATOMIC_RELAXED);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const long counts = hash_table_counts(name);
    const long keys = counts / HASH_TABLE_REPEATS;
    if (!counts) return program_unknown_class("hash_table", name);
    slots = (uint64_t)keys * HASH_TABLE_ROOM;
    table = malloc(slots * sizeof *table);
    if (!table) return 1;
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (uint64_t s = 0; s < slots; s++)
        table[s] = (struct hash_table_slot){0, 0};
    const double start = bench_now_ns();
#pragma omp parallel for num_threads(PROGRAM_REFERENCE_THREADS) schedule(static)
    for (long n = 0; n < counts; n++)
        count_key(hash_table_key(n % keys));
    bench_print("hash_table", (bench_now_ns() - start) * PROGRAM_REFERENCE_THREADS / (double)counts);
    long used = 0;
    long right = 0;
    for (uint64_t s = 0; s < slots; s++) {
        used += table[s].key != 0;
        right += table[s].key != 0 && table[s].count == HASH_TABLE_REPEATS;
    }
    free(table);
    return program_verdict("hash_table", name, used == keys && right == keys);
}

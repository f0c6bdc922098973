/* A distributed hash table (see hash_table.h): the hash says which thread's part a key belongs to,
 * and where in it the search begins. Prints the time of one count of one thread. */
#include <upc_atomic.h>
#include <upc_relaxed.h>

#include "hash_table.h"

typedef shared [] struct hash_table_slot *part_t;

shared part_t directory[THREADS];
shared long used_of[THREADS];
shared long right_of[THREADS];

static part_t *part; /* a copy of the directory */
static uint64_t slots_each;
static upc_atomicdomain_t *domain;

static void count_key(uint64_t key) {
    const uint64_t hash = hash_table_hash(key);
    const uint64_t one = 1;
    const uint64_t free_slot = 0;
    const part_t slots = part[hash % THREADS];
    uint64_t at = hash / THREADS % slots_each;
    for (;; at = at + 1 == slots_each ? 0 : at + 1) {
        uint64_t found;
        upc_atomic_relaxed(domain, &found, UPC_GET, &slots[at].key, NULL, NULL);
        if (found == 0) {
            upc_atomic_relaxed(domain, &found, UPC_CSWAP, &slots[at].key, &free_slot, &key);
            if (found == 0) break;
        }
        if (found == key) break;
    }
    upc_atomic_relaxed(domain, NULL, UPC_ADD, &slots[at].count, &one, NULL);
}

static void table_create(long keys) {
    slots_each = (uint64_t)keys * HASH_TABLE_ROOM / THREADS + 64; /* keys do not fall evenly on the parts */
    directory[MYTHREAD] = upc_alloc(slots_each * sizeof(struct hash_table_slot));
    upc_memset(directory[MYTHREAD], 0, slots_each * sizeof(struct hash_table_slot));
    upc_barrier;
    part = program_memory(THREADS * sizeof *part);
    for (int t = 0; t < THREADS; t++) part[t] = directory[t];
}

static int table_right(long keys) {
    long used = 0;
    long right = 0;
    for (uint64_t s = 0; s < slots_each; s++) {
        used += part[MYTHREAD][s].key != 0;
        right += part[MYTHREAD][s].key != 0 && part[MYTHREAD][s].count == HASH_TABLE_REPEATS;
    }
    used_of[MYTHREAD] = used;
    right_of[MYTHREAD] = right;
    upc_barrier;
    used = right = 0;
    for (int t = 0; t < THREADS; t++) {
        used += used_of[t];
        right += right_of[t];
    }
    return used == keys && right == keys;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const long counts = hash_table_counts(name);
    const long keys = counts / HASH_TABLE_REPEATS;
    if (!counts) return program_unknown_class("hash_table", name);
    domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_GET | UPC_ADD | UPC_CSWAP, 0);
    table_create(keys);
    const long first = part_first(counts, THREADS, MYTHREAD);
    const long end = part_first(counts, THREADS, MYTHREAD + 1);
    upc_barrier;
    const double start = bench_now_ns();
    for (long n = first; n < end; n++) count_key(hash_table_key(n % keys));
    upc_barrier;
    if (MYTHREAD == 0) bench_print("hash_table", (bench_now_ns() - start) * THREADS / (double)counts);
    const int right = table_right(keys);
    upc_free(part[MYTHREAD]);
    free(part);
    upc_all_atomicdomain_free(domain);
    return MYTHREAD == 0 ? program_verdict("hash_table", name, right) : 0;
}

/* RandomAccess (see random_access.h) in OpenSHMEM: each PE has a block of the words. Prints the
 * time of one update of one PE.
 *
 *    (no word)  a get and a put of one element, as the rules allow: an update may be lost
 *    atomic     one atomic exclusive or: none is lost */
#include <shmem.h>

#include "../kernels/irregular/random_access.h"
#include "symmetric.h"

static uint64_t words;
static uint64_t *block; /* this PE's: the words that begin with its number, above block_bits */
static int block_bits;
static int me;
static int pes;
static uint64_t lost_here;
static uint64_t lost_anywhere;

static int owner(uint64_t word) {
    return (int)(word >> block_bits);
}

static uint64_t *place(uint64_t word) {
    return block + (word & ((UINT64_C(1) << block_bits) - 1));
}

static void update_all(int atomically) {
    const long updates = (long)words * RANDOM_ACCESS_UPDATES_EACH;
    const long first = part_first(updates, pes, me);
    const long end = part_first(updates, pes, me + 1);
    uint64_t *const mine = block;
    const uint64_t mask = words - 1;
    const uint64_t in_block = (UINT64_C(1) << block_bits) - 1;
    const int bits = block_bits;
    uint64_t r = random_access_at((uint64_t)first);
    for (long u = first; u < end; u++) {
        r = random_access_next(r);
        uint64_t *const word = mine + (r & in_block);
        const int pe = (int)((r & mask) >> bits);
        if (atomically)
            shmem_uint64_atomic_xor(word, r, pe);
        else
            shmem_uint64_p(word, shmem_uint64_g(word, pe) ^ r, pe);
    }
}

/* All updates once more, each by the owner of its word, so that none is lost. */
static void update_own(void) {
    uint64_t r = random_access_at(0);
    for (uint64_t u = 0; u < words * RANDOM_ACCESS_UPDATES_EACH; u++) {
        r = random_access_next(r);
        const uint64_t word = r & (words - 1);
        if (owner(word) == me) *place(word) ^= r;
    }
}

static uint64_t lost_count(void) {
    for (uint64_t i = 0; i < words; i++)
        if (owner(i) == me) lost_here += *place(i) != i;
    shmem_barrier_all();
    shmem_atomic_add(&lost_anywhere, lost_here, 0);
    shmem_barrier_all();
    return shmem_uint64_g(&lost_anywhere, 0);
}

int main(int arguments, char **argument) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char name = program_class(arguments, argument, 'A');
    const int atomically = program_form(arguments, argument, "atomic");
    words = random_access_words(name);
    if (!words) return program_unknown_class("random_access", name);
    while ((uint64_t)pes << block_bits < words)
        block_bits++;
    block = symmetric_memory(sizeof(uint64_t) << block_bits);
    for (uint64_t i = 0; i < words; i++)
        if (owner(i) == me) *place(i) = i;
    shmem_barrier_all();
    const double start = bench_now_ns();
    update_all(atomically);
    shmem_barrier_all();
    const double taken = bench_now_ns() - start;
    const double updates = (double)(words * RANDOM_ACCESS_UPDATES_EACH);
    if (me == 0) bench_print("random_access", taken * pes / updates);
    update_own();
    shmem_barrier_all();
    const uint64_t lost = lost_count();
    const int right = atomically ? lost == 0 : lost * 100 <= words;
    shmem_free(block);
    const int status = me == 0 ? program_verdict("random_access", name, right) : 0;
    shmem_finalize();
    return status;
}

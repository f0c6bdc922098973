// 9.12: fence, quiet, pe_quiet: data before flag, many times; 9.5: the same on contexts.
// variants: inline: -O2
#include "check.h"

enum { rounds = 2000, words = 16, many = 20000 };

static long data[words], flag, done, large[many], of_large[many];

/* Long transfers and short ones, whichever is first on its way: all of a fence's before the flag. */
static void fenced(shmem_ctx_t context, long round, int pe) {
    for (int i = 0; i < many; i++)
        of_large[i] = round + i;
    shmem_ctx_long_put_nbi(context, large, of_large, many, pe);
    shmem_ctx_long_put(context, data, of_large, words, pe);
    shmem_ctx_fence(context);
    shmem_ctx_long_p(context, &flag, round, pe);
}
static void check_fenced(long round) {
    int wrong = 0;
    for (int i = 0; i < many; i++)
        wrong += large[i] != round + i;
    CHECK(!wrong);
    for (int i = 0; i < words; i++)
        CHECK(data[i] == round + i);
}

int main(void) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes, before = (me + pes - 1) % pes;
    shmem_ctx_t context;
    CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &context) == 0);
    for (long round = 1; round <= rounds; round++) {
        long mine[words];
        for (int i = 0; i < words; i++)
            mine[i] = round * 100 + i;
        switch (round % 4) {
        case 0:
            shmem_long_put(data, mine, words, next);
            shmem_fence();
            shmem_long_p(&flag, round, next);
            break;
        case 1:
            shmem_long_put_nbi(data, mine, words, next);
            shmem_quiet();
            shmem_long_atomic_set(&flag, round, next);
            break;
        case 2:
            shmem_ctx_long_put(context, data, mine, words, next);
            shmem_ctx_fence(context);
            shmem_ctx_long_p(context, &flag, round, next);
            break;
        default:
            shmem_ctx_long_put_nbi(context, data, mine, words, next);
            shmem_ctx_pe_quiet(context, &next, 1);
            shmem_pe_quiet(&next, 1);
            shmem_long_atomic_inc(&flag, next);
        }
        shmem_long_wait_until(&flag, SHMEM_CMP_GE, round);
        for (int i = 0; i < words; i++)
            CHECK(data[i] == round * 100 + i);
        shmem_long_atomic_set(&done, round, before);
        shmem_long_wait_until(&done, SHMEM_CMP_GE, round);
    }
    for (long round = rounds + 1; round <= rounds + 40; round++) {
        fenced(round % 2 ? context : SHMEM_CTX_DEFAULT, round, next);
        shmem_long_wait_until(&flag, SHMEM_CMP_GE, round);
        check_fenced(round);
        shmem_long_atomic_set(&done, round, before);
        shmem_long_wait_until(&done, SHMEM_CMP_GE, round);
        shmem_quiet();
        shmem_ctx_quiet(context); /* of_large may be written */
    }
    shmem_pe_quiet(NULL, 0);
    shmem_ctx_quiet(context);
    shmem_ctx_destroy(context);
    shmem_ctx_destroy(SHMEM_CTX_INVALID);
    return check_end();
}

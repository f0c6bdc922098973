// 9.8: put with signal (set, add, non-blocking), signal_add, signal_set, signal_fetch,
// signal_wait_until.
// variants: inline: -O2
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { rounds = 50, words = 300 };

static uint64_t arrived, taken, counted;
static long data[words];

int main(void) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes, before = (me + pes - 1) % pes;
    shmem_ctx_t context;
    CHECK(shmem_ctx_create(0, &context) == 0);
    static long *target;
    long mine[words];
    target = shmem_malloc(sizeof mine);
    memset(target, 0, sizeof mine);
    shmem_barrier_all();

    /* A ring: what the signal announces is there. Rounds take the forms by turns. */
    for (int round = 1; round <= rounds; round++) {
        for (int i = 0; i < words; i++)
            mine[i] = round * 1000L + me * 100000000L + i;
        const uint64_t value = round;
        switch (round % 7) {
        case 0: shmem_long_put_signal(target, mine, words, &arrived, value, SHMEM_SIGNAL_SET, next); break;
        case 1: shmem_ctx_long_put_signal_nbi(context, target, mine, words, &arrived, 1, SHMEM_SIGNAL_ADD, next); break;
        case 2: shmem_putmem_signal(target, mine, sizeof mine, &arrived, 1, SHMEM_SIGNAL_ADD, next); break;
        case 4: shmem_putmem_signal_nbi(target, mine, sizeof mine, &arrived, value, SHMEM_SIGNAL_SET, next); break;
        case 5: shmem_long_put_signal_nbi(target, mine, words, &arrived, 1, SHMEM_SIGNAL_ADD, next); break;
        case 3: shmem_put64_signal_nbi(target, mine, words, &arrived, value, SHMEM_SIGNAL_SET, next); break;
        default: shmem_ctx_putmem_signal(context, target, mine, sizeof mine, &arrived, value, SHMEM_SIGNAL_SET, next);
        }
        CHECK(shmem_signal_wait_until(&arrived, SHMEM_CMP_EQ, value) == value);
        CHECK(shmem_signal_fetch(&arrived) == value);
        for (int i = 0; i < words; i++)
            CHECK(target[i] == round * 1000L + before * 100000000L + i);
        shmem_quiet();
        shmem_signal_set(&taken, value, before);
        shmem_signal_wait_until(&taken, SHMEM_CMP_GE, value);
    }

    for (int i = 0; i < 100; i++) {
        shmem_signal_add(&counted, 3, 0);
        shmem_ctx_signal_add(context, &counted, 4, pes - 1);
    }
    if (me == 0) shmem_signal_wait_until(&counted, SHMEM_CMP_GE, 300 * (uint64_t)pes);
    shmem_barrier_all();
    if (pes > 1) CHECK(counted == (me == 0 ? 300u * pes : me == pes - 1 ? 400u * pes : 0));
    shmem_barrier_all();
    shmem_ctx_signal_set(context, &counted, 5, next);
    shmem_barrier_all();
    CHECK(counted == 5);
    shmem_barrier_all();

    /* The same for a static variable, one element, and no data at all. */
    shmem_long_put_signal(data, mine, 1, &counted, 1, SHMEM_SIGNAL_ADD, next);
    shmem_signal_wait_until(&counted, SHMEM_CMP_EQ, 6);
    CHECK(data[0] == rounds * 1000L + before * 100000000L);
    shmem_barrier_all();
    shmem_putmem_signal(data, mine, 0, &counted, 9, SHMEM_SIGNAL_SET, next);
    shmem_signal_wait_until(&counted, SHMEM_CMP_NE, 6);
    CHECK(counted == 9);
    shmem_ctx_destroy(context);
    return check_end();
}

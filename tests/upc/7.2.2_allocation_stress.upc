// limit: 480
// 7.2.2: many allocations and frees of all sizes by all threads at once, one thread freeing what
// another allocated; contents stay intact; freed memory is used again (far more is allocated over
// time than there would be room for).
#include "check.h"
#include <string.h>

#define SLOTS 50
#define ROUNDS often(3000, 4)

typedef shared [] unsigned char *block;
shared block slot[SLOTS * THREADS];
shared int size[SLOTS * THREADS];
shared unsigned char mark[SLOTS * THREADS];

static unsigned long state;
static unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % n;
}

static unsigned random_size(void)
{
    switch (random_below(4)) {
    case 0: return 1 + random_below(64);
    case 1: return 1 + random_below(1000);
    case 2: return 1 + random_below(20000);
    default: return random_below(50) ? 1 + random_below(300) : 1 + random_below(3000000);
    }
}

static void check_and_free(int i)
{
    block p = slot[i];
    if (p == NULL) return;
    const int n = size[i];
    for (int k = 0; k < n; k += n / 3 + 1) CHECK_EQ(p[k], mark[i]);
    CHECK_EQ(p[n - 1], mark[i]);
    upc_free(p);
    slot[i] = NULL;
}

int main(void)
{
    state = 99 + MYTHREAD;
    for (int phase = 0; phase < 4; phase++) {
        // In each phase a thread works on the slots of the thread `phase` places to the right.
        const int owner = (MYTHREAD + phase) % THREADS;
        for (int round = 0; round < ROUNDS; round++) {
            const int i = (int)random_below(SLOTS) * THREADS + owner;
            check_and_free(i);
            const unsigned n = random_size();
            block p = random_below(8) ? upc_alloc(n) : (block)upc_global_alloc(1, n);
            CHECK(p != NULL);
            mark[i] = (unsigned char)round;
            size[i] = (int)n;
            slot[i] = p;
            upc_memset(p, (unsigned char)round, n);
        }
        upc_barrier;
    }
    for (int k = 0; k < SLOTS; k++) check_and_free(k * THREADS + MYTHREAD);
    upc_barrier;
    for (int k = 0; k < 200; k++) {
        shared [8] int *p = upc_all_alloc(3 * THREADS, 8 * sizeof(int));
        p[8 * MYTHREAD + k % 8] = k;
        upc_barrier;
        CHECK_EQ(p[(8 * (MYTHREAD + 1) + k % 8) % (8 * THREADS)], k);
        upc_all_free(p);
    }
    PASS();
    return 0;
}

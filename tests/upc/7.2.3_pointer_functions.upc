// 7.2.3: upc_threadof, upc_phaseof, upc_resetphase, upc_addrfield, upc_affinitysize: as functions,
// also through their address and with side effects in the argument.
#include "check.h"

shared [5] int a[40 * THREADS];
shared int c[9 * THREADS];

static size_t brute_affinity(size_t total, size_t nbytes, size_t thread)
{
    size_t n = 0;
    if (nbytes == 0) return thread == 0 ? total : 0;
    for (size_t i = 0; i < total; i++) n += i / nbytes % (size_t)THREADS == thread;
    return n;
}

int main(void)
{
    size_t (*const thread_of)(shared void *) = upc_threadof;
    shared [5] int *p = a;
    for (int i = 0; i < 40 * THREADS; i++) {
        CHECK_EQ(upc_threadof(p), i / 5 % THREADS);
        CHECK_EQ(thread_of(p), i / 5 % THREADS);
        shared void *v = upc_resetphase(p);
        CHECK_EQ(upc_phaseof(v), 0);
        CHECK(v == p);
        CHECK_EQ(upc_threadof(v), upc_threadof(p));
        CHECK_EQ(upc_addrfield(v), upc_addrfield(p));
        CHECK_EQ(upc_phaseof(p++), i % 5);
        // with the phase reset, five more stay in this thread before the pointer moves on
        shared [5] int *q = v;
        CHECK_EQ(upc_threadof(q + 4), i / 5 % THREADS);
        CHECK_EQ(upc_threadof(q + 5), (i / 5 + 1) % THREADS);
    }
    CHECK(p == a + 40 * THREADS);
    CHECK(_Generic(upc_threadof(p), size_t: 1, default: 0) && _Generic(upc_phaseof(p), size_t: 1, default: 0));
    CHECK(_Generic(upc_addrfield(p), size_t: 1, default: 0));

    static const size_t totals[] = {0, 1, 7, 24, 100, 1023}, sizes[] = {0, 1, 3, 4, 8, 50, 2000};
    for (unsigned i = 0; i < sizeof totals / sizeof totals[0]; i++)
        for (unsigned j = 0; j < sizeof sizes / sizeof sizes[0]; j++)
            for (int t = 0; t < THREADS; t++)
                CHECK_EQ(upc_affinitysize(totals[i], sizes[j], t), brute_affinity(totals[i], sizes[j], (size_t)t));
    CHECK_EQ(upc_affinitysize(sizeof a, 5 * upc_elemsizeof(a), MYTHREAD), 40 * sizeof(int));
    CHECK_EQ(upc_affinitysize((size_t)1 << 45, 1 << 20, 0), (((size_t)1 << 25) + THREADS - 1) / THREADS << 20);
    PASS();
    return 0;
}

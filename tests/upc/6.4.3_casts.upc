// 6.4.3: conversions between pointers-to-shared: what keeps the phase, what resets it; every
// representation to every other.
#include "check.h"
#include <stdint.h>

shared [6] int a[24 * THREADS];
shared int c[4 * THREADS];
shared [] int e[10];
shared [6] double d[12 * THREADS];

static shared void *through(shared void *p) { return p; }
static size_t phase_seen(shared void *p) { return upc_phaseof(p); }

int main(void)
{
    for (int i = 0; i < 24 * THREADS; i++) {
        shared [6] int *p = &a[i];
        shared void *v = p; // to generic: phase kept
        CHECK_EQ(upc_phaseof(v), i % 6);
        CHECK_EQ(upc_threadof(v), i / 6 % THREADS);
        CHECK_EQ(phase_seen(p), i % 6);
        shared [6] int *back = v; // and back
        CHECK(back == p);
        CHECK_EQ(upc_phaseof(back), i % 6);
        CHECK(back + 5 == &a[i] + 5);
        shared [6] int *twice = (shared [6] int *)through(through(p));
        CHECK_EQ(upc_phaseof(twice), i % 6);
        const shared void *cv = p;
        CHECK_EQ(upc_phaseof((shared void *)cv), i % 6);

        // Another block size or element size: phase 0.
        shared [3] int *three = (shared [3] int *)p;
        CHECK_EQ(upc_phaseof(three), 0);
        CHECK((shared void *)three == p);
        CHECK_EQ(upc_threadof(three), upc_threadof(p));
        CHECK_EQ(upc_phaseof((shared [6] char *)p), 0);
        CHECK_EQ(upc_phaseof((shared int *)p), 0);
        CHECK_EQ(upc_phaseof((shared [] int *)p), 0);
        CHECK_EQ(upc_phaseof((shared [] char *)v), 0);
        CHECK_EQ(upc_phaseof((shared int *)v), 0);
        CHECK_EQ(upc_phaseof((shared [6] int *)(shared [3] int *)p), 0);
        // Same block and element size: phase kept.
        CHECK_EQ(upc_phaseof((shared [6] unsigned *)p), i % 6);
        CHECK_EQ(upc_phaseof((shared [6] const int *)p), i % 6);
        CHECK_EQ(upc_phaseof((strict shared [6] int *)p), i % 6);
        CHECK_EQ(upc_phaseof((shared [6] float *)p), i % 6);

        // One block by C arithmetic.
        shared [] int *in_block = (shared [] int *)p;
        for (int k = 0; k < 6 - i % 6; k++) {
            CHECK_EQ(upc_threadof(in_block + k), upc_threadof(p));
            CHECK(in_block + k == (shared [] int *)&a[i + k]);
        }
        CHECK_EQ(upc_addrfield((shared [] char *)p + 1), upc_addrfield(p) + 1);
    }
    shared int *q = &c[3 % THREADS];
    CHECK(q == (shared int *)(shared void *)q);
    CHECK_EQ(upc_phaseof((shared [4] int *)(shared void *)q), 0);

    // To private pointers and integers.
    shared int *mine = &c[MYTHREAD];
    *(int *)mine = 70 + MYTHREAD;
    CHECK_EQ(c[MYTHREAD], 70 + MYTHREAD);
    void *raw = (void *)mine;
    CHECK(raw == (int *)mine);
    const char *bytes = (const char *)mine;
    CHECK_EQ(bytes[0], 70 + MYTHREAD);
    CHECK((int *)(shared int *)NULL == NULL);
    CHECK((char *)(shared void *)0 == NULL);
    CHECK((int *)(shared [6] int *)0 == NULL);
    shared int *none = NULL;
    shared void *no_void = none;
    shared [6] int *no_six = no_void;
    CHECK((void *)none == NULL && (double *)no_void == NULL && no_six == NULL && no_six == 0);
    CHECK((uintptr_t)none == 0 && (uintptr_t)mine != 0);
    struct two {
        shared [6] int *p;
        shared int *q;
    } pair = {&a[7], &c[1 % THREADS]};
    struct two copy = pair;
    CHECK_EQ(upc_phaseof(copy.p), 1);
    CHECK(copy.q == pair.q);
    (void)e;
    (void)d;
    PASS();
    return 0;
}

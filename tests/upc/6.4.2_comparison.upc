// sanitize: not thread (all threads write the same values)
// 6.4.2: comparison: equality regards address and thread, never the phase; null; comparisons as
// conditions.
#include "check.h"

shared [4] int a[8 * THREADS];
shared int c[8 * THREADS];
shared [] int e[8];
shared [4] int *global_null;
shared void *generic_null;

static int truth(shared int *p) { return p ? 1 : 0; }

int main(void)
{
    CHECK(global_null == NULL && generic_null == NULL && !global_null && !generic_null);
    shared [4] int *p = &a[5];
    shared void *v = p, *w = upc_resetphase(p);
    CHECK_EQ(upc_phaseof(v), 1);
    CHECK_EQ(upc_phaseof(w), 0);
    CHECK(v == w);              // phase does not matter
    CHECK(v == p && p == w);    // generic against typed
    CHECK(!(v != w) && v != (shared void *)&a[6]);
    CHECK(&a[5] != &a[6] && &a[3] + 1 == &a[4]);
    CHECK(p && !(p == 0) && p != NULL && 0 != p && NULL != v);
    CHECK(truth(&c[0]) && !truth(NULL) && !truth(0));

    shared int *q = &c[3], *z = NULL;
    CHECK(q && !z && (q || z) && !(q && z) && (z == NULL ? 1 : 0) && (q == NULL ? 0 : 1));
    CHECK((z ? 1 : 2) == 2);
    CHECK((q ? q : z) == &c[3]);
    shared int *chosen = MYTHREAD >= 0 ? &c[2] : NULL;
    CHECK(chosen == c + 2);
    int rounds = 0;
    for (shared int *i = c; i < c + 8 * THREADS; i++) rounds++;
    CHECK_EQ(rounds, 8 * THREADS);
    for (shared int *i = c; i != &c[8 * THREADS]; i += THREADS) rounds--;
    CHECK_EQ(rounds, 8 * THREADS - 8);
    shared [] int *from = e, *to = e + 8;
    while (from < to) *from++ = MYTHREAD < 0;
    CHECK(from == to);
    _Bool is = p;
    CHECK(is);
    is = z;
    CHECK(!is);
    CHECK_EQ(upc_threadof(NULL), 0);
    CHECK_EQ(upc_phaseof(generic_null), 0);
    CHECK(upc_addrfield(global_null) == upc_addrfield(NULL));
    PASS();
    return 0;
}

// Atomic operations on pointers-to-shared (UPC_PTS): with a phase, without one, and as members of
// structures; stacks that all threads push to at once; a comparison looks at the address only
// (6.4.2).
#include "check.h"
#include <upc_atomic.h>

#define ACCESS (UPC_GET | UPC_SET | UPC_CSWAP)
#define EACH 200

struct node {
    shared [] struct node *next; // 8 bytes
    shared void *wide;           // 16 bytes
    int owner, number;
};
shared struct node *shared cyclic_top; // block size 1
shared [] struct node *shared top;
shared void *shared wide_top;
struct pair {
    long before;
    shared [] struct node *p;
    long behind;
};
shared struct pair beside;
shared [3] int phased[3 * THREADS];

static int pushed_in_order(shared [] struct node *n, int wide)
{
    int length = 0, last[THREADS];
    for (int t = 0; t < THREADS; t++) last[t] = EACH;
    for (; n; n = wide ? (shared [] struct node *)n->wide : n->next, length++) {
        CHECK_EQ(n->number, last[n->owner] - 1);
        last[n->owner] = n->number;
    }
    return length;
}

static void stacks(upc_atomicdomain_t *d)
{
    for (int i = 0; i < EACH; i++) {
        shared [] struct node *n = upc_alloc(sizeof *n), *seen, *got;
        shared void *wide = n, *wide_seen, *wide_got;
        n->owner = MYTHREAD;
        n->number = i;
        do {
            upc_atomic_relaxed(d, &seen, UPC_GET, &top, 0, 0);
            n->next = seen;
            upc_fence;
            upc_atomic_relaxed(d, &got, UPC_CSWAP, &top, &seen, &n);
        } while (got != seen);
        do {
            upc_atomic_strict(d, &wide_seen, UPC_GET, &wide_top, 0, 0);
            n->wide = wide_seen;
            upc_atomic_strict(d, &wide_got, UPC_CSWAP, &wide_top, &wide_seen, &wide);
        } while (wide_got != wide_seen);
    }
    upc_barrier;
    CHECK_EQ(pushed_in_order(top, 0), EACH * THREADS);
    CHECK_EQ(pushed_in_order(wide_top, 1), EACH * THREADS);
    upc_barrier;
}

static void single(upc_atomicdomain_t *d)
{
    // Every thread swaps its own pointer in; each pointer comes out once, the last one stays.
    shared struct node *mine = upc_alloc(sizeof *mine), *before = mine;
    mine->number = 0;
    upc_barrier;
    upc_atomic_strict(d, &before, UPC_SET, &cyclic_top, &mine, 0);
    if (before) before->number++;
    upc_barrier;
    CHECK_EQ(mine->number, mine != cyclic_top);
    CHECK_EQ(upc_threadof(mine), MYTHREAD);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        shared [] struct node *p = upc_alloc(sizeof *p), *none = NULL, *got = NULL;
        beside.before = beside.behind = -1;
        upc_atomic_relaxed(d, NULL, UPC_SET, &beside.p, &p, 0);
        CHECK(beside.before == -1 && beside.behind == -1);
        upc_atomic_relaxed(d, &got, UPC_CSWAP, &beside.p, &none, &none);
        CHECK(got == p && beside.p == p);
        upc_atomic_relaxed(d, NULL, UPC_CSWAP, &beside.p, &p, &none);
        CHECK(beside.p == NULL && beside.before == -1 && beside.behind == -1);
        upc_free(p);
    }
}

static void phases(upc_atomicdomain_t *d)
{
    shared void *a = &phased[2], *same = upc_resetphase(a), *got, *none = NULL;
    CHECK_EQ(upc_phaseof(a), 2);
    CHECK_EQ(upc_phaseof(same), 0);
    upc_barrier;
    if (MYTHREAD == 0) wide_top = a;
    upc_barrier;
    upc_atomic_strict(d, &got, UPC_GET, &wide_top, 0, 0);
    CHECK(got == a);
    CHECK_EQ(upc_phaseof(got), 2);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        upc_atomic_strict(d, &got, UPC_CSWAP, &wide_top, &none, &none);
        CHECK(wide_top == a);
        upc_atomic_strict(d, &got, UPC_CSWAP, &wide_top, &same, &same);
        CHECK_EQ(upc_phaseof(got), 2);
        CHECK_EQ(upc_phaseof(wide_top), 0);
        upc_atomic_strict(d, NULL, UPC_SET, &wide_top, &none, 0);
        CHECK(wide_top == NULL);
    }
}

// Operands and results of another representation than the target's, a target that is only known as
// an address.
static void mixed(upc_atomicdomain_t *d)
{
    if (MYTHREAD == 0) {
        struct { long before; shared [] struct node *p; long behind; } narrow = {-1, NULL, -1};
        shared [] struct node *n = upc_alloc(sizeof *n), *none = NULL;
        shared void *wide = &phased[1], *got = &phased[2];
        shared void *nowhere = NULL, *unknown = &top;
        upc_atomic_strict(d, NULL, UPC_SET, &wide_top, &n, 0);
        CHECK(wide_top == n && upc_phaseof(wide_top) == 0);
        upc_atomic_strict(d, &narrow.p, UPC_CSWAP, &wide_top, &n, &wide);
        CHECK(narrow.before == -1 && narrow.p == n && narrow.behind == -1);
        CHECK(wide_top == wide && upc_phaseof(wide_top) == 1);
        upc_atomic_relaxed(d, NULL, UPC_SET, &beside.p, &wide, 0);
        CHECK(beside.p == wide && beside.before == -1 && beside.behind == -1);
        upc_atomic_relaxed(d, &got, UPC_CSWAP, &beside.p, &wide, &none);
        CHECK(got == wide && upc_phaseof(got) == 0 && beside.p == NULL);
        upc_atomic_relaxed(d, &narrow.p, UPC_SET, unknown, &none, 0); // what the operands are says what the target is
        CHECK(top == NULL && narrow.before == -1 && narrow.p != NULL && narrow.behind == -1);
        upc_atomic_strict(d, NULL, UPC_SET, &wide_top, &nowhere, 0);
        upc_free(n);
    }
    upc_barrier;
}

int main(void)
{
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(UPC_PTS, ACCESS, UPC_ATOMIC_HINT_THROUGHPUT);
    stacks(d);
    single(d);
    phases(d);
    if (MYTHREAD == 0) beside.before = beside.behind = -1;
    upc_barrier;
    mixed(d);
    CHECK(!upc_atomic_isfast(UPC_PTS, UPC_ADD, &top));
    upc_all_atomicdomain_free(d);
    PASS();
    return 0;
}

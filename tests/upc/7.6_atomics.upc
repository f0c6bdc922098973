// Atomic memory operations (optional library): values of every operation on every type, and sums
// that only atomic updates get right.
#include "check.h"
#include <stdint.h>
#include <upc_atomic.h>
#include <upc_castable.h>

#define ROUNDS often(2000, 40)

shared long double room; /* aligned for every type */
shared [] char *target;

#define ACCESS (UPC_GET | UPC_SET | UPC_CSWAP)
#define NUMERIC (UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC | UPC_MIN | UPC_MAX)
#define BITS (UPC_AND | UPC_OR | UPC_XOR)

#define DEFINE(NAME, T, TYPE, HAS_BITS)                                                                                    \
    static void step_##NAME(upc_atomicdomain_t *d, upc_op_t op, T operand, T before, T after)                              \
    {                                                                                                                      \
        const int none = op == UPC_INC || op == UPC_DEC;                                                                   \
        T got = 99;                                                                                                        \
        upc_atomic_strict(d, &got, op, target, none ? 0 : &operand, 0);                                                    \
        CHECK(got == before);                                                                                              \
        upc_atomic_relaxed(d, &got, UPC_GET, target, 0, 0);                                                                \
        CHECK(got == after);                                                                                               \
    }                                                                                                                      \
    static void values_##NAME(upc_atomicdomain_t *d)                                                                       \
    {                                                                                                                      \
        T a = 12, b = 5, got;                                                                                              \
        upc_atomic_relaxed(d, 0, UPC_SET, target, &a, 0);                                                                  \
        step_##NAME(d, UPC_ADD, 8, 12, 20), step_##NAME(d, UPC_SUB, 6, 20, 14), step_##NAME(d, UPC_MULT, 3, 14, 42);       \
        step_##NAME(d, UPC_INC, 0, 42, 43), step_##NAME(d, UPC_DEC, 0, 43, 42), step_##NAME(d, UPC_MIN, 50, 42, 42);       \
        step_##NAME(d, UPC_MIN, 40, 42, 40), step_##NAME(d, UPC_MAX, 3, 40, 40), step_##NAME(d, UPC_MAX, 60, 40, 60);      \
        step_##NAME(d, UPC_SET, 12, 60, 12);                                                                               \
        upc_atomic_strict(d, &got, UPC_CSWAP, target, &b, &a);                                                             \
        CHECK(got == 12);                                                                                                  \
        upc_atomic_strict(d, &got, UPC_CSWAP, target, &a, &b);                                                             \
        CHECK(got == 12);                                                                                                  \
        step_##NAME(d, UPC_SET, 12, 5, 12);                                                                                \
        if (HAS_BITS)                                                                                                      \
            step_##NAME(d, UPC_AND, 10, 12, 8), step_##NAME(d, UPC_OR, 3, 8, 11), step_##NAME(d, UPC_XOR, 1, 11, 10);      \
    }                                                                                                                      \
    static void check_##NAME(void)                                                                                         \
    {                                                                                                                      \
        upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(TYPE, ACCESS | NUMERIC | (HAS_BITS ? BITS : 0), 0);             \
        T one = 1, zero = 0, got;                                                                                          \
        if (MYTHREAD == 0) values_##NAME(d);                                                                               \
        upc_barrier;                                                                                                       \
        if (MYTHREAD == 0) upc_atomic_strict(d, 0, UPC_SET, target, &zero, 0);                                             \
        upc_barrier;                                                                                                       \
        for (int i = 0; i < ROUNDS; i++) {                                                                                 \
            upc_atomic_relaxed(d, 0, UPC_INC, target, 0, 0);                                                               \
            upc_atomic_relaxed(d, &got, UPC_ADD, target, &one, 0);                                                         \
            for (T next;; ) { /* once more by hand */                                                                      \
                T seen;                                                                                                    \
                upc_atomic_relaxed(d, &seen, UPC_GET, target, 0, 0);                                                       \
                next = seen + 1;                                                                                           \
                upc_atomic_relaxed(d, &got, UPC_CSWAP, target, &seen, &next);                                              \
                if (got == seen) break;                                                                                    \
            }                                                                                                              \
        }                                                                                                                  \
        upc_barrier;                                                                                                       \
        upc_atomic_strict(d, &got, UPC_GET, target, 0, 0);                                                                 \
        CHECK(got == (T)(3 * ROUNDS * THREADS));                                                                           \
        CHECK_EQ(!upc_atomic_isfast(TYPE, UPC_ADD, target), !upc_cast(target));                                            \
        upc_all_atomicdomain_free(d);                                                                                      \
    }

DEFINE(int, int, UPC_INT, 1)
DEFINE(uint, unsigned, UPC_UINT, 1)
DEFINE(long, long, UPC_LONG, 1)
DEFINE(ulong, unsigned long, UPC_ULONG, 1)
DEFINE(int32, int32_t, UPC_INT32, 1)
DEFINE(uint32, uint32_t, UPC_UINT32, 1)
DEFINE(int64, int64_t, UPC_INT64, 1)
DEFINE(uint64, uint64_t, UPC_UINT64, 1)
DEFINE(float, float, UPC_FLOAT, 0)
DEFINE(double, double, UPC_DOUBLE, 0)

/* Pointers: a stack that all threads push to and pop from. */
struct node { shared void *next; int owner, number; };
shared void *shared top;
shared int pushed;

static void check_pointers(void)
{
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(UPC_PTS, ACCESS, UPC_ATOMIC_HINT_LATENCY);
    upc_atomicdomain_t *count = upc_all_atomicdomain_alloc(UPC_INT, UPC_INC | UPC_GET, 0);
    for (int i = 0; i < 200; i++) {
        shared [] struct node *n = upc_alloc(sizeof *n);
        shared void *mine = n, *seen, *got;
        n->owner = MYTHREAD;
        n->number = i;
        do {
            upc_atomic_strict(d, &seen, UPC_GET, &top, 0, 0);
            n->next = seen;
            upc_atomic_strict(d, &got, UPC_CSWAP, &top, &seen, &mine);
        } while (got != seen);
    }
    upc_barrier;
    if (MYTHREAD == 0) {
        shared void *none = 0, *p;
        upc_atomic_strict(d, &p, UPC_SET, &top, &none, 0);
        int length = 0, last[THREADS];
        for (int t = 0; t < THREADS; t++) last[t] = 200;
        for (shared [] struct node *n = p; n; n = n->next, length++) {
            CHECK(n->number == last[n->owner] - 1);
            last[n->owner] = n->number;
        }
        CHECK_EQ(length, 200 * THREADS);
        CHECK(top == 0);
    }
    upc_atomic_relaxed(count, 0, UPC_INC, &pushed, 0, 0);
    upc_barrier;
    CHECK_EQ(pushed, THREADS);
    upc_all_atomicdomain_free(d);
    upc_all_atomicdomain_free(count);
    upc_all_atomicdomain_free(0);
}

int main(void)
{
    target = (shared [] char *)&room;
    check_int();
    check_uint();
    check_long();
    check_ulong();
    check_int32();
    check_uint32();
    check_int64();
    check_uint64();
    check_float();
    check_double();
    check_pointers();
    CHECK_EQ(__UPC_ATOMIC__, 1);
    PASS();
    return 0;
}

// Reductions and prefix reductions (7.4.2): all eleven types, all operations, layouts, phases and lengths against a serial loop.
#include "check.h"
#include <stdint.h>
#include <upc_collective.h>

#define MOST 40 /* elements a thread has room for */

typedef signed char C;
typedef unsigned char UC;
typedef short S;
typedef unsigned short US;
typedef int I;
typedef unsigned UI;
typedef long L;
typedef unsigned long UL;
typedef float F;
typedef double D;
typedef long double LD;

shared char *source, *target; /* MOST long doubles a thread, no layout of their own */
shared [] char *result;

static const upc_op_t operations[] = {UPC_ADD, UPC_MULT, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX, UPC_FUNC, UPC_NONCOMM_FUNC,
                                      UPC_AND, UPC_OR,   UPC_XOR};

/* Where element i of shared [block] T a[] lies, for an array that starts at `phase` of thread 0's first block. */
static char *element(shared char *base, size_t size, size_t block, size_t phase, size_t i)
{
    const size_t x = phase + i, b = block ? x / block : 0, inside = block ? x % block : i;
    shared [] char *at = (shared [] char *)(base + b % THREADS);
    return (char *)(at + ((block ? b / THREADS * block : 0) + inside) * size); /* any thread's: one node */
}

#define DEFINE(T)                                                                                                          \
    static T first_##T(T a, T b) { (void)b; return a; } /* associative, not commutative */                                 \
    static T larger_##T(T a, T b) { return a > b ? a : b; }                                                                \
    static T apply_##T(upc_op_t op, T a, T b)                                                                              \
    {                                                                                                                      \
        switch (op) {                                                                                                      \
        case UPC_ADD: return a + b;                                                                                        \
        case UPC_MULT: return a * b;                                                                                       \
        case UPC_LOGAND: return a && b;                                                                                    \
        case UPC_LOGOR: return a || b;                                                                                     \
        case UPC_MIN: return a < b ? a : b;                                                                                \
        case UPC_MAX: return a > b ? a : b;                                                                                \
        case UPC_FUNC: return larger_##T(a, b);                                                                            \
        case UPC_NONCOMM_FUNC: return first_##T(a, b);                                                                     \
        case UPC_AND: return (long)a & (long)b;                                                                            \
        case UPC_OR: return (long)a | (long)b;                                                                             \
        default: return (long)a ^ (long)b;                                                                                 \
        }                                                                                                                  \
    }                                                                                                                      \
    static void check_##T(upc_op_t op, size_t n, size_t block, size_t phase)                                               \
    {                                                                                                                      \
        T(*function)(T, T) = op == UPC_FUNC ? larger_##T : op == UPC_NONCOMM_FUNC ? first_##T : 0;                         \
        T expected = 0;                                                                                                    \
        shared char *from = source, *to = target;                                                                          \
        shared void *src, *dst;                                                                                            \
        if (MYTHREAD == 0)                                                                                                 \
            for (size_t i = 0; i < n; i++)                                                                                 \
                *(T *)element(from, sizeof(T), block, phase, i) = (i * 7 + n) % 5 + (op != UPC_MULT && op != UPC_LOGAND);  \
        src = with_phase(from, sizeof(T), phase), dst = with_phase(to, sizeof(T), phase);                                  \
        upc_barrier;                                                                                                       \
        upc_all_reduce##T(result, src, op, n, block, function, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC);                           \
        upc_all_prefix_reduce##T(dst, src, op, n, block, function, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);                      \
        for (size_t i = 0; i < n; i++) {                                                                                   \
            const T value = *(T *)element(from, sizeof(T), block, phase, i);                                               \
            expected = i ? apply_##T(op, expected, value) : value;                                                         \
            CHECK_EQ(*(T *)element(to, sizeof(T), block, phase, i), expected);                                             \
        }                                                                                                                  \
        CHECK_EQ(*(shared [] T *)result, expected);                                                                        \
        upc_barrier;                                                                                                       \
    }

/* A pointer to the phase-th element of the first block, of any block size: phase is set through a type of block size MOST. */
static shared void *with_phase(shared char *base, size_t size, size_t phase)
{
    shared [MOST * 64] char *blocked = (shared [MOST * 64] char *)base;
    shared void *there = (shared void *)(blocked + phase * size);
    shared [MOST] char *elements = (shared [MOST] char *)base;
    union { shared void *pointer; unsigned long word[2]; } parts, phases;
    elements += phase; /* its phase is `phase` */
    parts.pointer = there, phases.pointer = (shared void *)elements;
    parts.word[1] = phases.word[1];
    return parts.pointer;
}

DEFINE(C) DEFINE(UC) DEFINE(S) DEFINE(US) DEFINE(I) DEFINE(UI) DEFINE(L) DEFINE(UL) DEFINE(F) DEFINE(D) DEFINE(LD)

static void check_types(upc_op_t op, int bitwise, size_t n, size_t block, size_t phase)
{
    check_C(op, n, block, phase), check_UC(op, n, block, phase), check_S(op, n, block, phase), check_US(op, n, block, phase);
    check_I(op, n, block, phase), check_UI(op, n, block, phase), check_L(op, n, block, phase), check_UL(op, n, block, phase);
    if (bitwise) return;
    check_F(op, n, block, phase), check_D(op, n, block, phase), check_LD(op, n, block, phase);
}

int main(void)
{
    static const struct { size_t block, phase; } layouts[] = {{1, 0}, {3, 0}, {3, 2}, {5, 1}, {0, 0}};
    source = upc_all_alloc(THREADS, MOST * 16);
    target = upc_all_alloc(THREADS, MOST * 16);
    shared [] char *shared *box = upc_all_alloc(1, sizeof(shared [] char *));
    if (MYTHREAD == THREADS - 1) box[0] = upc_alloc(16);
    upc_barrier;
    result = box[0];
    for (int o = 0; o < 11; o++)
        for (int l = 0; l < 5; l++) {
            const size_t n = layouts[l].block ? (size_t)(11 + 5 * THREADS) : 13;
            check_types(operations[o], o >= 8, 1, layouts[l].block, layouts[l].phase);
            check_types(operations[o], o >= 8, n, layouts[l].block, layouts[l].phase);
        }
    PASS();
    return 0;
}

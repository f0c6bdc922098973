// Reductions and prefix reductions of 7.4.2 compared with a plain C loop that thread 0 runs: one
// type after the other (T, TYPE), all operations, among them a function that does not commute,
// every layout and length that makes a difference, any phase and thread of the pointers, every
// combination of flags.
//
// Values are small whole numbers, so that sums and products are exact in every type and order.
#include "check.h"
#include <string.h>
#include <upc_collective.h>

#define CAP 12000 /* elements a thread has room for */

static shared char *source, *target; /* CAP long doubles a thread */

struct shape {
    size_t n, block, phase;
    int thread, owner; /* of src and of the reduction's dst */
};

/* The prefix reduction's dst: in every third round with another thread and phase than src, as UPC 1.2 allows. */
static struct shape prefix_shape(const struct shape *s, int round)
{
    struct shape d = *s;
    if (round % 3) return d;
    d.thread = (s->thread + 1) % THREADS;
    if (s->block) d.phase = (s->phase + 1) % s->block;
    return d;
}

/* Where element i lies: thread and offset in elements, by the definition of block and phase alone. */
static void place(const struct shape *s, size_t i, int *thread, size_t *offset)
{
    const size_t x = s->phase + i, b = s->block ? x / s->block : 0;
    *thread = (int)((s->thread + b) % THREADS);
    *offset = s->block ? ((s->thread + b) / THREADS * s->block + x % s->block) : i;
}

static shared [] char *part(shared char *memory, int thread) { return (shared [] char *)(memory + thread); }

/* A pointer to the first element with the phase wanted: only a pointer with blocks can have one. 60 is a multiple of all blocks
 * tested (1, 2, 3, 4, 5) where a phase is, so the pointer's own block does not matter. */
static shared void *first(shared char *memory, const struct shape *s, size_t size)
{
    shared [] char *at = part(memory, s->thread);
    union parts { shared void *pointer; unsigned long word[2]; } made;
    union parts phase;
    shared [60] char *blocked = (shared [60] char *)memory;
    int thread;
    size_t offset;
    place(s, 0, &thread, &offset);
    blocked += s->phase;
    made.pointer = (shared void *)(at + offset * size);
    phase.pointer = (shared void *)blocked;
    made.word[1] = phase.word[1];
    CHECK(upc_phaseof(made.pointer) == s->phase && upc_threadof(made.pointer) == (size_t)s->thread);
    return made.pointer;
}

static const upc_op_t operations[] = {UPC_ADD, UPC_MULT,           UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX,
                                      UPC_FUNC, UPC_NONCOMM_FUNC, UPC_AND,    UPC_OR,    UPC_XOR};

#define DEFINE(T, TYPE)                                                                                                    \
    static TYPE larger_##T(TYPE a, TYPE b) { return a > b ? a : b; }                                                       \
    /* Composition of x -> p x + q modulo 8, p and q packed: associative, not commutative. */                              \
    static TYPE compose_##T(TYPE a, TYPE b)                                                                                \
    {                                                                                                                      \
        const int i = (int)a, j = (int)b, p = i / 8 * (j / 8) % 8, q = (i / 8 * (j % 8) + i % 8) % 8;                      \
        return (TYPE)(p * 8 + q);                                                                                          \
    }                                                                                                                      \
    static TYPE apply_##T(upc_op_t op, TYPE a, TYPE b)                                                                     \
    {                                                                                                                      \
        switch (op) {                                                                                                      \
        case UPC_ADD: return a + b;                                                                                        \
        case UPC_MULT: return a * b;                                                                                       \
        case UPC_LOGAND: return a && b;                                                                                    \
        case UPC_LOGOR: return a || b;                                                                                     \
        case UPC_MIN: return a < b ? a : b;                                                                                \
        case UPC_MAX: return a > b ? a : b;                                                                                \
        case UPC_FUNC: return larger_##T(a, b);                                                                            \
        case UPC_NONCOMM_FUNC: return compose_##T(a, b);                                                                   \
        case UPC_AND: return (TYPE)((long)a & (long)b);                                                                    \
        case UPC_OR: return (TYPE)((long)a | (long)b);                                                                     \
        default: return (TYPE)((long)a ^ (long)b);                                                                         \
        }                                                                                                                  \
    }                                                                                                                      \
    static TYPE value_##T(upc_op_t op, size_t i, int round)                                                                \
    {                                                                                                                      \
        const size_t mixed = (i + 1) * 2654435761u * (size_t)(round + 3) >> 7;                                             \
        switch (op) {                                                                                                      \
        case UPC_MULT: return (TYPE)(i % 1000 == 5 || i % 4500 == 0 ? 2 : 1);                                              \
        case UPC_ADD: return (TYPE)(mixed % 4);                                                                            \
        case UPC_LOGAND: return (TYPE)(mixed % 5 + (mixed % 1009 != 0));                                                   \
        case UPC_LOGOR: return (TYPE)(mixed % 499 == 0);                                                                   \
        case UPC_NONCOMM_FUNC: return (TYPE)((mixed % 4 * 2 + 1) * 8 + mixed / 4 % 8);                                     \
        default: return (TYPE)(mixed % 120);                                                                               \
        }                                                                                                                  \
    }                                                                                                                      \
    static void fill_##T(const struct shape *s, upc_op_t op, int round, int owner)                                         \
    {                                                                                                                      \
        const struct shape d = prefix_shape(s, round);                                                                     \
        for (size_t i = 0; i < s->n; i++) {                                                                                \
            int thread;                                                                                                    \
            size_t offset;                                                                                                 \
            place(s, i, &thread, &offset);                                                                                 \
            if (thread == owner) *((shared [] TYPE *)part(source, thread) + offset) = value_##T(op, i, round);             \
            place(&d, i, &thread, &offset);                                                                                \
            if (thread == owner) *((shared [] TYPE *)part(target, thread) + offset) = 77;                                  \
        }                                                                                                                  \
    }                                                                                                                      \
    static TYPE expected_##T(upc_op_t op, TYPE sum, size_t i, int round)                                                   \
    {                                                                                                                      \
        return i ? apply_##T(op, sum, value_##T(op, i, round)) : value_##T(op, 0, round);                                  \
    }                                                                                                                      \
    static void check_prefix_##T(const struct shape *s, upc_op_t op, int round, int owner)                                 \
    {                                                                                                                      \
        TYPE sum = 0;                                                                                                      \
        for (size_t i = 0; i < s->n; i++) {                                                                                \
            int thread;                                                                                                    \
            size_t offset;                                                                                                 \
            sum = expected_##T(op, sum, i, round);                                                                         \
            place(s, i, &thread, &offset);                                                                                 \
            if (owner >= 0 && thread != owner) continue;                                                                   \
            if (*((shared [] TYPE *)part(target, thread) + offset) == sum) continue;                                       \
            fprintf(stderr, #T ", op %lx, n %zu, block %zu, phase %zu, thread %d: element %zu\n", (unsigned long)op, s->n, s->block, s->phase, s->thread, i); \
            CHECK_EQ(*((shared [] TYPE *)part(target, thread) + offset), sum);                                             \
        }                                                                                                                  \
    }                                                                                                                      \
    static void run_##T(const struct shape *s, upc_op_t op, upc_flag_t flags, int round)                                   \
    {                                                                                                                      \
        const int all_in = !(flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC)), all_out = !(flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC)); \
        TYPE (*function)(TYPE, TYPE) = op == UPC_FUNC ? larger_##T : op == UPC_NONCOMM_FUNC ? compose_##T : 0;             \
        shared [] TYPE *result = (shared [] TYPE *)part(target, s->owner) + CAP - 1;                                       \
        const struct shape d = prefix_shape(s, round);                                                                     \
        shared void *src = first(source, s, sizeof(TYPE)), *dst = first(target, &d, sizeof(TYPE));                         \
        TYPE sum = 0;                                                                                                      \
        fill_##T(s, op, round, all_in ? (MYTHREAD + 1) % THREADS : MYTHREAD);                                              \
        if (MYTHREAD == s->owner) *result = 77;                                                                            \
        if (flags & UPC_IN_NOSYNC) upc_barrier;                                                                            \
        upc_all_reduce##T(result, src, op, s->n, s->block, function, flags);                                               \
        if (flags & UPC_OUT_NOSYNC) upc_barrier;                                                                           \
        for (size_t i = 0; i < s->n; i++) sum = expected_##T(op, sum, i, round);                                           \
        if (MYTHREAD == s->owner || all_out || flags & UPC_OUT_NOSYNC)                                                     \
            if (*result != (s->n ? sum : (TYPE)77)) {                                                                      \
                fprintf(stderr, #T ", op %lx, n %zu, block %zu, phase %zu, thread %d, owner %d\n", (unsigned long)op, s->n, s->block, s->phase, s->thread, s->owner); \
                CHECK_EQ(*result, s->n ? sum : (TYPE)77);                                                                  \
            }                                                                                                              \
        if (flags & UPC_IN_NOSYNC) upc_barrier;                                                                            \
        upc_all_prefix_reduce##T(dst, src, op, s->n, s->block, function, flags);                                           \
        if (flags & UPC_OUT_NOSYNC) upc_barrier;                                                                           \
        check_prefix_##T(&d, op, round, all_out ? (MYTHREAD + 1) % THREADS : MYTHREAD);                                     \
        upc_barrier;                                                                                                       \
    }

#define EACH_TYPE(X)                                                                                                       \
    X(C, signed char) X(UC, unsigned char) X(S, short) X(US, unsigned short) X(I, int) X(UI, unsigned) X(L, long)          \
    X(UL, unsigned long) X(F, float) X(D, double) X(LD, long double)
EACH_TYPE(DEFINE)

static const upc_flag_t ins[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, 0};
static const upc_flag_t outs[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC, 0};

static void run_types(const struct shape *s, int o, int round, int last)
{
    const upc_flag_t flags = ins[round % 4] | outs[round / 4 % 4];
    const upc_op_t op = operations[o];
    int type = 0;
    /* Every type with every operation; the long arrays with one type a round. */
#define RUN(T, TYPE)                                                                                                       \
    if ((o < 8 || type < 8) && (last < 0 || type == last)) run_##T(s, op, flags, round);                                   \
    type++;
    EACH_TYPE(RUN)
#undef RUN
}

static void run_all(void)
{
    static const struct { size_t block, phase; } layouts[] = {{1, 0}, {3, 0}, {3, 2}, {5, 1}, {0, 0}, {60, 59}, {500, 0}, {4, 3}};
    static const size_t lengths[] = {1, 2, 7, 40, 0};
    int round = 0;
    source = upc_all_alloc(THREADS, CAP * sizeof(long double));
    target = upc_all_alloc(THREADS, CAP * sizeof(long double));
    for (int o = 0; o < 11; o++)
        for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
            struct shape s = {0, layouts[l].block, layouts[l].phase, 0, 0};
            s.thread = (int)((o + l) % THREADS);
            s.owner = (int)((o * 5 + l * 3 + 1) % THREADS);
            s.n = lengths[(o + l) % 5];
            run_types(&s, o, round++, -1);
            s.n = 500 + THREADS * (l + 3); /* divides nothing */
            if (s.block == 0) s.n = 900;
            run_types(&s, o, round++, (int)((o + l) % (o < 8 ? 11 : 8)));
            s.n = s.block == 1 || s.block == 0 ? 9001 : 2 * s.block * THREADS + 3; /* shares of their own */
            if (s.block == 500) s.n = 500 * THREADS; /* one full block each */
            run_types(&s, o, round++, (int)((o * 3 + l) % (o < 8 ? 11 : 8)));
        }
}

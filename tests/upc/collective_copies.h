// The collective copies of 7.4.1 with every combination of flags, lengths around the limits of the
// algorithms, any root, any offset and phase of the pointers, compared byte by byte with what the
// standard says, including the bytes that must stay as they were. How a flag is tested: with
// IN_ALLSYNC another thread writes a thread's data just before the call, with IN_MYSYNC its owner;
// behind OUT_ALLSYNC a thread looks at another's part at once, behind OUT_MYSYNC at its own.
#include "check.h"
#include <string.h>
#include <upc_collective.h>

#define MARGIN 16
#define LONGEST 12000
#define REGION (LONGEST * THREADS + 2 * MARGIN) /* bytes a thread, one region for src and one for dst */

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, FUNCTIONS };

static shared char *src_memory, *dst_memory; /* REGION bytes on each thread */
shared int perm[THREADS];
static int target[4096]; /* what is in perm */

struct call {
    int function, root, round;
    size_t n, src, dst; /* offsets */
};

static shared [] char *region(shared char *memory, int thread) { return (shared [] char *)(memory + thread); }

static unsigned char source(int thread, size_t i, int round)
{
    return (unsigned char)((thread * 131 + i * 7 + i / 251 + round * 17) % 253);
}

static unsigned char before(int thread, size_t i, int round) { return (unsigned char)(255 - (thread + i + round) % 2); }

/* Which byte of whose source must be in dst[i] of `thread`, i counted from call.dst; 0: none. */
static int origin(const struct call *c, int thread, size_t i, int *from, size_t *at)
{
    const size_t n = c->n, block = n ? i / n : 0, inside = n ? i % n : 0;
    if (n == 0) return 0;
    *from = c->root;
    *at = i;
    switch (c->function) {
    case BROADCAST: return i < n;
    case SCATTER: *at = thread * n + i; return i < n;
    case GATHER: *from = (int)block; *at = inside; return thread == c->root && block < (size_t)THREADS;
    case GATHER_ALL: *from = (int)block; *at = inside; return block < (size_t)THREADS;
    case EXCHANGE: *from = (int)block; *at = thread * n + inside; return block < (size_t)THREADS;
    default:
        for (*from = 0; target[*from] != thread; ++*from) {}
        return i < n;
    }
}

static size_t used(const struct call *c) { return c->n * THREADS + 2 * MARGIN; }

static void fill(const struct call *c, int thread)
{
    static char text[LONGEST * 64];
    for (size_t i = 0; i < used(c); i++) text[i] = (char)source(thread, i, c->round);
    upc_memput(region(src_memory, thread), text, used(c));
    for (size_t i = 0; i < used(c); i++) text[i] = (char)before(thread, i, c->round);
    upc_memput(region(dst_memory, thread), text, used(c));
}

static void check_region(const struct call *c, int thread)
{
    static char text[LONGEST * 64];
    upc_memget(text, region(dst_memory, thread), used(c));
    for (size_t i = 0; i < used(c); i++) {
        int from;
        size_t at;
        unsigned char wanted = before(thread, i, c->round);
        if (i >= c->dst && origin(c, thread, i - c->dst, &from, &at)) wanted = source(from, c->src + at, c->round);
        if ((unsigned char)text[i] == wanted) continue;
        fprintf(stderr, "function %d, n %zu, root %d, round %d: byte %zu of thread %d\n", c->function, c->n, c->root, c->round, i, thread);
        CHECK_EQ((unsigned char)text[i], wanted);
    }
}

static void call(const struct call *c, upc_flag_t flags)
{
    const size_t n = c->n;
    const int single_src = c->function <= SCATTER, single_dst = c->function == GATHER;
    /* A phase, which must not count: the last step is taken by a pointer with blocks of 64. */
    shared [64] char *to = (shared [64] char *)(region(dst_memory, single_dst ? c->root : 0) + (c->dst - 5));
    shared [64] char *from = (shared [64] char *)(region(src_memory, single_src ? c->root : 0) + (c->src - 3));
    to += 5;
    from += 3;
    switch (c->function) {
    case BROADCAST: upc_all_broadcast(to, from, n, flags); break;
    case SCATTER: upc_all_scatter(to, from, n, flags); break;
    case GATHER: upc_all_gather(to, from, n, flags); break;
    case GATHER_ALL: upc_all_gather_all(to, from, n, flags); break;
    case EXCHANGE: upc_all_exchange(to, from, n, flags); break;
    case PERMUTE: upc_all_permute(to, from, perm, n, flags); break;
    }
}

/* The same order in all threads. */
static void shuffle(int round)
{
    unsigned state = (unsigned)round * 2654435761u + 1;
    for (int t = 0; t < THREADS; t++) target[t] = t;
    for (int t = THREADS - 1; t > 0; t--) {
        const int other = (int)((state = state * 1664525u + 1013904223u) >> 8) % (t + 1), kept = target[t];
        target[t] = target[other];
        target[other] = kept;
    }
}

static void run(const struct call *c, upc_flag_t flags)
{
    const int all_in = !(flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC)), all_out = !(flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC));
    shuffle(c->round);
    fill(c, all_in ? (MYTHREAD + 1) % THREADS : MYTHREAD);
    perm[MYTHREAD] = target[MYTHREAD];
    if (flags & UPC_IN_NOSYNC) upc_barrier;
    call(c, flags);
    if (flags & UPC_OUT_NOSYNC) upc_barrier;
    check_region(c, all_out ? (MYTHREAD + 1) % THREADS : MYTHREAD);
    upc_barrier;
}

static const upc_flag_t ins[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, 0};
static const upc_flag_t outs[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC, 0};

static void run_all(void)
{
    static const size_t lengths[] = {1, 8, 48, 49, 333, LONGEST, 0};
    int round = 0;
    src_memory = upc_all_alloc(THREADS, REGION);
    dst_memory = upc_all_alloc(THREADS, REGION);
    for (int function = 0; function < FUNCTIONS; function++)
        for (int l = 0; l < 7; l++)
            for (int f = 0; f < 16; f++, round++) {
                const struct call c = {function, (round + round / 7) % THREADS, round, lengths[l], 3 + round % 11, 5 + round % 5};
                if (lengths[l] == LONGEST && f % 5 != round % 5) continue; /* a fifth of the long ones */
                run(&c, ins[f / 4] | outs[f % 4]);
            }
}

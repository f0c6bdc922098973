// crowd: long (each of its many operations waits for processes that share cores)
// Collective copies of groups: all functions, flags, lengths, roots and kinds of groups, compared
// byte by byte with what UPC 1.3 says with the group's size and ranks in place of THREADS and
// MYTHREAD. What lies with threads outside must stay as it was. How a flag is
// tested: with IN_ALLSYNC another member writes a member's data just before the call, with IN_MYSYNC its owner; behind OUT_ALLSYNC a
// member looks at another's part at once, behind OUT_MYSYNC at its own.
#include "check.h"
#include "groups.h"
#include <string.h>

#define LONGEST 6000
#define MARGIN 16
#define REGION (LONGEST * THREADS + 2 * MARGIN)

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, FUNCTIONS };

static shared char *src_memory, *dst_memory; /* REGION bytes on each thread */
shared int perm[THREADS];

struct call {
    upc_group_t *group;
    int function, root, round, size, shift; /* permute: rank r sends to r + shift */
    size_t n, offset;
};

static shared [] char *region(shared char *memory, int thread) { return (shared [] char *)(memory + thread); }

static unsigned char source(int thread, size_t i, int round) { return (unsigned char)((thread * 131 + i * 7 + i / 251 + round * 17) % 253); }
static unsigned char before(int thread, size_t i, int round) { return (unsigned char)(255 - (thread + i + round) % 2); }

/* Which byte of which rank's source must be in dst[i] of `rank`, i counted from the offset; 0: none. */
static int origin(const struct call *c, int rank, size_t i, int *from, size_t *at)
{
    const size_t n = c->n, block = n ? i / n : 0, inside = n ? i % n : 0;
    if (n == 0) return 0;
    *from = c->root;
    *at = i;
    switch (c->function) {
    case BROADCAST: return i < n;
    case SCATTER: *at = rank * n + i; return i < n;
    case GATHER: *from = (int)block; *at = inside; return rank == c->root && block < (size_t)c->size;
    case GATHER_ALL: *from = (int)block; *at = inside; return block < (size_t)c->size;
    case EXCHANGE: *from = (int)block; *at = rank * n + inside; return block < (size_t)c->size;
    default: *from = (rank + c->size - c->shift) % c->size; return i < n;
    }
}

static size_t used(const struct call *c) { return c->n * c->size + 2 * MARGIN; }

static void fill(const struct call *c, int rank)
{
    static char text[LONGEST * 16];
    const int thread = upc_group_thread(c->group, rank);
    for (size_t i = 0; i < used(c); i++) text[i] = (char)source(thread, i, c->round);
    upc_memput(region(src_memory, thread), text, used(c));
    for (size_t i = 0; i < used(c); i++) text[i] = (char)before(thread, i, c->round);
    upc_memput(region(dst_memory, thread), text, used(c));
}

static void check_region(const struct call *c, int rank)
{
    static char text[LONGEST * 16];
    const int thread = upc_group_thread(c->group, rank);
    upc_memget(text, region(dst_memory, thread), used(c));
    for (size_t i = 0; i < used(c); i++) {
        int from;
        size_t at;
        unsigned char wanted = before(thread, i, c->round);
        if (i >= c->offset && origin(c, rank, i - c->offset, &from, &at)) wanted = source(upc_group_thread(c->group, from), c->offset + at, c->round);
        if ((unsigned char)text[i] == wanted) continue;
        fprintf(stderr, "function %d, n %zu, root %d, round %d: byte %zu of rank %d\n", c->function, c->n, c->root, c->round, i, rank);
        CHECK_EQ((unsigned char)text[i], wanted);
    }
}

static void call(const struct call *c, upc_flag_t flags)
{
    const size_t n = c->n;
    /* An array over all members is given by thread 0, or by rank 0. */
    const int first = c->round % 2 ? 0 : upc_group_thread(c->group, 0), root = upc_group_thread(c->group, c->root);
    shared [] char *to = region(dst_memory, c->function == GATHER ? root : first) + c->offset;
    shared [] char *from = region(src_memory, c->function <= SCATTER ? root : first) + c->offset;
    switch (c->function) {
    case BROADCAST: upc_group_broadcast(c->group, to, from, n, flags); break;
    case SCATTER: upc_group_scatter(c->group, to, from, n, flags); break;
    case GATHER: upc_group_gather(c->group, to, from, n, flags); break;
    case GATHER_ALL: upc_group_gather_all(c->group, to, from, n, flags); break;
    case EXCHANGE: upc_group_exchange(c->group, to, from, n, flags); break;
    case PERMUTE: upc_group_permute(c->group, to, from, &perm[first], n, flags); break;
    }
}

static void run(const struct call *c, upc_flag_t flags)
{
    const int all_in = !(flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC)), all_out = !(flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC));
    const int rank = upc_group_rank(c->group), other = (rank + 1) % c->size;
    fill(c, all_in ? other : rank);
    perm[MYTHREAD] = (rank + c->shift) % c->size;
    if (flags & UPC_IN_NOSYNC) upc_group_barrier(c->group);
    call(c, flags);
    if (flags & UPC_OUT_NOSYNC) upc_group_barrier(c->group);
    check_region(c, all_out ? other : rank);
    upc_group_barrier(c->group);
}

static const upc_flag_t ins[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, 0};
static const upc_flag_t outs[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC, 0};

static void run_all(upc_group_t *group)
{
    static const size_t lengths[] = {8, 48, 49, LONGEST, 0};
    const int size = upc_group_size(group);
    int round = 0;
    for (int function = 0; function < FUNCTIONS; function++)
        for (int l = 0; l < 5; l++)
            for (int f = 0; f < 16; f++, round++) {
                if ((lengths[l] == LONGEST || getenv("TEST_NODES")) && f % 5 != round % 5) continue; /* a fifth of the long ones */
                const struct call c = {group, function, (round + round / 7) % size, round, size, round % size, lengths[l], 3 + round % 11};
                run(&c, ins[f / 4] | outs[f % 4]);
            }
}

/* Nobody has written where threads outside of the group have their parts. */
static void check_outside(void)
{
    static char text[64];
    upc_memget(text, region(dst_memory, MYTHREAD), sizeof text);
    for (size_t i = 0; i < sizeof text; i++) CHECK_EQ(text[i], 7);
}

int main(void)
{
    src_memory = upc_all_alloc(THREADS, REGION);
    dst_memory = upc_all_alloc(THREADS, REGION);
    for (int kind = 0; kind < KINDS; kind++) {
        upc_group_t *const group = group_of_kind(kind);
        upc_memset(region(dst_memory, MYTHREAD), 7, 64);
        upc_barrier;
        if (group) run_all(group);
        upc_barrier;
        if (!group) check_outside();
        free_group(kind, group);
    }
    PASS();
    return 0;
}

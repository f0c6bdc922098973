// Berkeley's copies of many pieces: lists, lists of equal pieces, regular and many-dimensional
// distances, each in all three directions, at once and with a handle; both sides cut differently,
// and empty.
#include "check.h"
#include <bupc_extensions.h>

#define N 240

shared [] char *from, *to; /* on another thread each */
shared [] char *shared blocks[THREADS][2];
static char source[N], target[N], expected[N];

static char letter(int i) { return (char)(1 + i % 113); }

static void clear(void)
{
    for (int i = 0; i < N; i++) target[i] = to[i] = expected[i] = 0;
}

/* The bytes at [to, n) of the destination must be those at [from, n) of the source. */
static void want(int to, int from, int n)
{
    for (int i = 0; i < n; i++) expected[to + i] = letter(from + i);
}
static void check_private(void)
{
    for (int i = 0; i < N; i++) CHECK_EQ(target[i], expected[i]);
    clear();
}
static void check_shared(void)
{
    for (int i = 0; i < N; i++) CHECK_EQ(to[i], expected[i]);
    clear();
}

/* A statement twice: it returns when done, or is waited for. */
#define BOTH(CALL, WANTED, CHECKED)                                                                                        \
    CALL(, (void));                                                                                                        \
    WANTED;                                                                                                                \
    CHECKED();                                                                                                             \
    CALL(_async, bupc_waitsync);                                                                                           \
    WANTED;                                                                                                                \
    CHECKED()

static void lists(void)
{
    bupc_smemvec_t ss[] = {{from + 10, 7}, {from, 0}, {from + 100, 40}, {from + 50, 13}},
                   st[] = {{to + 30, 20}, {to, 20}, {to + 80, 20}};
    bupc_pmemvec_t ps[] = {{source + 10, 7}, {source, 0}, {source + 100, 40}, {source + 50, 13}},
                   pt[] = {{target + 30, 20}, {target, 20}, {target + 80, 20}};
#define WANTED want(30, 10, 7), want(37, 100, 13), want(0, 113, 20), want(80, 133, 7), want(87, 50, 13)
#define CPY(A, W) W(bupc_memcpy_vlist##A(3, st, 4, ss))
#define PUT(A, W) W(bupc_memput_vlist##A(3, st, 4, ps))
#define GET(A, W) W(bupc_memget_vlist##A(3, pt, 4, ss))
    BOTH(CPY, WANTED, check_shared);
    BOTH(PUT, WANTED, check_shared);
    BOTH(GET, WANTED, check_private);
#undef WANTED
#undef CPY
#undef PUT
#undef GET
    st[0].len = 0;
    bupc_memcpy_vlist(0, st, 0, ss);
    bupc_memput_vlist(1, st, 1, ps + 1);
    check_shared();
}

static void equal_lists(void)
{
    shared const void *ss[] = {from + 5, from + 90, from + 60};
    shared void *st[] = {to + 40, to};
    const void *ps[] = {source + 5, source + 90, source + 60};
    void *pt[] = {target + 40, target};
#define WANTED want(40, 5, 8), want(48, 90, 4), want(0, 94, 4), want(4, 60, 8)
#define CPY(A, W) W(bupc_memcpy_ilist##A(2, st, 12, 3, ss, 8))
#define PUT(A, W) W(bupc_memput_ilist##A(2, st, 12, 3, ps, 8))
#define GET(A, W) W(bupc_memget_ilist##A(2, pt, 12, 3, ss, 8))
    BOTH(CPY, WANTED, check_shared);
    BOTH(PUT, WANTED, check_shared);
    BOTH(GET, WANTED, check_private);
#undef WANTED
#undef CPY
#undef PUT
#undef GET
}

static void regular(void)
{
/* 3 pieces of 6 bytes from 6 pieces of 3 bytes */
#define WANTED want(3, 20, 3), want(6, 30, 3), want(13, 40, 3), want(16, 50, 3), want(23, 60, 3), want(26, 70, 3)
#define CPY(A, W) W(bupc_memcpy_fstrided##A(to + 3, 6, 10, 3, from + 20, 3, 10, 6))
#define PUT(A, W) W(bupc_memput_fstrided##A(to + 3, 6, 10, 3, source + 20, 3, 10, 6))
#define GET(A, W) W(bupc_memget_fstrided##A(target + 3, 6, 10, 3, from + 20, 3, 10, 6))
    BOTH(CPY, WANTED, check_shared);
    BOTH(PUT, WANTED, check_shared);
    BOTH(GET, WANTED, check_private);
#undef WANTED
#undef CPY
#undef PUT
#undef GET
    bupc_memget_fstrided(target, 0, 5, 9, from, 3, 5, 0);
    check_private();
}

/* 2 x 3 x 4 bytes out of [?][4][13] into [?][5][7]. */
static void dimensions(void)
{
    const size_t far[] = {13, 4 * 13}, near[] = {7, 5 * 7}, count[] = {4, 3, 2};
#define WANTED                                                                                                             \
    for (int i = 0; i < 2; i++)                                                                                            \
        for (int j = 0; j < 3; j++) want(8 + 7 * j + 35 * i, 17 + 13 * j + 52 * i, 4)
#define CPY(A, W) W(bupc_memcpy_strided##A(to + 8, near, from + 17, far, count, 2))
#define PUT(A, W) W(bupc_memput_strided##A(to + 8, near, source + 17, far, count, 2))
#define GET(A, W) W(bupc_memget_strided##A(target + 8, near, from + 17, far, count, 2))
    BOTH(CPY, WANTED, check_shared);
    BOTH(PUT, WANTED, check_shared);
    BOTH(GET, WANTED, check_private);
#undef WANTED
#undef CPY
#undef PUT
#undef GET
    const size_t line[] = {9}, none[] = {4, 0};
    bupc_memget_strided(target, 0, from + 2, 0, line, 0); /* no level: one piece */
    want(0, 2, 9);
    check_private();
    bupc_memget_strided(target, near, from, far, none, 1);
    check_private();
}

int main(void)
{
    blocks[MYTHREAD][0] = upc_alloc(N);
    blocks[MYTHREAD][1] = upc_alloc(N);
    upc_barrier;
    from = blocks[(MYTHREAD + 1) % THREADS][0];
    to = blocks[(MYTHREAD + 2) % THREADS][1];
    for (int i = 0; i < N; i++) {
        source[i] = letter(i);
        from[i] = letter(i);
    }
    clear();
    upc_barrier;
    lists();
    equal_lists();
    regular();
    dimensions();
    PASS();
    return 0;
}

// 7.2.5: upc_memcpy, upc_memget, upc_memput, upc_memset: every small size at every alignment,
// larger ones around powers of two, to and from every thread; the bytes beside stay as they were.
#include "check.h"
#include <string.h>

#define SPACE 5000
shared [SPACE] unsigned char from[SPACE * THREADS];
shared [SPACE] unsigned char to[SPACE * THREADS];
static unsigned char mine[SPACE], back[SPACE];

static unsigned char pattern(int thread, int i) { return (unsigned char)(thread * 31 + i * 7 + i / 256); }

static void clear(void) { memset((unsigned char *)&to[SPACE * MYTHREAD], 0xee, SPACE); }

// Only [start, start + n) of thread t's part of `to` may have changed, into the pattern of thread s
// at `offset`.
static void verify(int t, int start, int n, int s, int offset)
{
    unsigned char seen[SPACE];
    upc_memget(seen, &to[SPACE * t], start + n + 8);
    for (int i = start >= 8 ? start - 8 : 0; i < start; i++) CHECK_EQ(seen[i], 0xee);
    for (int i = 0; i < n; i++) CHECK_EQ(seen[start + i], pattern(s, offset + i));
    for (int i = start + n; i < start + n + 8; i++) CHECK_EQ(seen[i], 0xee);
    upc_memset(&to[SPACE * t + (start >= 8 ? start - 8 : 0)], 0xee, n + 16);
}

// Each thread writes into its right neighbour's `to`, so that threads do not disturb each other.
static void copy_all_ways(int n, int a, int b)
{
    const int right = (MYTHREAD + 1) % THREADS, source = (MYTHREAD + 2) % THREADS;
    upc_memcpy(&to[SPACE * right + a], &from[SPACE * source + b], n);
    verify(right, a, n, source, b);
    memset(mine, 0, sizeof mine);
    upc_memget(mine + a, &from[SPACE * source + b], n);
    for (int i = 0; i < n; i++) CHECK_EQ(mine[a + i], pattern(source, b + i));
    CHECK_EQ(mine[a + n], 0);
    for (int i = 0; i < n; i++) back[b + i] = pattern(MYTHREAD, b + i);
    upc_memput(&to[SPACE * right + a], back + b, n);
    verify(right, a, n, MYTHREAD, b);
    upc_memset(&to[SPACE * right + a], 300 + b, n);
    for (int i = 0; i < n; i++) CHECK_EQ(to[SPACE * right + a + i], (unsigned char)(300 + b));
    if (n > 0) CHECK_EQ(to[SPACE * right + a + n], 0xee);
    upc_memset(&to[SPACE * right + a], 0xee, n);
}

int main(void)
{
    for (int i = 0; i < SPACE; i++) from[SPACE * MYTHREAD + i] = pattern(MYTHREAD, i);
    clear();
    upc_barrier;
    for (int n = 0; n <= 40; n++)
        for (int a = 0; a < 8; a++) copy_all_ways(n, a + 8, (a * 5 + n) % 8);
    for (int n = 64; n <= 4096; n *= 2)
        for (int d = -1; d <= 1; d++) copy_all_ways(n + d, 9 + d, 3 - d);
    upc_barrier;

    // Structures, through generic pointers; a copy on top of itself is not tried (undefined).
    static shared struct {
        int a[10];
        double b;
    } s[2 * THREADS];
    for (int k = 0; k < 10; k++) s[MYTHREAD].a[k] = k + MYTHREAD;
    s[MYTHREAD].b = 0.5;
    upc_barrier;
    shared void *dst = &s[THREADS + MYTHREAD];
    const shared void *src = &s[(MYTHREAD + 1) % THREADS];
    upc_memcpy(dst, src, sizeof s[0]);
    CHECK_EQ(s[THREADS + MYTHREAD].a[9], 9 + (MYTHREAD + 1) % THREADS);
    CHECK(s[THREADS + MYTHREAD].b == 0.5);
    PASS();
    return 0;
}

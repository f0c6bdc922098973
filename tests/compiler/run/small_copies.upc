// Copies of few bytes go out as code in place: each function, size and place, on any mapping.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
static int failed, calls;
typedef struct { char c[64]; } block_t;
shared block_t all[2 * THREADS];
shared [2] long pairs[2 * THREADS];
static int other(void) { calls++; return (MYTHREAD + 1) % THREADS; }

#define EACH(n)                                                                                                                    \
    do {                                                                                                                           \
        char there[64] = {0}, back[64] = {0};                                                                                      \
        for (int i = 0; i < 64; i++) there[i] = (char)(MYTHREAD + i + n);                                                          \
        upc_memset(&all[other()], 3, 64);                                                                                          \
        upc_memput(&all[other()], there, n);                                                                                       \
        upc_fence;                                                                                                                 \
        upc_memget(back, &all[other()], n);                                                                                        \
        for (int i = 0; i < 64; i++) CHECK(back[i] == (i < n ? there[i] : 0) && all[(MYTHREAD + 1) % THREADS].c[i] == (i < n ? there[i] : 3)); \
        upc_memcpy(&all[other() + THREADS], &all[other()], n);                                                                     \
        upc_fence;                                                                                                                 \
        for (int i = 0; i < n; i++) CHECK(all[(MYTHREAD + 1) % THREADS + THREADS].c[i] == there[i]);                               \
        upc_barrier;                                                                                                               \
    } while (0)

int main(void) {
    EACH(1); EACH(2); EACH(3); EACH(4); EACH(8); EACH(12); EACH(16); EACH(31); EACH(64);
    CHECK(calls == 9 * 5);
    long both[2] = {MYTHREAD, -MYTHREAD}, seen[2];
    upc_memput(&pairs[2 * MYTHREAD], both, sizeof both);
    upc_barrier;
    upc_memget(seen, &pairs[2 * ((MYTHREAD + 1) % THREADS)], sizeof seen);
    CHECK(seen[0] == (MYTHREAD + 1) % THREADS && seen[1] == -seen[0]);
    upc_barrier;
    if (!failed && !MYTHREAD) puts("pass");
    return failed;
}

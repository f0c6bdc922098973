// Loops that wait until another thread has written: by a relaxed flag in many forms, also through
// small functions that other loops call. Each thread waits for its left neighbour. Beside them are
// loops of the same forms that go from element to element.
// flags: -O2
// variants: third: -O3
// variants: one: -O2 -fupc-nodes=one
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <unistd.h>
#include <upc_relaxed.h>

enum { N = 64 };
shared int flag[THREADS];
shared [N] int row[N * THREADS];
shared struct pair { int before, is; } pairs[THREADS];
static int wrong;

int is_set(int t, int round) { return flag[t] == round; }
int is_at(shared int *f, int round) { return *f == round; }
int is_pair(int t, int round) { return pairs[t].is == round; }
int both(int t, int round) { return is_set(t, round) && is_pair(t, round); }
static int is_seen(int t, int round) { return flag[t] == round; } // called by main alone
int element(int i) { return row[N * MYTHREAD + i]; }

static void same(const char *what, long found, long expected) {
    if (found != expected && ++wrong < 9) printf("%s: %ld, not %ld\n", what, found, expected);
}

/* The left neighbour's turn, then the right one's. */
#define ROUND(wait)                                                                                                    \
    {                                                                                                                  \
        round++;                                                                                                       \
        if (MYTHREAD > 0) { wait }                                                                                     \
        if (MYTHREAD == 0) usleep(2000);                                                                               \
        if (MYTHREAD + 1 < THREADS) pairs[MYTHREAD + 1].is = round, flag[MYTHREAD + 1] = round;                        \
        upc_barrier;                                                                                                   \
    }

int main(void) {
    const int me = MYTHREAD;
    int round = 0, i, sum = 0;
    shared int *p; shared [N] int *q;
    for (i = 0; i < N; i++) row[N * me + i] = i;
    upc_barrier;
    ROUND(while (flag[me] != round) ;)
    ROUND(for (p = &flag[me]; *p != round; ) ;)
    ROUND(for (int k = me; flag[k] != round; ) ;)
    ROUND(while (flag[i = me] != round) ;)
    ROUND(for (i = me; flag[i] != round; i = me) ;)
    ROUND(for (i = 0; flag[me] != round; i++) ;)
    ROUND(for (int k = MYTHREAD; flag[me] != round; k++) ;)
    ROUND(while (({ int t = me; flag[t]; }) != round) ;)
    ROUND(while ((flag[me] |= 0) != round) ;)
    ROUND(while (!is_at(&flag[me], round)) ;)
    ROUND(while (!is_set(me, round)) ;)
    ROUND(while (!both(me, round)) ;)
    ROUND(while (!is_seen(me, round)) ;)
    ROUND(while (pairs[me].is != round) ;)
    ROUND(do { } while (!is_set(me, round));)
    ROUND(for (i = me; flag[(i + THREADS) % THREADS] != round; i += THREADS) ;)

    for (i = 0; i < N; i++) sum += element(i) + is_set(me, i) * 0;
    same("elements by a function", sum, N * (N - 1) / 2);
    for (i = -1; row[N * me + ++i] < 40; ) ;
    same("up to an element", i, 40);
    i = N;
    while (row[N * me + --i] > 20) ;
    same("down to one", i, 20);
    for (q = &row[N * me]; *q != 33; q++) ;
    same("by a pointer", q - &row[N * me], 33);
    for (i = 0; i < N && row[N * me + i] != 50; i++) ;
    same("with an end", i, 50);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}

// upc_forall loops over the own part of arrays: every layout, start and bound, alone and inside a
// controlling upc_forall.
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <upc.h>

#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c); failed = 1; } } while (0)
#define N 24
static int failed, round;
shared int cyclic[N * THREADS], other[N * THREADS];
shared [5] long blocked[5 * N * THREADS], more[5 * N * THREADS];
shared [N] double whole[N * THREADS];
shared [6] short rows[2 * N * THREADS][3];
shared [4] struct { char c; int v[2]; } records[N * THREADS];
strict shared [5] int ordered[5 * N * THREADS];

static void clear(void) {
    upc_barrier;
    for (int i = MYTHREAD; i < N * THREADS; i += THREADS) {
        cyclic[i] = blocked[i] = whole[i] = records[i].v[1] = ordered[i] = -1;
        for (int j = 0; j < 3; j++) rows[i][j] = -1;
    }
    upc_barrier;
}

static void check(int low, int high) {
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++) {
        const int hit = i >= low && i < high;
        CHECK(cyclic[i] == (hit ? i + round : -1));
        CHECK(blocked[i] == (hit ? 2L * i + round : -1));
        CHECK(whole[i] == (hit ? i * 0.5 : -1));
        CHECK(rows[i][0] == (hit ? i : -1) && rows[i][2] == (hit ? i + 2 : -1));
        CHECK(records[i].v[1] == (hit && i % 3 ? i : -1));
        CHECK(ordered[i] == (hit ? i : -1));
    }
    clear();
}

static void fill(int low, int high) {
    int i;
    long k;
    round++;
    upc_forall (i = low; i < high; i++; &cyclic[i]) {
        other[i] = i;
        cyclic[i] = other[i] + round;
    }
    CHECK(i == (low < high ? high : low));
    upc_forall (k = low; k <= high - 1; ++k; blocked + k) {
        more[k] = k;
        blocked[k] = more[k] + k + round;
    }
    CHECK(k == (low < high ? high : low));
    upc_forall (unsigned u = (unsigned)low; u < (unsigned)high; u++; &whole[u]) whole[u] = u * 0.5;
    upc_forall (i = low; i < high; i += 1; &rows[i][0])
        for (int j = 0; j < 3; j++) rows[i][j] = (short)(i + j);
    upc_forall (int r = low; r < high; r++; &records[r].c) {
        if (r % 3 == 0) continue;
        records[r].v[1] = r;
        shared [] int *p = records[r].v;
        CHECK(p[1] == r && &records[r].v[1] - p == 1);
    }
    upc_forall (size_t s = (size_t)low; s < (size_t)high; s++; &ordered[s]) {
        shared [5] strict int *p = &ordered[s];
        ordered[s] = (int)s;
        CHECK(upc_phaseof(p) == s % 5 && upc_threadof(p) == (size_t)MYTHREAD && *p == (int)s);
    }
}

int main(void) {
    clear();
    for (int low = 0; low < 13; low += 3)
        for (int high = 0; high <= N * THREADS; high += 5 + THREADS) {
            fill(low, high);
            check(low, high);
        }
    fill(0, N * THREADS);
    check(0, N * THREADS);
    // Inside a controlling upc_forall all iterations are the calling thread's, so the whole of each
    // array is filled by one.
    upc_forall (int t = 0; t < 1; t++; t) {
        int i;
        upc_forall (i = 0; i < N * THREADS; i++; &cyclic[i]) cyclic[i] = 7;
        for (i = 0; i < N * THREADS; i++) CHECK(cyclic[i] == 7);
    }
    upc_barrier;
    if (!failed && MYTHREAD == 0) printf("pass\n");
    return failed;
}

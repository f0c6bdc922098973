// upc_forall over own elements of cyclic arrays whose body uses neighbours, other rows, and
// elements that a private table says how far away are. The same loop with its affinity behind a
// call says what has to come out.
// flags: -O2 -fupc-forall-own -fupc-strength-reduction
// variants: off: -O2 -fno-upc-passes
#include <limits.h>
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 96, ROWS = 5 };
shared int a[N * THREADS], b[N * THREADS], c[N * THREADS];
shared [16] int blocks[N * THREADS];
shared int *row[ROWS + 1];
int distance[ROWS + 1] = {0, 3, 1, 7, 64, 2};
static int table[ROWS + 1] = {1, 2, 3, 4, 5, 6};
static int failed;
#define CHECK(x) do { if (!(x)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #x); failed = 1; } } while (0)

static int mine(int thread) { return thread == MYTHREAD; }
static void same(void) {
    upc_barrier;
    for (int i = MYTHREAD; i < N * THREADS; i += THREADS) { CHECK(a[i] == c[i]); a[i] = c[i] = -1; }
    upc_barrier;
}

#define BOTH(type, init, test, to, value) do { \
        upc_forall (type i = init; test; i++; &to[i]) a[i] = value; \
        upc_barrier; \
        for (type i = init; test; i++) if (mine(upc_threadof(&to[i]))) c[i] = value; \
        same(); \
    } while (0)

static void neighbours(int n, int k) {
    BOTH(int, 1, i < n - 1, a, b[i - 1] + 2 * b[i + 1] - 3 * b[i]);
    BOTH(long, 2, i + 2 < n, a, b[i - 2] + 2 * b[i + 2] + blocks[i]);
    BOTH(unsigned, 0u, i < n - 5u, a, b[i + 5] + blocks[i + 3] - blocks[i]);
    BOTH(int, k, i < n, a, b[i - k] + (i % 3 ? b[i - k / 2] : 7));
    BOTH(int, 0, i < n / 2, a, b[2 * i] - b[n - 1 - i]);
}

static void rows(int n) {
    int i, w;
    for (i = 1; i <= ROWS; i++) {
        upc_forall (w = 0; w < n; w++; &row[i][w]) {
            row[i][w] = row[i - 1][w];
            if (distance[i] <= w && row[i - 1][w - distance[i]] + table[i] > row[i][w])
                row[i][w] = row[i - 1][w - distance[i]] + table[i];
        }
        CHECK(w == (n > 0 ? n : 0));
        upc_barrier;
        for (w = 0; w < n; w++) {
            int wanted = row[i - 1][w];
            if (distance[i] <= w && row[i - 1][w - distance[i]] + table[i] > wanted)
                wanted = row[i - 1][w - distance[i]] + table[i];
            CHECK(row[i][w] == wanted);
        }
        upc_barrier;
    }
}

// The index of the table is outside where the guard does not ask for it; what it names changes with
// the loop.
static void guarded(int n, int at) {
    BOTH(int, 0, i < n, a, at >= 0 && at <= ROWS && i >= distance[at] ? b[i - distance[at]] : 5);
    upc_forall (int i = 8; i < n; i++; &a[i]) { table[0] = i % 8; a[i] = b[i - table[0]]; }
    upc_barrier;
    for (int i = 8; i < n; i++) if (mine(upc_threadof(&a[i]))) { int t = i % 8; c[i] = b[i - t]; }
    same();
}

// The variable ends at the last number there is.
static void ends(int n) {
    for (int above = 0; above < 2 * THREADS + 2; above++) {
        int count = 0, wanted = 0;
        upc_forall (int i = INT_MAX - n - above; i < INT_MAX - above; i++; &a[i - (INT_MAX - 2 * n)])
            count += 1 + b[i - (INT_MAX - 2 * n)] - b[i + 1 - (INT_MAX - 2 * n) - 1] + 0 * b[i - (INT_MAX - 2 * n) + 1];
        for (int i = INT_MAX - n - above; i < INT_MAX - above; i++)
            wanted += mine(upc_threadof(&a[i - (INT_MAX - 2 * n)]));
        CHECK(count == wanted);
    }
}

int main(void) {
    for (int i = 0; i < N * THREADS; i++)
        if (i % THREADS == MYTHREAD) b[i] = i * 37 % 1009, blocks[i] = i * 11 % 503;
    for (int i = 0; i <= ROWS; i++) row[i] = upc_all_alloc(N * THREADS, sizeof(int));
    row[2] += 1; // counts from another thread
    upc_forall (int i = 0; i < N * THREADS; i++; i) row[0][i] = i % 13;
    upc_barrier;
    neighbours(N * THREADS - 4, 6);
    neighbours(12, 3);
    rows(N * THREADS - 2);
    rows(0);
    for (int at = -2; at < ROWS + 3; at++) guarded(N * THREADS, at);
    ends(2 * THREADS + 20);
    static shared int wrong[THREADS];
    wrong[MYTHREAD] = failed;
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int t = 0; t < THREADS; t++) failed |= wrong[t];
        if (!failed) puts("pass");
    }
    return 0;
}

// Functions with upc_forall loops of each form, called inside a upc_forall and outside of one.
// Inside, all iterations are the calling thread's, in whatever version the function runs.
// variants: off: -O1 -fno-upc-passes
#include <stdio.h>
#include <upc.h>

#define CHECK(c)                                                                    \
    do {                                                                            \
        if (!(c)) {                                                                 \
            printf("%s:%d: thread %d: %s\n", __FILE__, __LINE__, MYTHREAD, #c);     \
            failed = 1;                                                             \
        }                                                                           \
    } while (0)
#define N (12 * THREADS)
static int failed;
typedef shared [4] int *part;
shared [4] int blocked[12 * THREADS], other[12 * THREADS];
shared int cyclic[12 * THREADS], together[THREADS];

/* Own elements of an array, whose place nothing but a caller's loop changes. */
int own_elements(int add) {
    int n = 0;
    upc_forall (int i = 0; i < N; i++; &blocked[i]) blocked[i] += add, n++;
    return n;
}
/* Through pointers with a phase, which may begin anywhere. */
static long pointers(part p, part q, int n, int calls) {
    long count = 0;
    upc_forall (int i = 0; i < n; i++; &p[i]) p[i] = q[i] + calls, count++;
    return count;
}
/* By number, through blocks. */
static int numbers(void) {
    int n = 0, i;
    upc_forall (i = 0; i < N; i++; i) other[i] = cyclic[i] + i, n++;
    CHECK(i == N);
    return n;
}
/* Over a pointer. */
int walk(void) {
    int n = 0;
    shared int *p;
    upc_forall (p = cyclic; p < cyclic + N; p++; p) *p = 5, n++;
    CHECK(p == cyclic + N);
    return n;
}
/* The bound changes. */
static int shrinking(void) {
    int n = 0, end = N, i;
    upc_forall (i = 0; i < end; i++; &cyclic[i]) {
        if (cyclic[i] == 99) end--;
        n++;
    }
    CHECK(i == N);
    return n;
}
static int thread_of_row(int i) { return i / 3; }
/* Any affinity; the body calls others of them, and itself. */
int any(int depth) {
    int n = 0;
    upc_forall (int i = 0; i < N; i++; thread_of_row(i)) {
        together[MYTHREAD] += cyclic[i];
        n += i == 0 && depth > 0 ? any(depth - 1) + own_elements(0) + numbers() - 3 * N : 0;
        n++;
    }
    return n;
}
/* Returns nothing. */
void fill(int value) {
    upc_forall (int i = 0; i < N; i++; &cyclic[i]) cyclic[i] = value;
}
/* What comes behind a loop is not inside it. */
static void behind(int *n) {
    upc_forall (int i = 0; i < N; i++; &cyclic[i]) CHECK(own_elements(0) == N);
    *n = own_elements(0);
}

static int all(void) {
    fill(3);
    const int n = own_elements(1) + numbers() + walk() + shrinking() + any(2);
    return n + (int)pointers(blocked, other, N, 1) + (int)pointers(blocked + 2, other + 1, N - 2, 1) + 2;
}

int main(void) {
    int n = 0, own_ones = 0;
    upc_forall (int t = 0; t < 4 * THREADS; t++; t) n += all(); // races of equal values only
    CHECK(n == 4 * 7 * N);
    upc_barrier;
    together[MYTHREAD] = all();
    upc_barrier;
    n = 0;
    for (int t = 0; t < THREADS; t++) n += together[t];
    upc_barrier;
    CHECK(n == 7 * N + 2 * (THREADS - 1));
    behind(&own_ones);
    CHECK(own_ones == 12);
    upc_forall (int t = 0; t < 1; t++; t) {
        fill(7);
        for (int i = 0; i < N; i++) CHECK(cyclic[i] == 7);
    }
    upc_barrier;
    if (!failed && MYTHREAD == 0) printf("pass\n");
    return failed;
}

// Random access to arrays whose blocks are whole pages, mapped once more in the order of their
// elements: the same memory, also for a longer array at the place of one that was freed, for blocks
// of another length, and for pointers into the middle.
// flags: -O2 -fupc-strip-mine -fupc-strength-reduction
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 1024, ROUNDS = 12 };
static int failed;
#define CHECK(c) do { if (!(c)) { printf("%s:%d: thread %d of %d: %s\n", __FILE__, __LINE__, MYTHREAD, THREADS, #c); failed = 1; } } while (0)

static long place(long i, long n) { return (i * 7919 + 13) % n; }

static void use(shared [B] long *x, long n) {
    for (int round = 0; round < ROUNDS; round++) {
        upc_barrier;
        upc_forall (long i = 0; i < n; i++; &x[i]) x[i] = i + round;
        upc_barrier;
        long sum = 0, expected = 0;
        for (long i = 0; i < n; i++) sum += x[place(i, n)] * i;
        for (long i = 0; i < n; i++) expected += (place(i, n) + round) * i;
        CHECK(sum == expected);
        upc_barrier;
        if (MYTHREAD == round % THREADS)
            for (long i = 0; i < n; i++) x[place(i, n)] += 1;
        upc_barrier;
        for (long i = MYTHREAD; i < n; i += THREADS) CHECK(x[i] == i + round + 1);
    }
}

static void use_others(shared [2 * B] long *x, long n) {
    upc_barrier;
    for (int round = 0; round < ROUNDS; round++) {
        shared [2 * B] long *middle = x + 2 * B + 3;
        long sum = 0, expected = 0;
        upc_forall (long i = 0; i < n; i++; &x[i]) x[i] = i;
        upc_barrier;
        for (long i = 0; i < n; i++) sum += x[place(i, n)] ^ i;
        for (long i = 0; i < n; i++) expected += place(i, n) ^ i;
        for (long i = 0; i < n; i++) sum += middle[place(i, n) - 2 * B - 3] ^ i;
        for (long i = 0; i < n; i++) expected += place(i, n) ^ i;
        CHECK(sum == expected);
        upc_barrier;
    }
}

int main(void) {
    for (int blocks = 2; blocks <= 8; blocks += 3) { /* the next one lies where the last one was */
        shared [B] long *x = upc_all_alloc((size_t)blocks * THREADS, B * sizeof(long));
        use(x, (long)blocks * THREADS * B - 5);
        upc_all_free(x);
    }
    shared [2 * B] long *x = upc_all_alloc((size_t)2 * THREADS, 2 * B * sizeof(long));
    use_others(x, 4L * THREADS * B);
    upc_all_free(x);
    upc_barrier;
    if (MYTHREAD == 0) puts(failed ? "failed" : "pass");
    return failed;
}

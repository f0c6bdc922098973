// upc_foralls and guards whose affinity or head is unusual: division by THREADS, unsigned numbers
// that go round or lie beyond 2^63, numbers far apart, a divisor that is converted, a upc_forall in
// a function that the head or a library function calls. Each is compared with a loop that asks at
// each iteration.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
// variants: none: -O0
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

static int wrong;
static long volatile hide;

static void same(const char *what, long found, long expected) {
    if (found != expected && ++wrong < 9) printf("thread %d: %s: %ld, not %ld\n", MYTHREAD, what, found, expected);
}
/* What an affinity of a number says of one iteration. */
static int owns(long number) { return (number % THREADS + THREADS) % THREADS == MYTHREAD; }
static int owns_unsigned(unsigned long number) { return number % THREADS == MYTHREAD; }

#define COUNT(head, test, what)                                                                                        \
    {                                                                                                                  \
        long done = 0, expected = 0;                                                                                   \
        upc_forall head done = done * 3 + i;                                                                           \
        test same(what, done, expected);                                                                               \
    }
#define AND(condition) if (condition) expected = expected * 3 + i;

static int own_iterations(int n) {
    int r = 0;
    upc_forall (int k = 0; k < n; k++; k) r++;
    return r;
}
static int seen;
static int compare(const void *a, const void *b) {
    seen = own_iterations(4 * THREADS);
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    const unsigned long odd = 0x1E3779B97F4A7C15ul, odder = 0x9E3779B97F4A7C15ul;
    COUNT((long i = 0; i < 40; i++; i / THREADS), for (long i = 0; i < 40; i++) AND(owns(i / THREADS)), "i / THREADS")
    COUNT((long i = 0; i < 40; i++; i / (2 * THREADS)), for (long i = 0; i < 40; i++) AND(owns(i / (2 * THREADS))),
          "i / (2 * THREADS)")
    COUNT((long i = 0; i < 40; i++; i * 0x1E3779B97F4A7C15ul),
          for (long i = 0; i < 40; i++) AND(owns_unsigned(i * odd)),
          "an unsigned number that goes round")
    COUNT((long i = 0; i < 40; i++; i * 0x9E3779B97F4A7C15ul),
          for (long i = 0; i < 40; i++) AND(owns_unsigned(i * odder)),
          "a greater one")
    COUNT((long i = 0; i < 40; i++; i * 0x9E3779B97F4A7C15ul / 3),
          for (long i = 0; i < 40; i++) AND(owns_unsigned(i * odder / 3)), "its third part")
    COUNT((unsigned long i = 0x7ffffffffffffff0; i < 0x8000000000000010; i++; i / 3),
          for (unsigned long i = 0x7ffffffffffffff0; i < 0x8000000000000010; i++) AND(owns_unsigned(i / 3)),
          "numbers beyond 2^63")
    COUNT((long i = 0; i < 90; i++; i * 100000000000000000L / 7),
          for (long i = 0; i < 90; i++) { hide = i * 100000000000000000L / 7; AND(owns(hide)) }, "numbers far apart")
    int k = -3;
    COUNT((unsigned i = 0; i < 12; i++; i / k), for (unsigned i = 0; i < 12; i++) AND(owns_unsigned(i / (unsigned)k)),
          "a converted divisor")
    COUNT((unsigned i = 0x50000000; i >= 0x20000000; i -= 0x30000000; i),
          for (unsigned i = 0x50000000; i >= 0x20000000; i -= 0x30000000) AND(owns_unsigned(i)), "unsigned steps down")

    long done = 0, expected = 0;
    for (int i = 0; i < 40; i++) if (i / THREADS % THREADS == MYTHREAD) done = done * 3 + i;
    for (int i = 0; i < 40; i++) { hide = i / THREADS; if (owns(hide)) expected = expected * 3 + i; }
    same("a guard that divides by THREADS", done, expected);
    done = expected = 0;
    for (long i = 0; i < 40; i++) if (i * 0x9E3779B97F4A7C15ul % THREADS == MYTHREAD) done = done * 3 + i;
    for (long i = 0; i < 40; i++) { hide = i * odder; if (owns_unsigned(hide)) expected = expected * 3 + i; }
    same("a guard that goes round", done, expected);

    int n = 0, i, x[3] = {3, 1, 2};
    upc_forall (i = 0; i < own_iterations(4 * THREADS); i++; MYTHREAD) n++;
    same("a upc_forall in the condition", n, 4);
    n = 0;
    upc_forall (i = own_iterations(4 * THREADS); i < 8; i++; MYTHREAD) {
        if (i == 5) continue;
        n += own_iterations(THREADS);
    }
    same("a upc_forall in the first value, and one in the body", n, 3 * THREADS);
    same("behind them", own_iterations(4 * THREADS), 4);
    upc_forall (i = 0; i < THREADS; i++; i) qsort(x, 3, sizeof x[0], compare);
    same("a upc_forall that qsort calls", seen, 4 * THREADS);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}

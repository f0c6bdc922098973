/* The "twisted" STREAM triad: each thread works on the data of the next one, so that none of it is
 * its own.
 *
 *   plain         shared accesses
 *   cast          private pointers to the other thread's memory, from upc_cast; only where all
 *                 threads are on one node
 *   relocalised   what a piece needs is copied to private memory, and the result back
 *
 * Prints the time of one sweep in each form. */
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "stream.h"

enum { PER_THREAD = STREAM_MOST, PIECE = 4096 };

static shared [PER_THREAD] double *a;
static shared [PER_THREAD] double *b;
static shared [PER_THREAD] double *c;
shared long wrong_of[THREADS];

static void sweep_plain(long first, long n) {
    for (long i = first; i < first + n; i++) a[i] = b[i] + 3.0 * c[i];
}

static void sweep_cast(long first, long n) {
    double *to = upc_cast(a + first);
    const double *from = upc_cast(b + first);
    const double *factor = upc_cast(c + first);
    for (long i = 0; i < n; i++) to[i] = from[i] + 3.0 * factor[i];
}

static void sweep_relocalised(long first, long n) {
    double to[PIECE];
    double from[PIECE];
    double factor[PIECE];
    for (long piece = first; piece < first + n; piece += PIECE) {
        const long length = first + n - piece < PIECE ? first + n - piece : PIECE;
        upc_memget(from, b + piece, (size_t)length * sizeof(double));
        upc_memget(factor, c + piece, (size_t)length * sizeof(double));
        for (long i = 0; i < length; i++) to[i] = from[i] + 3.0 * factor[i];
        upc_memput(a + piece, to, (size_t)length * sizeof(double));
    }
}

/* Elements of this thread that are not what the sweep makes of them; they are cleared. */
static long wrong_count(long n) {
    const long first = (long)MYTHREAD * PER_THREAD;
    long wrong = 0;
    for (long i = first; i < first + n; i++) {
        wrong += a[i] != stream_expected(i);
        a[i] = 0;
    }
    upc_barrier;
    return wrong;
}

static long measure(const char *figure, void (*sweep)(long, long), long n) {
    const long first = (long)((MYTHREAD + 1) % THREADS) * PER_THREAD;
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    upc_barrier;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        sweep(first, n);
        upc_barrier;
        bench_add(&run, start, 1);
    }
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
    return wrong_count(n);
}

/* The same in all threads. */
static int all_castable(void) {
    for (int t = 0; t < THREADS; t++)
        if (!upc_thread_info(t).guaranteedCastable) return 0;
    return 1;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const long n = stream_elements(name);
    if (!n) return program_unknown_class("twisted", name);
    a = upc_all_alloc(THREADS, PER_THREAD * sizeof(double));
    b = upc_all_alloc(THREADS, PER_THREAD * sizeof(double));
    c = upc_all_alloc(THREADS, PER_THREAD * sizeof(double));
    for (long i = (long)MYTHREAD * PER_THREAD, end = i + n; i < end; i++) {
        a[i] = 0;
        b[i] = stream_b(i);
        c[i] = stream_c(i);
    }
    long wrong = measure("plain", sweep_plain, n);
    if (all_castable()) wrong += measure("cast", sweep_cast, n);
    wrong += measure("relocalised", sweep_relocalised, n);
    wrong_of[MYTHREAD] = wrong;
    upc_barrier;
    wrong = 0;
    for (int t = 0; t < THREADS; t++) wrong += wrong_of[t];
    upc_all_free(a);
    upc_all_free(b);
    upc_all_free(c);
    return MYTHREAD == 0 ? program_verdict("twisted", name, wrong == 0) : 0;
}

/* upc_memput of several pairs of threads at once, by size: on one node, or between two unlike ones.
 *
 *   memput PAIRS FROM TO     thread FROM + i puts to memory of thread TO + i
 *
 * The other threads wait in a barrier. Each put is complete before the next. What is printed,
 * put_SIZE, is from the start of the first pair to the end of the last, over the puts of one pair.
 * So SIZE times the number of pairs over it is the bandwidth of all pairs together. */
#include <string.h>
#include <upc_relaxed.h>

#include "bench.h"

enum { LARGEST = 1 << 20, CHUNKS = 5, MOST = 100000 };
#define CHUNK_NS 2e6 /* of one pair alone */

static const size_t sizes[] = {8, 256, 4096, 65536, LARGEST};

typedef shared [] char *bytes_t;
shared bytes_t area_of[THREADS];
shared double began[THREADS];
shared double ended[THREADS];
shared long count;

static char source[LARGEST];

static void puts_take(bytes_t there, size_t bytes, long puts) {
    for (long i = 0; i < puts; i++) {
        upc_memput(there, source, bytes);
        upc_fence;
    }
}

/* As many puts as one pair makes in a chunk. */
static long puts_of_chunk(bytes_t there, size_t bytes) {
    long puts = 1;
    for (;;) {
        const double start = bench_now_ns();
        puts_take(there, bytes, puts);
        const double taken = bench_now_ns() - start;
        if (taken >= CHUNK_NS / 4 || puts >= MOST) return 1 + (long)((double)puts * CHUNK_NS / taken);
        puts *= 2;
    }
}

static double chunk_ns(int pairs, int from) {
    double first = began[from];
    double last = ended[from];
    for (int i = 1; i < pairs; i++) {
        if (began[from + i] < first) first = began[from + i];
        if (ended[from + i] > last) last = ended[from + i];
    }
    return (last - first) / (double)count;
}

static void measure(int pairs, int from, int to, size_t bytes) {
    struct bench_run run = {0};
    const int works = MYTHREAD >= from && MYTHREAD < from + pairs;
    const int chunks = bench_chunks() < CHUNKS ? bench_chunks() : CHUNKS;
    const bytes_t there = works ? area_of[to + MYTHREAD - from] : NULL;
    if (works) puts_take(there, bytes, 1); /* the connection is made, and pages */
    upc_barrier;
    if (MYTHREAD == from) count = puts_of_chunk(there, bytes);
    for (int chunk = 0; chunk < chunks; chunk++) {
        upc_barrier;
        if (works) {
            const long puts = count;
            const double start = bench_now_ns();
            puts_take(there, bytes, puts);
            ended[MYTHREAD] = bench_now_ns();
            began[MYTHREAD] = start;
        }
        upc_barrier;
        if (MYTHREAD == 0) bench_add_ns(&run, chunk_ns(pairs, from));
    }
    if (MYTHREAD == 0) {
        char figure[40];
        snprintf(figure, sizeof figure, "put_%zu", bytes);
        bench_print(figure, bench_median_ns(&run));
    }
}

int main(int words, char **word) {
    const int pairs = words > 3 ? atoi(word[1]) : 0;
    const int from = words > 3 ? atoi(word[2]) : 0;
    const int to = words > 3 ? atoi(word[3]) : 0;
    if (pairs < 1 || from < 0 || to < 0 || from + pairs > THREADS || to + pairs > THREADS) {
        fprintf(stderr, "memput PAIRS FROM TO: threads FROM.. put to threads TO..\n");
        return 1;
    }
    memset(source, 1, sizeof source);
    if (MYTHREAD >= to && MYTHREAD < to + pairs) {
        area_of[MYTHREAD] = (bytes_t)upc_alloc(LARGEST);
        if (!area_of[MYTHREAD]) upc_global_exit(1);
        upc_memset(area_of[MYTHREAD], 2, LARGEST);
    }
    upc_barrier;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) measure(pairs, from, to, sizes[i]);
    return 0;
}

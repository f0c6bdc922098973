/* Collective functions, synchronised on both sides, back to back; prints "<function>_<bytes>".
 * Bytes are what each thread has to move: a block of broadcast, scatter, gather and permute. With
 * gather_all and exchange, they are all blocks of a thread. Those of reduce and prefix_reduce are a
 * thread's elements (double, one block a thread). With 8 bytes, they are those of every block.
 * Successive chunks work at different places of the buffers, like the reference.
 */
#include <string.h>
#include <upc_collective.h>
#include <upc_relaxed.h>

#include "bench.h"

enum { LARGEST = 1 << 20, STEP = 65536, AREA = LARGEST + BENCH_CHUNKS * STEP };

typedef shared [] char *bytes_t;

static bytes_t dst; /* thread 0's part of AREA bytes on each thread */
static bytes_t src;
static shared int *perm;

enum function { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE, PREFIX_REDUCE, FUNCTIONS };
static const char *const names[] = {"broadcast", "scatter", "gather", "gather_all",
                                    "exchange",  "permute", "reduce", "prefix_reduce"};

static void call(enum function f, size_t offset, size_t block) {
    shared void *to = (shared void *)(dst + offset);
    shared const void *from = (shared const void *)(src + offset);
    switch (f) {
    case BROADCAST: return upc_all_broadcast(to, from, block, 0);
    case SCATTER: return upc_all_scatter(to, from, block, 0);
    case GATHER: return upc_all_gather(to, from, block, 0);
    case GATHER_ALL: return upc_all_gather_all(to, from, block, 0);
    case EXCHANGE: return upc_all_exchange(to, from, block, 0);
    case PERMUTE: return upc_all_permute(to, from, perm, block, 0);
    case REDUCE: return upc_all_reduceD(to, from, UPC_ADD, block / 8 * THREADS, block / 8, 0, 0);
    default: return upc_all_prefix_reduceD(to, from, UPC_ADD, block / 8 * THREADS, block / 8, 0, 0);
    }
}

static void measure(enum function f, size_t bytes) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const int several = f == GATHER_ALL || f == EXCHANGE;
    const size_t block = several && bytes > 8 ? bytes / THREADS : bytes;
    const long calls = (bytes <= 8 ? 2000 : bytes <= 4096 ? 1000 : 30) / (THREADS > 2 ? THREADS : 1);
    char figure[40];
    for (int chunk = 0; chunk < chunks; chunk++) {
        double start;
        call(f, (size_t)chunk * STEP, block);
        upc_barrier;
        start = bench_now_ns();
        for (long i = 0; i < calls; i++) call(f, (size_t)chunk * STEP, block);
        bench_add(&run, start, calls);
    }
    snprintf(figure, sizeof figure, "%s_%zu", names[f], bytes);
    if (MYTHREAD == 0) bench_print(figure, bench_median_ns(&run));
}

int main(void) {
    static const size_t sizes[] = {8, 4096, LARGEST};
    const size_t area = (size_t)AREA * THREADS; /* scatter and gather have THREADS blocks on thread 0 */
    dst = (bytes_t)upc_all_alloc(THREADS, area);
    src = (bytes_t)upc_all_alloc(THREADS, area);
    perm = upc_all_alloc(THREADS, sizeof(int));
    upc_memset((bytes_t)((shared char *)dst + MYTHREAD), 0, area);
    upc_memset((bytes_t)((shared char *)src + MYTHREAD), 0, area);
    perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
    upc_barrier;
    for (int f = 0; f < FUNCTIONS; f++)
        for (int s = 0; s < 3; s++) measure((enum function)f, sizes[s]);
    return 0;
}

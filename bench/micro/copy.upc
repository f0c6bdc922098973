/* upc_memput and upc_memget between private memory and the other thread's, by size; the figures are
 * those of copy.c. */
#include <string.h>
#include <upc_relaxed.h>

#include "bench.h"

enum { LARGEST = 4 << 20, STEP = 65536, AREA = LARGEST + BENCH_CHUNKS * STEP };

static const size_t sizes[] = {8, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, LARGEST};

typedef shared [] char *bytes_t;
shared bytes_t area_of[THREADS];

static long copies_of(size_t bytes) { return bytes <= 1024 ? 20000 : (long)(16384.0 * 1024 / (double)bytes); }

static void measure_put(bytes_t to, const char *from, size_t bytes) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    char figure[40];
    size_t size = bytes;
    const long copies = copies_of(bytes);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const bytes_t there = to + chunk * STEP;
        const double start = bench_now_ns();
        for (long i = 0; i < copies; i++) {
            BENCH_OPAQUE(size);
            upc_memput(there, from + chunk * STEP, size);
            BENCH_CLOBBER();
        }
        bench_add(&run, start, copies);
    }
    snprintf(figure, sizeof figure, "put_%zu", bytes);
    bench_print(figure, bench_best_ns(&run));
}

static void measure_get(char *to, bytes_t from, size_t bytes) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    char figure[40];
    size_t size = bytes;
    const long copies = copies_of(bytes);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const bytes_t there = from + chunk * STEP;
        const double start = bench_now_ns();
        for (long i = 0; i < copies; i++) {
            BENCH_OPAQUE(size);
            upc_memget(to + chunk * STEP, there, size);
            BENCH_CLOBBER();
        }
        bench_add(&run, start, copies);
    }
    snprintf(figure, sizeof figure, "get_%zu", bytes);
    bench_print(figure, bench_best_ns(&run));
}

int main(void) {
    char *mine = aligned_alloc(4096, AREA);
    area_of[MYTHREAD] = (bytes_t)upc_alloc(AREA + 4096);
    if (!mine) upc_global_exit(1);
    memset(mine, 1, AREA);
    upc_memset(area_of[MYTHREAD], 2, AREA + 4096);
    upc_barrier;
    if (MYTHREAD == 0) {
        bytes_t remote = area_of[THREADS - 1];
        remote += (4096 - upc_addrfield(remote) % 4096) % 4096; /* as aligned as the reference's mapping */
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            measure_put(remote, mine, sizes[i]);
            measure_get(mine, remote, sizes[i]);
        }
    }
    upc_barrier;
    upc_free(area_of[MYTHREAD]);
    free(mine);
    return 0;
}

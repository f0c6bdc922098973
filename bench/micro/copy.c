/* Reference for copy.upc: memcpy between private memory and mapped memory of the other party, by
 * size.
 *
 * The size is opaque to the compiler on both sides. So the figure is that of a call, not of a
 * constant copy folded to a move. The best chunk counts, and each chunk copies at another place of
 * the buffers. Otherwise chance would decide. The physical pages that a buffer happens to get say
 * whether two buffers of a quarter of a cache fit in it together.
 *
 *   put_<bytes>   from private memory      get_<bytes>   to private memory */
#include "raw.h"

enum { LARGEST = 4 << 20, STEP = 65536, AREA = LARGEST + BENCH_CHUNKS * STEP };

static const size_t sizes[] = {8, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, LARGEST};

static void measure(const char *kind, char *to, const char *from, size_t bytes) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    char figure[40];
    size_t size = bytes;
    const long copies = bytes <= 1024 ? 20000 : (long)(16384.0 * 1024 / (double)bytes);
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < copies; i++) {
            BENCH_OPAQUE(size);
            memcpy(to + chunk * STEP, from + chunk * STEP, size);
            BENCH_CLOBBER();
        }
        bench_add(&run, start, copies);
    }
    snprintf(figure, sizeof figure, "%s_%zu", kind, bytes);
    bench_print(figure, bench_best_ns(&run));
}

static void body(struct raw_job *job, int me) {
    unsigned long *met = (unsigned long *)job->shared;
    char *remote = job->shared + 4096;
    char *mine = aligned_alloc(4096, AREA);
    memset(mine, 1, AREA);
    if (me) memset(remote, 2, AREA);
    raw_meet(met, job->parties, 1);
    if (!me)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            measure("put", remote, mine, sizes[i]);
            measure("get", mine, remote, sizes[i]);
        }
    free(mine);
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 4096 + AREA, body);
}

/* Reference for collective.upc: the memory traffic alone. All parties copy at the same time, each
 * from the next one's memory to its own. Which core and which pages: see copy.c. Prints:
 *
 *   copy_<bytes>   a copy, which a broadcast, an exchange and so on cannot do without
 *   half_<bytes>   a copy of half as much: its reads and writes are those of a reduction */
#include "raw.h"

enum { LARGEST = 1 << 20, STEP = 65536, AREA = LARGEST + BENCH_CHUNKS * STEP };

struct area {
    unsigned long met __attribute__((aligned(4096)));
    char to[AREA] __attribute__((aligned(4096)));
    char from[AREA] __attribute__((aligned(4096)));
};

static void measure(struct raw_job *job, int me, unsigned long *epoch, const char *kind, size_t bytes, size_t label) {
    struct area *areas = (struct area *)job->shared;
    char *to = areas[me].to;
    const char *from = areas[(me + 1) % job->parties].from;
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    const long copies = 30;
    size_t size = bytes;
    char figure[40];
    for (int chunk = 0; chunk < chunks; chunk++) {
        double start;
        raw_meet(&areas->met, job->parties, ++*epoch);
        memcpy(to + chunk * STEP, from + chunk * STEP, size);
        start = bench_now_ns();
        for (long i = 0; i < copies; i++) {
            BENCH_OPAQUE(size);
            memcpy(to + chunk * STEP, from + chunk * STEP, size);
            BENCH_CLOBBER();
        }
        bench_add(&run, start, copies);
    }
    snprintf(figure, sizeof figure, "%s_%zu", kind, label);
    if (!me) bench_print(figure, bench_median_ns(&run));
}

static void body(struct raw_job *job, int me) {
    struct area *mine = (struct area *)job->shared + me;
    unsigned long epoch = 0;
    memset(mine->to, 1, AREA);
    memset(mine->from, 2, AREA);
    measure(job, me, &epoch, "copy", LARGEST, LARGEST);
    measure(job, me, &epoch, "half", LARGEST / 2, LARGEST);
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 2 * sizeof(struct area), body);
}

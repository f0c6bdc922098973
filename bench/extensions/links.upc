/* Several links between two nodes at once. A link is a system thread of the first node. It puts to
 * memory of its own on the second node, whose threads wait in a barrier. Links are UPC threads, as
 * processes or as pthreads of one process, or sub-threads of one UPC thread.
 *
 *   links [N]      each UPC thread of the first node has N sub-threads, pthreads of its own;
 *                  without a number it is the link itself
 *
 * Prints, in nanoseconds:
 *   latency_BYTES    one put and a fence, as each link sees it
 *   flood_BYTES      a put of a flood of such, without waiting for each, over all links */
#include <pthread.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "../micro/bench.h"

enum { MOST = 65536, SUB_MOST = 8, TRIPS = 400, FLOOD_BYTES = 4 << 20, FLOOD_MOST = 4000 };

shared [MOST * SUB_MOST] char target[(MOST * SUB_MOST) * THREADS];

static int subs = 1;
static size_t bytes;
static long trips;
static int floods;
static double taken; /* of the first sub-thread */
static pthread_barrier_t meeting;
static char source[MOST];

static void meet(void) {
    if (subs > 1) pthread_barrier_wait(&meeting);
}

static void *link_run(void *argument) {
    const int me = (int)(long)argument;
    shared [] char *const there =
        (shared [] char *)&target[((long)MYTHREAD + THREADS / 2) * MOST * SUB_MOST + (long)me * MOST];
    meet();
    const double start = bench_now_ns();
    for (long i = 0; i < trips; i++) {
        if (floods) {
            upc_memput_nbi(there, source, bytes);
        } else {
            upc_memput(there, source, bytes);
            upc_fence;
        }
    }
    if (floods) upc_synci();
    meet();
    if (me == 0) taken = bench_now_ns() - start;
    return NULL;
}

static void links_run(void) {
    pthread_t threads[SUB_MOST];
    for (long s = 1; s < subs; s++)
        if (pthread_create(&threads[s], NULL, link_run, (void *)s)) exit(1);
    link_run((void *)0);
    for (int s = 1; s < subs; s++) pthread_join(threads[s], NULL);
}

static void measure(const char *name, size_t size) {
    struct bench_run run = {0};
    char figure[40];
    const long links = (long)subs * (THREADS / 2);
    const int chunks = bench_chunks() < 7 ? bench_chunks() : 7;
    bytes = size;
    trips = (floods ? (long)(FLOOD_BYTES / size < FLOOD_MOST ? FLOOD_BYTES / size : FLOOD_MOST) : TRIPS) / links + 1;
    for (int chunk = 0; chunk < chunks; chunk++) {
        upc_barrier;
        if (MYTHREAD < THREADS / 2) links_run();
        upc_barrier;
        bench_add_ns(&run, taken / (double)(floods ? trips * links : trips));
    }
    if (MYTHREAD) return;
    snprintf(figure, sizeof figure, "%s_%zu", name, size);
    bench_print(figure, bench_median_ns(&run));
}

int main(int words, char **word) {
    for (int w = 1; w < words; w++)
        if (atoi(word[w]) > 0) subs = atoi(word[w]);
    if (THREADS % 2 || subs > SUB_MOST) {
        fprintf(stderr, "links: an even number of threads, half of them on each node; at most %d sub-threads\n",
                SUB_MOST);
        return 1;
    }
    if (subs > 1) pthread_barrier_init(&meeting, NULL, (unsigned)subs);
    measure("latency", 8);
    measure("latency", 1024);
    floods = 1;
    measure("flood", 8);
    measure("flood", 1024);
    measure("flood", MOST);
    return 0;
}

/* One-line ping-pong: the unit in which everything that crosses cores is expressed.
 *
 * Two parties take turns on one cache line with plain loads and stores (release, acquire): a round
 * trip is two line transfers. Prints the round trip as "round_trip". The driver also takes it
 * before and after every series: cores of a virtual machine drift between sharing a cache and not.
 */
#include "raw.h"

static void play(struct raw_job *job, int me) {
    unsigned long *ball = (unsigned long *)job->shared;
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    unsigned long turn = 0;
    const long trips = 4000;
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < trips; i++, turn += 2) {
            if (me) {
                while (__atomic_load_n(ball, __ATOMIC_ACQUIRE) != turn + 1)
                    continue;
                __atomic_store_n(ball, turn + 2, __ATOMIC_RELEASE);
            } else {
                __atomic_store_n(ball, turn + 1, __ATOMIC_RELEASE);
                while (__atomic_load_n(ball, __ATOMIC_ACQUIRE) != turn + 2)
                    continue;
            }
        }
        bench_add(&run, start, trips);
    }
    if (!me) bench_print("round_trip", bench_median_ns(&run));
}

int main(int argc, char **argv) {
    return raw_main(argc, argv, 2, 4096, play);
}

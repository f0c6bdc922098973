// UPC 1.3 library, upc_tick.h: the clock runs, never backwards, ticks convert to nanoseconds of the
// wall clock, and (more than the standard asks) what one thread reads after a barrier is not before
// what another read in front of it.
#include "check.h"
#include <time.h>
#include <upc_tick.h>

shared upc_tick_t read_before[THREADS];

int main(void)
{
    upc_tick_t last = upc_ticks_now();
    CHECK(UPC_TICK_MIN < UPC_TICK_MAX);
    CHECK(UPC_TICK_MIN - 1 == UPC_TICK_MAX);
    for (int i = 0; i < 10000; i++) {
        const upc_tick_t now = upc_ticks_now();
        CHECK(now >= last);
        last = now;
    }
    for (int i = 0; i < 50; i++) {
        read_before[MYTHREAD] = upc_ticks_now();
        upc_barrier;
        const upc_tick_t now = upc_ticks_now();
        for (int t = 0; t < THREADS; t++) CHECK(now >= read_before[t]);
        upc_barrier;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    const upc_tick_t start = upc_ticks_now();
    nanosleep(&(struct timespec){0, 30000000}, NULL);
    const uint64_t ns = upc_ticks_to_ns(upc_ticks_now() - start);
    clock_gettime(CLOCK_MONOTONIC, &to);
    CHECK(ns >= 30000000u);
    CHECK(ns <= (uint64_t)(to.tv_sec - from.tv_sec) * 1000000000u + (uint64_t)to.tv_nsec - (uint64_t)from.tv_nsec);
    CHECK_EQ(upc_ticks_to_ns(0), 0);
    CHECK_EQ(__UPC_TICK__, 1);
    PASS();
    return 0;
}

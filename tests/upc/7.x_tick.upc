// UPC 1.3 library, upc_tick.h: the clock runs, never backwards, and ticks convert to nanoseconds.
#include "check.h"
#include <time.h>
#include <upc_tick.h>

int main(void)
{
    upc_tick_t last = upc_ticks_now();
    CHECK(UPC_TICK_MIN < UPC_TICK_MAX);
    for (int i = 0; i < 10000; i++) {
        const upc_tick_t now = upc_ticks_now();
        CHECK(now >= last);
        last = now;
    }
    const upc_tick_t start = upc_ticks_now();
    nanosleep(&(struct timespec){0, 30000000}, NULL);
    const uint64_t ns = upc_ticks_to_ns(upc_ticks_now() - start);
    CHECK(ns >= 29000000u && ns < 20000000000u);
    CHECK_EQ(upc_ticks_to_ns(0), 0);
    PASS();
    return 0;
}

// sanitize: not thread (the program races on purpose)
// Progress, clock, environment, tracing (which has no effect), events for tools (the same), and
// what C programs call.
#include "check.h"
#include <bupc_extensions.h>
#include <bupc_extern.h>
#include <pupc.h>
#include <string.h>

shared int flag;
shared char *shared block;

static void check_clock(void)
{
    const bupc_tick_t begin = bupc_ticks_now();
    while (bupc_ticks_to_us(bupc_ticks_now() - begin) < 2000) ;
    const bupc_tick_t ticks = bupc_ticks_now() - begin;
    CHECK(bupc_ticks_to_ns(ticks) >= 2000000 && bupc_ticks_to_ns(ticks) / 1000 == bupc_ticks_to_us(ticks));
    CHECK(begin > BUPC_TICK_MIN && begin < BUPC_TICK_MAX);
    CHECK(bupc_tick_granularityus() > 0 && bupc_tick_granularityus() < 10000);
    CHECK(bupc_tick_overheadus() > 0 && bupc_tick_overheadus() < 10000);
}

static void check_tracing(void)
{
    bupc_trace_printf(("value %d", 3));
    bupc_trace_setmask("PGH");
    bupc_stats_setmask("PGH");
    bupc_trace_settracelocal(1);
    CHECK(!strcmp(bupc_trace_getmask(), "") && !strcmp(bupc_stats_getmask(), "") && !bupc_trace_gettracelocal());
#pragma pupc on
    const unsigned event = pupc_create_event("step", "number %d");
    pupc_event_start(event, 1);
    pupc_event_atomic(event, 2);
    pupc_event_end(event, 3);
    CHECK_EQ(pupc_control(1), 0);
    CHECK_EQ(pupc_control(0), 0);
#pragma pupc off
}

/* As a C program would. */
static void check_extern(void)
{
    CHECK_EQ(bupc_extern_mythread(), MYTHREAD);
    CHECK_EQ(bupc_extern_threads(), THREADS);
    int *mine = bupc_extern_alloc(2 * sizeof(int));
    *mine = MYTHREAD;
    CHECK_EQ(*(shared int *)bupc_local_to_shared(mine, MYTHREAD, 0), MYTHREAD);
    bupc_extern_free(mine, -1);
    int *part = bupc_extern_all_alloc(THREADS, sizeof(int));
    *part = 10 + MYTHREAD;
    shared int *whole = bupc_local_to_shared(part, 0, 0);
    bupc_extern_barrier(7);
    for (int t = 0; t < THREADS; t++) CHECK_EQ(whole[t], 10 + t);
    bupc_extern_notify(8);
    bupc_extern_wait(8);
    bupc_extern_all_free(part, 0);
    bupc_extern_free(0, 0);
    CHECK(bupc_extern_getenv("PATH") != 0);
}

int main(void)
{
    if (MYTHREAD == THREADS - 1) flag = 1;
    while (!flag) bupc_poll();
    upc_barrier;
    if (MYTHREAD == 0) flag = 2;
    while (flag != 2) upc_poll();
    check_clock();
    check_tracing();
    check_extern();
    CHECK(bupc_getenv("PATH") && !bupc_getenv("POLDER_NO_SUCH_VARIABLE"));
    CHECK_EQ(bupc_system("exit 3") >> 8, 3);
    PASS();
    return 0;
}

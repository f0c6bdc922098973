/* <bupc_extensions.h>: names of another UPC implementation that older programs use. */
#ifndef POLDER_BUPC_EXTENSIONS_H
#define POLDER_BUPC_EXTENSIONS_H

#include <polder/abi.h>
#include <upc_tick.h>

typedef upc_tick_t bupc_tick_t;

static inline bupc_tick_t bupc_ticks_now(void) { return upc_ticks_now(); }
static inline uint64_t bupc_ticks_to_us(bupc_tick_t ticks) { return upc_ticks_to_ns(ticks) / 1000; }
static inline uint64_t bupc_ticks_to_ns(bupc_tick_t ticks) { return upc_ticks_to_ns(ticks); }
static inline double bupc_tick_granularity(void) { return 0.001; } /* in microseconds */
static inline double bupc_tick_overhead(void) { return 0.025; }

/* In loops that wait for shared memory to change. */
static inline void bupc_poll(void) { polder_spin(); }

#endif

/* <upc_tick.h>: a clock for measuring (UPC 1.3, 7.5). A tick is a nanosecond of the machine's
 * monotonic clock, the same for all threads of a node. */
#ifndef POLDER_UPC_TICK_H
#define POLDER_UPC_TICK_H

#include <stdint.h>

typedef uint64_t upc_tick_t;

#define UPC_TICK_MAX ((upc_tick_t)0xffffffffffffffffUL)
#define UPC_TICK_MIN ((upc_tick_t)0)

upc_tick_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(upc_tick_t ticks);

#endif

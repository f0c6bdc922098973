/* <pupc.h>: a program's own events for performance tools (GASP). No such tool is there, so nothing
 * is recorded, which the interface allows. #pragma pupc on and off are accepted. */
#ifndef POLDER_PUPC_H
#define POLDER_PUPC_H

#include <polder/abi.h>

POLDER_INLINE int pupc_control(int on) { /* 0: recording was off before */
    (void)on;
    return 0;
}
POLDER_INLINE unsigned int pupc_create_event(const char *name, const char *description) {
    (void)name;
    (void)description;
    return 0;
}
static __inline__ __attribute__((unused)) void pupc_event_start(unsigned int event, ...) {
    (void)event;
}
static __inline__ __attribute__((unused)) void pupc_event_end(unsigned int event, ...) {
    (void)event;
}
static __inline__ __attribute__((unused)) void pupc_event_atomic(unsigned int event, ...) {
    (void)event;
}

#endif

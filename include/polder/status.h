/* <polder/status.h>: what functions of Polder report that can fail in ways a caller deals with.
 * Mistakes in their use (a thread that does not exist, an address outside shared memory) end the
 * job with a message instead. */
#ifndef POLDER_STATUS_H
#define POLDER_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum polder_status {
    POLDER_OK,
    POLDER_AGAIN, /* nothing wrong, nothing done: make progress (polder_progress), then try again */
    POLDER_NO_MEMORY,
    POLDER_NO_SUPPORT, /* not with this machine, network or mapping */
    POLDER_BAD_ARGUMENT,
    POLDER_SYSTEM_ERROR /* a system call or a peer failed */
} polder_status;

/* "no memory"; never null. */
const char *polder_status_text(polder_status status);

#ifdef __cplusplus
}
#endif

#endif

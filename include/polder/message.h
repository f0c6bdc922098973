/* <polder/message.h>: active messages. A thread sends a few words, and perhaps a payload, to
 * another. There a *handler* runs with them, exactly once: a function that both sides know by its
 * name. It may answer with one *reply*, whose handler runs at the sender.
 *
 *   short    up to 16 arguments of 64 bits
 *   medium   and a payload of up to 64 KiB that the handler sees in a buffer, until it returns
 *   long     and a payload of any size that lies in the receiver's shared memory before the handler
 *            runs
 *
 * Handlers run in whichever thread of the receiver's process makes progress: in polder_progress and
 * in every call that waits. Inside one process they run at once, in the sender. Several may run
 * side by side in a process of several threads. So a handler looks at message->to, not at MYTHREAD.
 * It does not wait, makes no progress, and may start no blocking transfer. It may reply once. It
 * may send requests and must take POLDER_AGAIN for an answer. What the sender did before it sent is
 * visible to the handler, and what the handler did before it replied to the reply's handler. What
 * was written to memory of other nodes is visible once polder_flush_all or a fence is behind it.
 * Messages between two processes of one thread each arrive in the order they were sent in.
 *
 * Mistakes (no such handler, too long) end the job with a message. C11 and C++. */
#ifndef POLDER_MESSAGE_H
#define POLDER_MESSAGE_H

#include <polder/memory.h>
#include <polder/status.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POLDER_MAX_ARGUMENTS 16
#define POLDER_MAX_MEDIUM 65536 /* bytes */

typedef struct polder_message {
    int from; /* thread */
    int to;   /* thread */
    unsigned argument_count;
    const uint64_t *arguments;
    void *payload; /* null: short */
    size_t bytes;
    void *reply; /* null: this is a reply, or has been replied to. The library's */
} polder_message;

typedef void (*polder_handler)(polder_message *message);

/* What a request or a reply names its handler by. */
typedef uint64_t polder_handler_id;

/* The same name and function in every process that gets messages for it, before the first one: a
 * barrier in between. The id is computed from the name, so it is the same in all processes, in
 * whichever order they register their handlers. Any number of them; libraries put their own name in
 * front ("halo: arrived"). Once more with the same function does no harm. */
polder_handler_id polder_handler_register(const char *name, polder_handler function);
/* The id of a name that only other processes have registered. */
polder_handler_id polder_handler_named(const char *name);

/* Handlers by number, in [POLDER_FIRST_HANDLER, POLDER_FIRST_HANDLER + POLDER_HANDLERS), the same
 * in every process; the number is the id. Parts of a program have to agree on who has which. */
#define POLDER_FIRST_HANDLER 160
#define POLDER_HANDLERS 64
void polder_handler_set(unsigned number, polder_handler function);

/* POLDER_AGAIN: nothing was sent. room: bytes of the longest medium payload the reply may have. The
 * arguments and the payload are taken on return. */
polder_status polder_request(int to, polder_handler_id handler, const uint64_t *arguments,
                             unsigned argument_count, const void *payload, size_t bytes,
                             size_t room);
/* Long: the payload goes to `landing`, shared memory of the receiver's node. Else as
 * polder_request. */
polder_status polder_request_long(int to, polder_handler_id handler, const uint64_t *arguments,
                                  unsigned argument_count, const void *payload, size_t bytes,
                                  polder_ga landing, size_t room);
/* In the handler of a request, at most once. Never waits. */
void polder_reply(polder_message *request, polder_handler_id handler, const uint64_t *arguments,
                  unsigned argument_count, const void *payload, size_t bytes);
void polder_reply_long(polder_message *request, polder_handler_id handler,
                       const uint64_t *arguments, unsigned argument_count, const void *payload,
                       size_t bytes, polder_ga landing);

#ifdef __cplusplus
}
#endif

#endif

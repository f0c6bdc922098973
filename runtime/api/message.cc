// <polder/message.h> on runtime/am. The layer's handlers know neither their number nor a context,
// so each public number has a function of its own that looks up what the program has set.
#include "runtime/am/am.h"
#include "runtime/cache/cache.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <polder/message.h>

#include <utility>

using namespace polder;

static_assert(POLDER_MAX_ARGUMENTS == am_max_arguments && POLDER_MAX_MEDIUM == am_max_medium);
static_assert(POLDER_FIRST_HANDLER + POLDER_HANDLERS <= am_handlers);

namespace polder {
namespace {

// Written before the barrier that precedes the first message; the same in all processes.
polder_handler handlers[POLDER_HANDLERS];

template <unsigned number> void run(AmMessage &message) {
    polder_message seen = {static_cast<int>(message.from),
                           static_cast<int>(message.to),
                           message.argument_count,
                           message.arguments,
                           const_cast<void *>(message.payload),
                           message.bytes,
                           message.reply ? &message : nullptr};
    far_cache_forget(); // it may tell of what others have written
    handlers[number](&seen);
}

template <unsigned... number> constexpr AmHandler runner(unsigned wanted, std::integer_sequence<unsigned, number...>) {
    constexpr AmHandler all[] = {run<number>...};
    return all[wanted];
}

unsigned index_of(unsigned number, const char *function) {
    if (number - POLDER_FIRST_HANDLER >= POLDER_HANDLERS)
        job_fail(1, "%s: handler %u; programs have %u to %u", function, number, POLDER_FIRST_HANDLER,
                 POLDER_FIRST_HANDLER + POLDER_HANDLERS - 1);
    return number - POLDER_FIRST_HANDLER;
}

unsigned thread_number(int thread, const char *function) {
    if (thread < 0 || static_cast<unsigned>(thread) >= threads())
        job_fail(1, "%s: thread %d of %u", function, thread, threads());
    return static_cast<unsigned>(thread);
}

// What the sender did is visible to the handler.
void fence_for_handler() {
    if (__builtin_expect(!polder_node.one, 0)) far_cache_fence();
}

void *landing_of(polder_ga landing, const char *function) {
    if (!ga_is_shared(landing)) job_fail(1, "%s: %#lx is not an address of shared memory", function, landing);
    return reinterpret_cast<void *>(landing - polder_job.node_shift); // what the layer wants of any node's memory
}

AmMessage &replied(polder_message *request) {
    if (!request->reply) job_fail(1, "polder_reply: this is a reply, or has been replied to");
    AmMessage &message = *static_cast<AmMessage *>(request->reply);
    request->reply = nullptr;
    return message;
}

} // namespace
} // namespace polder

extern "C" {
#pragma GCC visibility push(default)

void polder_handler_set(unsigned number, polder_handler function) {
    const unsigned index = index_of(number, "polder_handler_set");
    if (!function) job_fail(1, "polder_handler_set: no function for handler %u", number);
    handlers[index] = function;
    am_start(); // in a job of one node nobody may have needed it before; again does no harm
    am_register(number, runner(index, std::make_integer_sequence<unsigned, POLDER_HANDLERS>{}));
}

polder_status polder_request(int to, unsigned handler, const uint64_t *arguments, unsigned argument_count,
                             const void *payload, size_t bytes, size_t room) {
    index_of(handler, "polder_request");
    fence_for_handler();
    const AmContent content = {handler, arguments, argument_count, payload, bytes, nullptr};
    return static_cast<polder_status>(am_request(thread_number(to, "polder_request"), content, room));
}

polder_status polder_request_long(int to, unsigned handler, const uint64_t *arguments, unsigned argument_count,
                                  const void *payload, size_t bytes, polder_ga landing, size_t room) {
    index_of(handler, "polder_request_long");
    fence_for_handler();
    const AmContent content = {handler, arguments, argument_count,
                               payload, bytes,     landing_of(landing, "polder_request_long")};
    return static_cast<polder_status>(am_request(thread_number(to, "polder_request_long"), content, room));
}

void polder_reply(polder_message *request, unsigned handler, const uint64_t *arguments, unsigned argument_count,
                  const void *payload, size_t bytes) {
    index_of(handler, "polder_reply");
    am_reply(replied(request), {handler, arguments, argument_count, payload, bytes, nullptr});
}

void polder_reply_long(polder_message *request, unsigned handler, const uint64_t *arguments, unsigned argument_count,
                       const void *payload, size_t bytes, polder_ga landing) {
    index_of(handler, "polder_reply_long");
    am_reply(replied(request),
             {handler, arguments, argument_count, payload, bytes, landing_of(landing, "polder_reply_long")});
}
#pragma GCC visibility pop
} // extern "C"

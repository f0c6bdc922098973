// <polder/message.h> on runtime/am. All handlers of programs are one handler of the layer. It finds
// the program's function by the id in front of its arguments (handlers.h).
#include "runtime/am/brief.h"
#include "runtime/api/handlers.h"
#include "runtime/api/known_thread.h"
#include "runtime/core/job.h"
#include "runtime/fence/strict.h"
#include "runtime/segment/segment.h"

#include <polder/message.h>

using namespace polder;
using namespace polder::api;

static_assert(POLDER_MAX_ARGUMENTS + 1 == am::am_max_arguments && POLDER_MAX_MEDIUM == am::am_max_medium);

namespace polder::api {
namespace {

constexpr unsigned program_handler = POLDER_FIRST_HANDLER;
static_assert(program_handler < am::am_handlers);

[[noreturn]] void fail_unknown(const am::AmMessage &message) {
    const std::uint64_t id = message.arguments[0];
    if (id < POLDER_FIRST_HANDLER + POLDER_HANDLERS)
        job_fail(1, "thread %u sent a message for handler %lu, which is not set in this process (polder_handler_set)",
                 message.from, id);
    job_fail(1,
             "thread %u sent a message for handler %#lx, of which no name is registered in this process "
             "(polder_handler_register, then a barrier, before the first message)",
             message.from, id);
}

void run(am::AmMessage &message) {
    const polder_handler function = handler_find(message.arguments[0]);
    if (__builtin_expect(!function, 0)) fail_unknown(message);
    polder_message seen = {static_cast<int>(message.from),      static_cast<int>(message.to),
                           message.argument_count - 1,          message.arguments + 1,
                           const_cast<void *>(message.payload), message.bytes,
                           message.reply ? &message : nullptr};
    if (!polder_node.one) cache::far_cache_forget(); // the message may tell of what others have written
    function(&seen);
}

void start() {
    am::am_start(); // in a job of one node nobody may have needed it before; again does no harm
    am::am_register(program_handler, run);
}

// The arguments with the id in front. Too many are left to the layer, which says so.
class Arguments {
public:
    Arguments(polder_handler_id id, const uint64_t *arguments, unsigned count, const char *function)
        : count_(count + 1) {
        if (count > POLDER_MAX_ARGUMENTS)
            job_fail(1, "%s: %u arguments; there are at most %u", function, count, POLDER_MAX_ARGUMENTS);
        words_[0] = handler_expect(id, function);
        for (unsigned i = 0; i < count; ++i)
            words_[1 + i] = arguments[i];
    }
    am::AmContent with(const void *payload, std::size_t bytes, void *landing = nullptr) const {
        return {program_handler, words_, count_, payload, bytes, landing};
    }

private:
    std::uint64_t words_[am::am_max_arguments];
    unsigned count_;
};

am::AmBrief brief(polder_handler_id id, const uint64_t *arguments, unsigned count, const char *function) {
    return {program_handler, count, handler_expect(id, function), arguments};
}

void *landing_of(polder_ga landing, const char *function) {
    if (!ga_is_shared(landing)) job_fail(1, "%s: %#lx is not an address of shared memory", function, landing);
    return reinterpret_cast<void *>(landing - polder_job.node_shift); // what the layer wants of any node's memory
}

am::AmMessage &replied(polder_message *request) {
    if (!request->reply) job_fail(1, "polder_reply: this is a reply, or has been replied to");
    am::AmMessage &message = *static_cast<am::AmMessage *>(request->reply);
    request->reply = nullptr;
    return message;
}

// What is not brief, or finds no open lane.
[[gnu::noinline]] polder_status request_any(int to, polder_handler_id handler, const uint64_t *arguments,
                                            unsigned argument_count, const void *payload, size_t bytes, size_t room) {
    const Arguments words(handler, arguments, argument_count, "polder_request");
    return static_cast<polder_status>(
        am::am_request(known_thread(to, "polder_request"), words.with(payload, bytes), room));
}
[[gnu::noinline]] void reply_any(am::AmMessage &request, polder_handler_id handler, const uint64_t *arguments,
                                 unsigned argument_count, const void *payload, size_t bytes) {
    const Arguments words(handler, arguments, argument_count, "polder_reply");
    am::am_reply(request, words.with(payload, bytes));
}

} // namespace
} // namespace polder::api

extern "C" {
#pragma GCC visibility push(default)

polder_handler_id polder_handler_register(const char *name, polder_handler function) {
    if (!name || !*name) job_fail(1, "polder_handler_register: a handler without a name");
    if (!function) job_fail(1, "polder_handler_register: no function for handler '%s'", name);
    const polder_handler_id id = handler_id(name);
    handler_put(id, name, function, false);
    start();
    return id;
}

polder_handler_id polder_handler_named(const char *name) {
    if (!name || !*name) job_fail(1, "polder_handler_named: no name");
    start(); // whoever sends may have no handler of its own
    return handler_id(name);
}

void polder_handler_set(unsigned number, polder_handler function) {
    const polder_handler_id id = handler_expect(number, "polder_handler_set");
    if (!function) job_fail(1, "polder_handler_set: no function for handler %u", number);
    handler_put(id, nullptr, function, true);
    start();
}

polder_status polder_request(int to, polder_handler_id handler, const uint64_t *arguments, unsigned argument_count,
                             const void *payload, size_t bytes, size_t room) {
    fence::strict_acquire(); // what the caller did is visible to the handler
    if (!bytes && room <= am::am_inline_bytes(am::am_max_arguments) &&
        am::brief_request(static_cast<unsigned>(to), brief(handler, arguments, argument_count, "polder_request")))
        return POLDER_OK;
    return request_any(to, handler, arguments, argument_count, payload, bytes, room);
}

polder_status polder_request_long(int to, polder_handler_id handler, const uint64_t *arguments, unsigned argument_count,
                                  const void *payload, size_t bytes, polder_ga landing, size_t room) {
    const Arguments words(handler, arguments, argument_count, "polder_request_long");
    fence::strict_acquire(); // what the caller did is visible to the handler
    return static_cast<polder_status>(
        am::am_request(known_thread(to, "polder_request_long"),
                       words.with(payload, bytes, landing_of(landing, "polder_request_long")), room));
}

void polder_reply(polder_message *request, polder_handler_id handler, const uint64_t *arguments,
                  unsigned argument_count, const void *payload, size_t bytes) {
    am::AmMessage &message = replied(request);
    if (!bytes && am::brief_reply(message, brief(handler, arguments, argument_count, "polder_reply"))) return;
    reply_any(message, handler, arguments, argument_count, payload, bytes);
}

void polder_reply_long(polder_message *request, polder_handler_id handler, const uint64_t *arguments,
                       unsigned argument_count, const void *payload, size_t bytes, polder_ga landing) {
    const Arguments words(handler, arguments, argument_count, "polder_reply_long");
    am::am_reply(replied(request), words.with(payload, bytes, landing_of(landing, "polder_reply_long")));
}
#pragma GCC visibility pop
} // extern "C"

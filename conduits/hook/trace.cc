// trace: a line for each start, with what the conduit answered: "polder: conduit: node 0: put to 1:
// 8 bytes: ok". Of refusals in a row, the first.
#include "conduits/hook/hook.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace polder {

namespace {

const char *name_of(Status status) {
    switch (status) {
    case Status::ok: return "ok";
    case Status::again: return "again";
    case Status::no_memory: return "no memory";
    case Status::no_support: return "no support";
    case Status::bad_argument: return "bad argument";
    case Status::system_error: return "error";
    }
    return "unknown";
}

struct TraceEnd : HookEnd {
    std::atomic<bool> refused;
};

Status line(Conduit &c, const char *what, NodeNumber peer, std::size_t bytes, Status status) {
    const bool again = status == Status::again;
    if (static_cast<TraceEnd &>(c).refused.exchange(again, std::memory_order_relaxed) && again) return status;
    char text[160];
    const int n = std::snprintf(text, sizeof text, "polder: conduit: node %u: %s to %u: %zu bytes: %s\n",
                                hook(c).options.node, what, peer, bytes, name_of(status));
    const ssize_t written = write(STDERR_FILENO, text, static_cast<std::size_t>(n));
    (void)written; // a trace that nobody reads is no error of the job
    return status;
}

Status put(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return line(c, "put", peer, bytes, inner(c).table->put(inner(c), peer, remote, key, local, bytes, operation));
}
Status get(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    return line(c, "get", peer, bytes, inner(c).table->get(inner(c), peer, remote, key, local, bytes, operation));
}
Status put_inline(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    return line(c, "put by value", peer, bytes, inner(c).table->put_inline(inner(c), peer, remote, key, local, bytes));
}
Status put_signal(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    return line(c, "put with signal", peer, bytes,
                inner(c).table->put_signal(inner(c), peer, remote, key, local, bytes, signal, value, operation));
}
Status atomic(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    return line(c, "atomic", peer, 8,
                inner(c).table->atomic(inner(c), peer, remote, key, type, what, operand, second, result, operation));
}
Status send(Conduit &c, NodeNumber peer, const ConduitMessage &message) {
    return line(c, "message", peer, message.header_bytes + message.payload_bytes,
                inner(c).table->send(inner(c), peer, message));
}

} // namespace

Status hook_trace(Conduit *within, const ConduitOptions &options, const char *arguments, Conduit **made) {
    if (*arguments) return Status::bad_argument;
    auto *end = static_cast<TraceEnd *>(std::calloc(1, sizeof(TraceEnd)));
    if (!end) return Status::no_memory;
    hook_prepare(*end, within, options);
    ConduitTable &t = end->own;
    t.put = put;
    t.get = get;
    t.put_inline = put_inline;
    t.put_signal = put_signal;
    t.atomic = atomic;
    t.send = send;
    *made = end;
    return Status::ok;
}

} // namespace polder

// The hook `stats`: counts what is started, by kind and peer, and forwards it.
#include "conduits/hook/stats.h"

#include "conduits/hook/hook.h"

#include <cstdlib>

namespace polder {

namespace {

constexpr unsigned kinds = static_cast<unsigned>(ConduitKind::count);

struct Counter {
    std::atomic<std::uint64_t> started;
    std::atomic<std::uint64_t> bytes;
    std::atomic<std::uint64_t> refused;
};
struct StatsEnd : HookEnd {
    Counter *counters; // kinds of each peer
};

Status count(Conduit &c, ConduitKind kind, NodeNumber peer, std::size_t bytes, Status status) {
    auto &end = static_cast<StatsEnd &>(c);
    if (peer >= end.options.nodes) return status;
    Counter &counter = end.counters[peer * kinds + static_cast<unsigned>(kind)];
    if (status == Status::again) counter.refused.fetch_add(1, std::memory_order_relaxed);
    if (!is_ok(status)) return status;
    counter.started.fetch_add(1, std::memory_order_relaxed);
    counter.bytes.fetch_add(bytes, std::memory_order_relaxed);
    return status;
}

Status put(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return count(c, ConduitKind::put, peer, bytes,
                 inner(c).table->put(inner(c), peer, remote, key, local, bytes, operation));
}
Status get(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    return count(c, ConduitKind::get, peer, bytes,
                 inner(c).table->get(inner(c), peer, remote, key, local, bytes, operation));
}
Status put_inline(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    return count(c, ConduitKind::put_inline, peer, bytes,
                 inner(c).table->put_inline(inner(c), peer, remote, key, local, bytes));
}
Status put_signal(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    return count(c, ConduitKind::put_signal, peer, bytes,
                 inner(c).table->put_signal(inner(c), peer, remote, key, local, bytes, signal, value, operation));
}
Status atomic(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    return count(c, ConduitKind::atomic, peer, 0,
                 inner(c).table->atomic(inner(c), peer, remote, key, type, what, operand, second, result, operation));
}
Status send(Conduit &c, NodeNumber peer, const ConduitMessage &message) {
    return count(c, ConduitKind::message, peer, message.header_bytes + message.payload_bytes,
                 inner(c).table->send(inner(c), peer, message));
}

void close(Conduit &c) {
    Conduit *within = hook(c).inner;
    std::free(static_cast<StatsEnd &>(c).counters);
    std::free(&static_cast<StatsEnd &>(c));
    conduit_close(within);
}

// Hooks know each other by their close: the table's entry that none forwards.
StatsEnd *find(Conduit *conduit) {
    for (; conduit; conduit = conduit->hooked) {
        if (conduit->table->close == close) return static_cast<StatsEnd *>(conduit);
    }
    return nullptr;
}

} // namespace

Status hook_stats(Conduit *within, const ConduitOptions &options, const char *arguments, Conduit **made) {
    if (*arguments) return Status::bad_argument;
    auto *end = static_cast<StatsEnd *>(std::calloc(1, sizeof(StatsEnd)));
    auto *counters = static_cast<Counter *>(std::calloc(std::size_t{options.nodes} * kinds, sizeof(Counter)));
    if (!end || !counters) {
        std::free(end);
        std::free(counters);
        return Status::no_memory;
    }
    hook_prepare(*end, within, options);
    end->counters = counters;
    ConduitTable &t = end->own;
    t.put = put;
    t.get = get;
    t.put_inline = put_inline;
    t.put_signal = put_signal;
    t.atomic = atomic;
    t.send = send;
    t.close = close;
    *made = end;
    return Status::ok;
}

bool conduit_stats(Conduit &conduit, NodeNumber peer, ConduitStats *stats) {
    const StatsEnd *end = find(&conduit);
    if (!end) return false;
    *stats = {};
    for (NodeNumber node = 0; node < end->options.nodes; ++node)
        for (unsigned kind = 0; kind < kinds && (peer == every_peer || peer == node); ++kind) {
            const Counter &counter = end->counters[node * kinds + kind];
            stats->of[kind].started += counter.started.load(std::memory_order_relaxed);
            stats->of[kind].bytes += counter.bytes.load(std::memory_order_relaxed);
            stats->of[kind].refused += counter.refused.load(std::memory_order_relaxed);
        }
    return true;
}

void conduit_stats_reset(Conduit &conduit) {
    StatsEnd *end = find(&conduit);
    for (std::size_t i = 0; end && i < std::size_t{end->options.nodes} * kinds; ++i) {
        end->counters[i].started.store(0, std::memory_order_relaxed);
        end->counters[i].bytes.store(0, std::memory_order_relaxed);
        end->counters[i].refused.store(0, std::memory_order_relaxed);
    }
}

} // namespace polder

// fault: makes the failures happen that the contract allows. Starts are refused (`again`),
// operations end with an error, a peer is lost. So a runtime that mishandles one of them is caught.
// Nothing is lost, doubled or changed in silence.
//   again=0.1, fail=0.01   rates. The choices come from a generator with a fixed seed, so a run
//                          repeats
//   again=/7, fail=/7      every 7th
//   lose=1@100             peer 1 is lost at the 100th start to any peer
#include "conduits/hook/hook.h"

#include "base/futex.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

struct Rule { // a rate of 2^32, or every Nth
    std::uint64_t rate;
    std::uint64_t every;
};

struct FaultEnd : HookEnd {
    Rule again;
    Rule fail;
    NodeNumber lose_peer;
    std::uint64_t lose_at; // 0: never
    FutexLock lock;
    std::uint64_t random;
    std::uint64_t starts;
    bool lost;
    bool told;
    ConduitOperation *failed; // to be told in poll; linked by provider[0]
    std::atomic<bool> to_tell;
};

FaultEnd &fault(Conduit &c) {
    return static_cast<FaultEnd &>(c);
}

enum class Fate { normal, again, fail };

bool hits(FaultEnd &end, const Rule &rule) {
    if (rule.every) return end.starts % rule.every == 0;
    end.random ^= end.random << 13;
    end.random ^= end.random >> 7;
    end.random ^= end.random << 17;
    return (end.random >> 32) < rule.rate;
}

Fate fate_of(Conduit &c, NodeNumber peer) {
    FaultEnd &end = fault(c);
    ++end.starts;
    if (end.lose_at && end.starts >= end.lose_at && !end.lost) {
        end.lost = true;
        end.to_tell.store(true, std::memory_order_relaxed);
    }
    if (end.lost && peer == end.lose_peer) return Fate::fail;
    if (hits(end, end.again)) return Fate::again;
    return hits(end, end.fail) ? Fate::fail : Fate::normal;
}

void fail_later(FaultEnd &end, ConduitOperation &operation) {
    operation.status = Status::system_error;
    operation.source.store(1, std::memory_order_relaxed);
    operation.left.store(1, std::memory_order_relaxed);
    operation.provider[0] = end.failed;
    end.failed = &operation;
    end.to_tell.store(true, std::memory_order_relaxed);
}

template <class Start> Status decide(Conduit &c, NodeNumber peer, ConduitOperation *operation, Start start) {
    FaultEnd &end = fault(c);
    if (end.options.thread_safe) end.lock.lock();
    const Fate fate = fate_of(c, peer);
    // What is not an operation cannot fail but by the loss of its peer.
    const bool lost = end.lost && peer == end.lose_peer;
    if (fate == Fate::fail && operation) fail_later(end, *operation);
    if (end.options.thread_safe) end.lock.unlock();
    if (fate == Fate::again) return Status::again;
    if (fate == Fate::fail && operation) return Status::ok;
    return lost ? Status::system_error : start();
}

Status put(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return decide(c, peer, &operation,
                  [&] { return inner(c).table->put(inner(c), peer, remote, key, local, bytes, operation); });
}
Status get(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    return decide(c, peer, &operation,
                  [&] { return inner(c).table->get(inner(c), peer, remote, key, local, bytes, operation); });
}
Status put_inline(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    return decide(c, peer, nullptr,
                  [&] { return inner(c).table->put_inline(inner(c), peer, remote, key, local, bytes); });
}
Status put_signal(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    return decide(c, peer, &operation, [&] {
        return inner(c).table->put_signal(inner(c), peer, remote, key, local, bytes, signal, value, operation);
    });
}
Status atomic(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    return decide(c, peer, &operation, [&] {
        return inner(c).table->atomic(inner(c), peer, remote, key, type, what, operand, second, result, operation);
    });
}
Status send(Conduit &c, NodeNumber peer, const ConduitMessage &message) {
    return decide(c, peer, nullptr, [&] { return inner(c).table->send(inner(c), peer, message); });
}

void tell(FaultEnd &end) {
    if (end.options.thread_safe) end.lock.lock();
    ConduitOperation *list = end.failed;
    end.failed = nullptr;
    end.to_tell.store(false, std::memory_order_relaxed);
    const bool loss = end.lost && !end.told;
    end.told = end.lost;
    if (end.options.thread_safe) end.lock.unlock();
    while (list) {
        ConduitOperation &operation = *list;
        list = static_cast<ConduitOperation *>(operation.provider[0]);
        const auto done = operation.done;
        operation.source.store(0, std::memory_order_release);
        operation.left.store(0, std::memory_order_release);
        if (done) done(operation);
    }
    if (loss && end.options.lost) end.options.lost(end.options.context, end.lose_peer, "the hook `fault` lost it");
}

unsigned poll(Conduit &c) {
    FaultEnd &end = fault(c);
    const bool due = end.to_tell.load(std::memory_order_relaxed);
    if (due) tell(end);
    return due + inner(c).table->poll(inner(c));
}

void wait(Conduit &c, std::int64_t timeout_ns) {
    if (!fault(c).to_tell.load(std::memory_order_relaxed)) inner(c).table->wait(inner(c), timeout_ns);
}

bool all_flushed(Conduit &c) {
    return !fault(c).to_tell.load(std::memory_order_relaxed) && inner(c).table->all_flushed(inner(c));
}

void close(Conduit &c) {
    Conduit *within = hook(c).inner;
    std::free(&fault(c));
    conduit_close(within);
}

bool parse_rule(const char *text, Rule *rule) {
    char *end;
    if (*text == '/')
        rule->every = std::strtoull(text + 1, &end, 10);
    else {
        const double rate = std::strtod(text, &end);
        if (!(rate >= 0 && rate <= 1)) return false;
        rule->rate = static_cast<std::uint64_t>(rate * 4294967296.0);
    }
    return end != text && *end == 0;
}

bool parse_loss(const char *text, FaultEnd &end) {
    char *rest;
    end.lose_peer = static_cast<NodeNumber>(std::strtoul(text, &rest, 10));
    if (rest == text || *rest != '@') return false;
    end.lose_at = std::strtoull(rest + 1, &rest, 10);
    return *rest == 0 && end.lose_at;
}

bool parse_word(const char *name, const char *value, FaultEnd &end) {
    if (!std::strcmp(name, "again")) return parse_rule(value, &end.again);
    if (!std::strcmp(name, "fail")) return parse_rule(value, &end.fail);
    return !std::strcmp(name, "lose") && parse_loss(value, end);
}

bool parse(char *text, FaultEnd &end) {
    char *rest = nullptr;
    for (char *word = strtok_r(text, "+", &rest); word; word = strtok_r(nullptr, "+", &rest)) {
        char *equals = std::strchr(word, '=');
        if (!equals) return false;
        *equals = 0;
        if (!parse_word(word, equals + 1, end)) return false;
    }
    return true;
}

} // namespace

Status hook_fault(Conduit *within, const ConduitOptions &options, const char *arguments, Conduit **made) {
    auto *end = static_cast<FaultEnd *>(std::calloc(1, sizeof(FaultEnd)));
    char *copy = strdup(arguments);
    if (!end || !copy) {
        std::free(end);
        std::free(copy);
        return Status::no_memory;
    }
    hook_prepare(*end, within, options);
    end->random = 0x9e3779b97f4a7c15 ^ options.node;
    const bool good = parse(copy, *end);
    std::free(copy);
    if (!good) {
        std::free(end);
        return Status::bad_argument;
    }
    ConduitTable &t = end->own;
    t.put = put;
    t.get = get;
    t.put_inline = put_inline;
    t.put_signal = put_signal;
    t.atomic = atomic;
    t.send = send;
    t.poll = poll;
    t.wait = wait;
    t.all_flushed = all_flushed;
    t.close = close;
    *made = end;
    return Status::ok;
}

} // namespace polder

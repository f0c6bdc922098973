// delay: a conduit gets what is started within L later, and the caller spins C for each start. So
// overlap, aggregation and caching show on machines where everything is near. With T and K a node
// serves one start of others at a time. Each takes T, and K for each 1024 bytes. So contention
// shows where many nodes ask one (link.h). Order is kept: of the starts of an end to a peer a later
// one never overtakes an earlier one. The queue is bounded; beyond the bound the answer is `again`.
// An operation in the queue is under way for its caller. A put's source is needed until the put is
// forwarded; values are copied.
#include "conduits/hook/hook.h"
#include "conduits/hook/link.h"

#include "base/clock.h"
#include "base/futex.h"
#include "conduits/atomic.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

constexpr unsigned most_waiting = 1024;

enum class Call : std::uint8_t { put, get, put_inline, put_signal, atomic, send };

struct Waiting {
    Waiting *next;
    std::int64_t due;
    Call call;
    AtomicType type;
    AtomicOperation what;
    NodeNumber peer;
    bool internal;
    std::uint64_t remote;
    std::uint64_t first;  // operand, or the signal's word
    std::uint64_t second; // operand, or the signal's value
    ConduitKey key;
    void *local; // of a message or value: null, the bytes follow
    std::size_t bytes;
    std::size_t header_bytes;
    ConduitOperation *operation;
};

struct DelayEnd : HookEnd {
    std::int64_t latency;
    std::int64_t cost;
    Link link;
    FutexLock lock;
    Waiting *first;
    Waiting **last;
    std::atomic<unsigned> waiting;
};

DelayEnd &delay(Conduit &c) {
    return static_cast<DelayEnd &>(c);
}

class Guard {
public:
    explicit Guard(DelayEnd &end) : end_(end) {
        if (end.options.thread_safe) end.lock.lock();
    }
    ~Guard() {
        if (end_.options.thread_safe) end_.lock.unlock();
    }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

private:
    DelayEnd &end_;
};

void spend(std::int64_t ns) {
    for (const std::int64_t until = clock_ns() + ns; ns > 0 && clock_ns() < until;) {
    }
}

std::int64_t due(DelayEnd &end, const Waiting &what, std::size_t payload_bytes) {
    const std::int64_t at = clock_ns() + end.latency;
    if (!end.link.area || what.peer == end.options.node) return at;
    const std::size_t values = what.call == Call::atomic ? 8 : what.call == Call::send ? payload_bytes : what.bytes;
    return link_through(end.link, what.peer, what.header_bytes + values, at);
}

Status enqueue(Conduit &c, const Waiting &what, const void *header, const void *payload, std::size_t payload_bytes) {
    DelayEnd &end = delay(c);
    if (what.peer >= end.options.nodes) return Status::bad_argument;
    spend(end.cost);
    if (what.operation) {
        what.operation->status = Status::ok;
        what.operation->source.store(1, std::memory_order_relaxed);
        what.operation->left.store(1, std::memory_order_relaxed);
    }
    Guard guard(end);
    if (end.waiting.load(std::memory_order_relaxed) >= most_waiting) return Status::again;
    auto *one = static_cast<Waiting *>(std::malloc(sizeof(Waiting) + what.header_bytes + payload_bytes));
    if (!one) return Status::again;
    *one = what;
    one->next = nullptr;
    one->due = due(end, what, payload_bytes);
    auto *bytes = reinterpret_cast<unsigned char *>(one + 1);
    if (what.header_bytes) std::memcpy(bytes, header, what.header_bytes);
    if (payload_bytes) std::memcpy(bytes + what.header_bytes, payload, payload_bytes);
    *end.last = one;
    end.last = &one->next;
    end.waiting.fetch_add(1, std::memory_order_relaxed);
    return Status::ok;
}

Status forward(Conduit &c, Waiting &w) {
    const ConduitTable &t = *c.table;
    const auto *bytes = reinterpret_cast<const unsigned char *>(&w + 1);
    switch (w.call) {
    case Call::put: return t.put(c, w.peer, w.remote, w.key, w.local, w.bytes, *w.operation);
    case Call::get: return t.get(c, w.peer, w.remote, w.key, w.local, w.bytes, *w.operation);
    case Call::put_inline: return t.put_inline(c, w.peer, w.remote, w.key, bytes, w.bytes);
    case Call::put_signal:
        return t.put_signal(c, w.peer, w.remote, w.key, w.local, w.bytes, w.first, w.second, *w.operation);
    case Call::atomic:
        return t.atomic(c, w.peer, w.remote, w.key, w.type, w.what, w.first, w.second, w.local, *w.operation);
    case Call::send: break;
    }
    ConduitMessage message{bytes, w.header_bytes, bytes + w.header_bytes, w.bytes};
    message.internal = w.internal;
    return t.send(c, w.peer, message);
}

// What the conduit within does not take although it took it in: the operation ends with an error,
// in poll, as it should.
void refuse(Waiting &w, Status status) {
    if (!w.operation) return;
    w.operation->status = status;
    const auto done = w.operation->done;
    w.operation->source.store(0, std::memory_order_release);
    w.operation->left.store(0, std::memory_order_release);
    if (done) done(*w.operation);
}

// The first that is due, where a peer has kept none before it: with a link those of different peers
// are not due in order.
Waiting **first_due(DelayEnd &end) {
    const std::int64_t now = clock_ns();
    if (!end.link.area) return end.first && end.first->due <= now ? &end.first : nullptr;
    for (Waiting **at = &end.first; *at; at = &(*at)->next)
        if ((*at)->due <= now) return at; // a node is through with what one end starts to it in the order of starting
    return nullptr;
}

// What is due first, taken out of the queue if the conduit took it. False: nothing, or it did not.
bool release_one(DelayEnd &end) {
    Waiting *one;
    Status status;
    {
        Guard guard(end);
        Waiting **at = first_due(end);
        if (!at) return false;
        one = *at;
        status = forward(*end.inner, *one);
        if (status == Status::again) return false;
        if (!(*at = one->next)) end.last = at;
        end.waiting.fetch_sub(1, std::memory_order_relaxed);
    }
    if (!is_ok(status)) refuse(*one, status);
    std::free(one);
    return true;
}

unsigned poll(Conduit &c) {
    unsigned found = 0;
    DelayEnd &end = delay(c);
    while (end.waiting.load(std::memory_order_relaxed) && release_one(end))
        ++found;
    return found + inner(c).table->poll(inner(c));
}

void wait(Conduit &c, std::int64_t timeout_ns) {
    DelayEnd &end = delay(c);
    if (end.waiting.load(std::memory_order_relaxed)) {
        Guard guard(end);
        std::int64_t soonest = end.first ? end.first->due : 0;
        for (const Waiting *w = end.first; w && end.link.area; w = w->next)
            soonest = w->due < soonest ? w->due : soonest;
        const std::int64_t left = end.first ? soonest - clock_ns() : 0;
        if (timeout_ns < 0 || left < timeout_ns) timeout_ns = left;
        if (timeout_ns <= 0) return;
    }
    inner(c).table->wait(inner(c), timeout_ns);
}

Waiting call(Call what, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
             std::size_t bytes, ConduitOperation *operation) {
    Waiting w{};
    w.call = what;
    w.peer = peer;
    w.remote = remote;
    w.key = key;
    w.local = const_cast<void *>(local);
    w.bytes = bytes;
    w.operation = operation;
    return w;
}

Status put(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return enqueue(c, call(Call::put, peer, remote, key, local, bytes, &operation), nullptr, nullptr, 0);
}
Status get(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    return enqueue(c, call(Call::get, peer, remote, key, local, bytes, &operation), nullptr, nullptr, 0);
}
Status put_inline(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    if (bytes > c.table->caps(c).inline_put) return Status::bad_argument;
    return enqueue(c, call(Call::put_inline, peer, remote, key, nullptr, bytes, nullptr), nullptr, local, bytes);
}
Status put_signal(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    Waiting w = call(Call::put_signal, peer, remote, key, local, bytes, &operation);
    w.first = signal;
    w.second = value;
    return enqueue(c, w, nullptr, nullptr, 0);
}
Status atomic(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    if (!atomic_is_valid(type, what, remote)) return Status::bad_argument;
    Waiting w = call(Call::atomic, peer, remote, key, result, 0, &operation);
    w.type = type;
    w.what = what;
    w.first = operand;
    w.second = second;
    return enqueue(c, w, nullptr, nullptr, 0);
}
Status send(Conduit &c, NodeNumber peer, const ConduitMessage &message) {
    const ConduitCaps &caps = c.table->caps(c);
    if (message.header_bytes > caps.max_header || message.payload_bytes > caps.max_payload) return Status::bad_argument;
    Waiting w = call(Call::send, peer, 0, {}, nullptr, message.payload_bytes, nullptr);
    w.header_bytes = message.header_bytes;
    w.internal = message.internal;
    return enqueue(c, w, message.header, message.payload, message.payload_bytes);
}

bool waits_for(DelayEnd &end, NodeNumber peer) {
    if (!end.waiting.load(std::memory_order_relaxed)) return false;
    Guard guard(end);
    for (const Waiting *w = end.first; w; w = w->next)
        if (w->peer == peer && w->call != Call::get && w->call != Call::send) return true;
    return false;
}

bool flushed(Conduit &c, NodeNumber peer) {
    return !waits_for(delay(c), peer) && inner(c).table->flushed(inner(c), peer);
}
bool all_flushed(Conduit &c) {
    return !delay(c).waiting.load(std::memory_order_relaxed) && inner(c).table->all_flushed(inner(c));
}

Status start(Conduit &c, const ConduitAddress *addresses) {
    const Status status = link_start(delay(c).link);
    return is_ok(status) ? inner(c).table->start(inner(c), addresses) : status;
}

void close(Conduit &c) {
    Conduit *within = hook(c).inner;
    while (Waiting *w = delay(c).first) {
        delay(c).first = w->next;
        std::free(w);
    }
    link_close(delay(c).link);
    std::free(&delay(c));
    conduit_close(within);
}

} // namespace

Status hook_delay(Conduit *within, const ConduitOptions &options, const char *arguments, Conduit **made) {
    std::int64_t times[4] = {0, 0, 0, 0}; // latency, cost, each, a KiB
    unsigned count = 0;
    do
        if (count == 4 || !hook_time(&arguments, &times[count++])) return Status::bad_argument;
    while (*arguments);
    auto *end = static_cast<DelayEnd *>(std::calloc(1, sizeof(DelayEnd)));
    if (!end) return Status::no_memory;
    end->link.each_ns = times[2];
    end->link.kib_ns = times[3];
    if (count > 2)
        if (const Status status = link_open(end->link, options); !is_ok(status)) {
            std::free(end);
            return status;
        }
    hook_prepare(*end, within, options);
    end->latency = times[0];
    end->cost = times[1];
    end->last = &end->first;
    ConduitTable &t = end->own;
    t.start = start;
    t.put = put;
    t.get = get;
    t.put_inline = put_inline;
    t.put_signal = put_signal;
    t.atomic = atomic;
    t.send = send;
    t.poll = poll;
    t.wait = wait;
    t.flushed = flushed;
    t.all_flushed = all_flushed;
    t.close = close;
    *made = end;
    return Status::ok;
}

} // namespace polder

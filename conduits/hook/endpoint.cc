// The hook `endpoint`: each start keeps the end busy for a time, under a lock where several threads
// may call. So threads that share an end wait for each other, and those with an end each do not. A
// sleep ends late. The time that a caller was held too long is taken off the next start, if that
// follows at once. So the time is exact on average.
#include "base/clock.h"
#include "base/futex.h"
#include "conduits/hook/hook.h"

#include <cstdlib>
#include <ctime>

namespace polder {

namespace {

constexpr std::int64_t least_sleep_ns = 20000; // shorter times are not worth giving the core away for

struct EndpointEnd : HookEnd {
    std::int64_t cost;
    FutexLock lock;
    std::int64_t until;                // under it: when the last start was paid for
    std::atomic<std::uint64_t> locked; // how often: counts().locks has it
};

EndpointEnd &endpoint(Conduit &c) {
    return static_cast<EndpointEnd &>(c);
}

void hold(EndpointEnd &end) {
    const std::int64_t begin = clock_ns();
    const bool follows = begin - end.until < end.cost;
    end.until = (follows ? end.until : begin) + end.cost;
    for (std::int64_t now = begin; now < end.until; now = clock_ns()) {
        const std::int64_t left = end.until - now;
        if (left < least_sleep_ns) continue;
        const timespec rest{static_cast<time_t>(left / 1000000000), static_cast<long>(left % 1000000000)};
        nanosleep(&rest, nullptr);
    }
}

class Charge {
public:
    explicit Charge(Conduit &c) : end_(endpoint(c)) {
        if (end_.options.thread_safe) {
            end_.lock.lock();
            end_.locked.fetch_add(1, std::memory_order_relaxed);
        }
        hold(end_);
    }
    ~Charge() {
        if (end_.options.thread_safe) end_.lock.unlock();
    }
    Charge(const Charge &) = delete;
    Charge &operator=(const Charge &) = delete;

private:
    EndpointEnd &end_;
};

Status put(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    const Charge charge(c);
    return inner(c).table->put(inner(c), peer, remote, key, local, bytes, operation);
}
Status get(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    const Charge charge(c);
    return inner(c).table->get(inner(c), peer, remote, key, local, bytes, operation);
}
Status put_inline(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    const Charge charge(c);
    return inner(c).table->put_inline(inner(c), peer, remote, key, local, bytes);
}
Status put_signal(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    const Charge charge(c);
    return inner(c).table->put_signal(inner(c), peer, remote, key, local, bytes, signal, value, operation);
}
Status atomic(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    const Charge charge(c);
    return inner(c).table->atomic(inner(c), peer, remote, key, type, what, operand, second, result, operation);
}
Status send(Conduit &c, NodeNumber peer, const ConduitMessage &message) {
    const Charge charge(c);
    return inner(c).table->send(inner(c), peer, message);
}
ConduitCounts counts(Conduit &c) {
    ConduitCounts counts = inner(c).table->counts(inner(c));
    counts.locks += endpoint(c).locked.load(std::memory_order_relaxed);
    return counts;
}

} // namespace

Status hook_endpoint(Conduit *within, const ConduitOptions &options, const char *arguments, Conduit **made) {
    std::int64_t cost;
    if (!hook_time(&arguments, &cost) || *arguments) return Status::bad_argument;
    auto *end = static_cast<EndpointEnd *>(std::calloc(1, sizeof(EndpointEnd)));
    if (!end) return Status::no_memory;
    hook_prepare(*end, within, options);
    end->cost = cost;
    ConduitTable &t = end->own;
    t.put = put;
    t.get = get;
    t.put_inline = put_inline;
    t.put_signal = put_signal;
    t.atomic = atomic;
    t.send = send;
    t.counts = counts;
    *made = end;
    return Status::ok;
}

} // namespace polder

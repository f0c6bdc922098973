// Local: what conduits share whose transfers are copies by the caller (self, smp): an operation is
// over when it was started.
#pragma once

#include "base/futex.h"
#include "conduits/conduit.h"
#include "conduits/counters.h"

namespace polder {

struct LoopbackEnd : Conduit {
    ConduitOptions options;
    ConduitCaps caps;
    ConduitCounters counts;
    FutexLock lock;             // only with options.thread_safe
    std::atomic<bool> polling;  // one thread takes messages
    ConduitOperation *finished; // with a `done`, which is called in poll; linked by provider[0]
    std::atomic<bool> has_finished;
};

class LoopbackGuard {
public:
    explicit LoopbackGuard(LoopbackEnd &end) : end_(end) {
        if (end.options.thread_safe) {
            end.lock.lock();
            ++end.counts.locks;
        }
    }
    ~LoopbackGuard() {
        if (end_.options.thread_safe) end_.lock.unlock();
    }
    LoopbackGuard(const LoopbackGuard &) = delete;
    LoopbackGuard &operator=(const LoopbackGuard &) = delete;

private:
    LoopbackEnd &end_;
};

// Without a `done` it is over at once, else with the next poll.
inline void loopback_finish(LoopbackEnd &end, ConduitOperation &operation, Status status) {
    operation.status = status;
    if (!operation.done) {
        operation.source.store(0, std::memory_order_release);
        operation.left.store(0, std::memory_order_release);
        return;
    }
    operation.source.store(0, std::memory_order_relaxed);
    operation.left.store(1, std::memory_order_relaxed);
    LoopbackGuard guard(end);
    operation.provider[0] = end.finished;
    end.finished = &operation;
    end.has_finished.store(true, std::memory_order_relaxed);
}

inline unsigned local_tell(LoopbackEnd &end) {
    if (!end.has_finished.load(std::memory_order_relaxed)) return 0;
    ConduitOperation *list;
    {
        LoopbackGuard guard(end);
        list = end.finished;
        end.finished = nullptr;
        end.has_finished.store(false, std::memory_order_relaxed);
    }
    unsigned told = 0;
    for (; list; ++told) {
        ConduitOperation &operation = *list;
        list = static_cast<ConduitOperation *>(operation.provider[0]);
        operation.left.store(0, std::memory_order_release);
        operation.done(operation);
    }
    return told;
}

} // namespace polder

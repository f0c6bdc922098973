// One caller: barriers and collectives are operations of a UPC thread as a whole. Any of its system
// threads (OpenMP workers, pthreads) may call them, one after the other. Two at once are a mistake
// that would end in a hang, so the job ends with a message. The check is a load and two stores to a
// line the thread owns; two that arrive in the same few nanoseconds may escape it.
#pragma once

#include "runtime/core/job.h"
#include "runtime/core/system_thread.h"

namespace polder::sync {

// In scope while the calling system thread is in a barrier or collective `operation`; nests.
class OneCaller {
public:
    explicit OneCaller(const char *operation)
        : inside_(local(inside_now)), before_(inside_.load(std::memory_order_relaxed)) {
        const void *me = system_thread();
        if (__builtin_expect(before_ && before_ != me, 0)) refuse(operation);
        inside_.store(me, std::memory_order_relaxed);
    }
    ~OneCaller() { inside_.store(before_, std::memory_order_relaxed); }
    OneCaller(const OneCaller &) = delete;
    OneCaller &operator=(const OneCaller &) = delete;

private:
    [[noreturn]] static void refuse(const char *operation);
    static std::atomic<const void *> inside_now; // private data of the UPC thread
    std::atomic<const void *> &inside_;
    const void *before_;
};

} // namespace polder::sync

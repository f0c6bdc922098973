// Handler re-entrancy guard: a mark that a *system* thread is inside a handler. System threads of
// one UPC thread (OpenMP workers, pthreads, a leader's progress thread) share its private data.
// They may run handlers side by side. Only the one inside must not poll or wait. The mark is not
// thread-local: each UPC thread has a few places for marks, which its system threads take and give
// back. The first place stays with the first thread that took it: by a poll, or without others
// beside it. As a rule that is the UPC thread itself, which so needs no locked instruction.
//
// Invariant. A place belongs to the thread whose address is in `owner`, from the exchange that
// wrote the address until that thread writes null. Only the owner touches depth, and only the owner
// writes its own address. So a thread reads `owner` of all places that were ever used, without any
// order. It finds its mark, or that it has none: nobody else can write or remove its address. Held
// by tests/unit/runtime/am/am_delays.cc.
//
// A thread whose place stays may end. A later thread may have the same address, and then has the
// place, too. The depth is 0 there: the last one ended outside of handlers.
//
// There may be more threads inside handlers than places. The next one waits for a place that is
// given back. It comes free, since handlers do not wait and need no second one. Small-message path:
// two loads and two stores for the thread that has the first place.
#pragma once

#include "base/delay.h"
#include "runtime/core/private.h"
#include "runtime/core/system_thread.h"

#include <atomic>
#include <cstdint>

namespace polder::am {

struct AmMark {
    std::atomic<const void *> owner; // null: free
    std::uint32_t depth;             // handlers it is inside, one in the other
};

inline constexpr unsigned am_marks = 15; // of a UPC thread

struct AmMarks {
    std::atomic<std::uint32_t> used; // places from the first on that were ever taken
    AmMark mark[am_marks];
};
extern AmMarks am_inside; // POLDER_PRIVATE

// The caller's, or null.
inline AmMark *am_mark_find(AmMarks &marks, const void *caller) {
    const std::uint32_t used = marks.used.load(std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < used; ++i)
        if (marks.mark[i].owner.load(std::memory_order_relaxed) == caller) return &marks.mark[i];
    return nullptr;
}
// shared: there may be other threads. polls: the caller takes messages of the node, as progress
// threads do not.
AmMark &am_mark_take(AmMarks &marks, const void *caller, bool shared, bool polls);

// How many handlers the calling system thread is inside.
inline unsigned am_depth() {
    const AmMark *mark = am_mark_find(local(am_inside), system_thread());
    return mark ? mark->depth : 0;
}

// Marks the calling system thread as inside a handler.
class AmHandlerGuard {
public:
    AmHandlerGuard(bool shared, bool polls) {
        AmMarks &marks = local(am_inside);
        const void *caller = system_thread();
        AmMark &first = marks.mark[0];
        stays_ = first.owner.load(std::memory_order_relaxed) == caller;
        mark_ = stays_ ? &first : am_mark_find(marks, caller);
        if (__builtin_expect(!mark_, 0)) {
            mark_ = &am_mark_take(marks, caller, shared, polls);
            stays_ = mark_ == &first;
        }
        ++mark_->depth;
    }
    ~AmHandlerGuard() {
        delay_point();
        const std::uint32_t depth = --mark_->depth;
        if (!stays_ && !depth) mark_->owner.store(nullptr, std::memory_order_release);
    }
    AmHandlerGuard(const AmHandlerGuard &) = delete;
    AmHandlerGuard &operator=(const AmHandlerGuard &) = delete;

private:
    AmMark *mark_;
    bool stays_;
};

} // namespace polder::am

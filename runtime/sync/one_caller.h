// One caller: barriers and collectives are operations of a UPC thread as a whole. Any of its system
// threads (OpenMP workers, pthreads, workers of its pool) may call them, one after the other. Two
// at once are a mistake that would end in a hang, so the job ends with a message that names both
// routines. At the thread levels SINGLE and FUNNELED only the UPC thread's own system thread calls
// (runtime/net/level.h).
//
// Costs: two loads and three stores to a line the thread owns; no read-modify-write, no fence.
//
// Proof that an overlap of two callers A and B does not pass unseen.
//   1. Let A's store of itself be older than B's in the order of changes of `who`, and let A still
//      be inside. B reads `who` at its entry. If it reads A's store, B says so.
//   2. Otherwise B's store is on its way while A is inside. A reads `who` when it leaves. It finds
//      B, or null where B has left: A says so. The same holds with A and B exchanged.
//   3. A reads its own store only if B's has not reached it. B's store takes nanoseconds to do so,
//      and a barrier is longer. So what is missed has overlapped for that time only.
#pragma once

#include "runtime/core/job.h"
#include "runtime/core/system_thread.h"

namespace polder::sync {

// In scope while the calling system thread is in a barrier or collective `routine`; nests.
class OneCaller {
public:
    explicit OneCaller(const char *routine)
        : inside_(local(inside_now)), before_(inside_.who.load(std::memory_order_relaxed)) {
        const void *me = system_thread();
        if (__builtin_expect(before_ && before_ != me, 0)) refuse(routine);
        const void *only = inside_.only.load(std::memory_order_relaxed);
        if (__builtin_expect(only && only != me, 0)) refuse_by_level(routine);
        inside_.who.store(me, std::memory_order_relaxed);
        if (!before_) inside_.routine.store(routine, std::memory_order_relaxed);
    }
    ~OneCaller() {
        if (__builtin_expect(inside_.who.load(std::memory_order_relaxed) != system_thread(), 0)) refuse_at_end();
        inside_.who.store(before_, std::memory_order_relaxed);
    }
    // The barrier or collective that a system thread of the calling UPC thread is in, the
    // outermost; null: none. The name is the program's word for it, which the front end has given.
    static const char *routine() {
        const Inside &inside = local(inside_now);
        return inside.who.load(std::memory_order_relaxed) ? inside.routine.load(std::memory_order_relaxed) : nullptr;
    }
    OneCaller(const OneCaller &) = delete;
    OneCaller &operator=(const OneCaller &) = delete;

private:
    friend void one_caller_only(const void *thread);
    struct Inside {
        std::atomic<const void *> who;     // the system thread that is inside; null: nobody
        std::atomic<const char *> routine; // that it has called
        std::atomic<const void *> only;    // who may call; null: every system thread
    };
    [[noreturn]] static void refuse(const char *routine);
    [[noreturn]] static void refuse_by_level(const char *routine);
    [[noreturn]] static void refuse_at_end();
    static Inside inside_now; // private data of the UPC thread
    Inside &inside_;
    const void *before_;
};

// From now on only this system thread of the calling UPC thread may call; null: all may.
void one_caller_only(const void *thread);

} // namespace polder::sync

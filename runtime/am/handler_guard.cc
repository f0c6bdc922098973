// Taking a place for a mark: see handler_guard.h.
#include "runtime/am/handler_guard.h"

#include "runtime/sync/give_way.h"

namespace polder::am {

POLDER_PRIVATE AmMarks am_inside = {};

namespace {

// Null if another thread was faster, or has it. Acquire: the depth its last owner left is read
// after it.
bool take(AmMark &mark, const void *caller) {
    const void *nobody = nullptr;
    delay_point();
    return !mark.owner.load(std::memory_order_relaxed) &&
           mark.owner.compare_exchange_strong(nobody, caller, std::memory_order_acquire);
}

void use_up_to(AmMarks &marks, std::uint32_t count) {
    std::uint32_t used = marks.used.load(std::memory_order_relaxed);
    while (used < count && !marks.used.compare_exchange_weak(used, count, std::memory_order_relaxed))
        continue;
}

} // namespace

AmMark &am_mark_take(AmMarks &marks, const void *caller, bool shared, bool polls) {
    for (;;) {
        for (unsigned i = shared && !polls; i < am_marks; ++i)
            if (take(marks.mark[i], caller)) {
                use_up_to(marks, i + 1); // the caller sees what it has written itself
                return marks.mark[i];
            }
        if (shared) sync::give_way();
    }
}

} // namespace polder::am

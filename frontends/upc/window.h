// Window: transfers of a call under way together, so that many pieces of far memory do not cost a
// round trip each. The window is bounded, as each transfer takes memory while it is under way. All
// are complete when it ends.
#pragma once

#include "runtime/put/put_pool.h"
#include "runtime/race/race.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "runtime/segment/segment.h"

namespace polder::upc {

class Window {
public:
    Window() = default;
    ~Window() {
        for (const TransferHandle handle : under_way_)
            if (handle) async_wait(handle);
    }
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    void get(void *to, polder_ga from, std::size_t bytes) {
        if (bytes && is_far(from)) return take(async_get(to, from, bytes));
        race_copied(near_pointer(from), to, bytes);
        copy_get(to, from, bytes);
    }
    void put(polder_ga to, const void *from, std::size_t bytes) {
        if (bytes > put::put_copied && is_far(to)) return take(async_put(to, from, bytes));
        if (!is_far(to)) race_copied(from, near_pointer(to), bytes);
        copy_put(to, from, bytes); // which does not wait
    }
    void copy(polder_ga to, polder_ga from, std::size_t bytes) {
        if (bytes && (is_far(to) || is_far(from))) return take(async_copy(to, from, bytes));
        race_copied(near_pointer(from), near_pointer(to), bytes);
        copy_shared(to, from, bytes);
    }

private:
    static constexpr unsigned most = 32;

    void take(TransferHandle handle) {
        TransferHandle &oldest = under_way_[next_++ % most];
        if (oldest) async_wait(oldest);
        oldest = handle;
    }

    TransferHandle under_way_[most] = {};
    unsigned next_ = 0;
};

} // namespace polder::upc

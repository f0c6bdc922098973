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
        for (const rma::TransferHandle handle : under_way_)
            if (handle) rma::async_wait(handle);
    }
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    void get(void *to, polder_ga from, std::size_t bytes) {
        if (bytes && is_far(from)) return take(rma::async_get(to, from, bytes));
        race::race_copied(near_pointer(from), to, bytes);
        rma::copy_get(to, from, bytes);
    }
    void put(polder_ga to, const void *from, std::size_t bytes) {
        if (bytes > put::put_copied && is_far(to)) return take(rma::async_put(to, from, bytes));
        if (!is_far(to)) race::race_copied(from, near_pointer(to), bytes);
        rma::copy_put(to, from, bytes); // which does not wait
    }
    void copy(polder_ga to, polder_ga from, std::size_t bytes) {
        if (bytes && (is_far(to) || is_far(from))) return take(rma::async_copy(to, from, bytes));
        race::race_copied(near_pointer(from), near_pointer(to), bytes);
        rma::copy_shared(to, from, bytes);
    }

private:
    static constexpr unsigned most = 32;

    void take(rma::TransferHandle handle) {
        rma::TransferHandle &oldest = under_way_[next_ % most];
        ++next_;
        if (oldest) rma::async_wait(oldest);
        oldest = handle;
    }

    rma::TransferHandle under_way_[most] = {};
    unsigned next_ = 0;
};

} // namespace polder::upc

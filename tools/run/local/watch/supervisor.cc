// The loop over signals, doorbell and time (supervisor.h).
#include "tools/run/local/watch/supervisor.h"
#include "base/clock.h"
#include "runtime/core/member_name.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/job_observer.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <poll.h>
#include <utility>

namespace polder::run {

Supervisor::Supervisor(Watched watched, JobObserver &observer)
    : children_(watched.block, std::move(watched.children)),
      end_(children_), node_{watched.block, children_, end_, observer}, limits_(watched.timeout_s, clock_ns()),
      output_(node_), signs_(node_), signals_(node_, limits_.request(), output_, watched.signal_fd),
      process_ends_(node_, signs_, signals_, std::move(watched.program)) {}

int Supervisor::remaining_ms() const {
    if (ended()) return 5000; // a killed process that does not go (stuck in the kernel) is left behind
    const bool writes = signals_.holds() || limit_ != TimeLimits::Limit::none;
    const std::int64_t other = writes ? output_.end_ns() : limits_.next_ns();
    const std::int64_t moment = signs_.end_ns() ? signs_.end_ns() : other;
    if (!moment) return -1;
    const std::int64_t left = moment - clock_ns();
    return left > 0 ? static_cast<int>(std::min<std::int64_t>(left / 1000000 + 1, INT_MAX)) : 0;
}

int Supervisor::run() {
    while (!over()) {
        pollfd wait{signals_.fd(), POLLIN, 0};
        const int ready = poll(&wait, 1, remaining_ms());
        if (ready == 0 && ended()) break;
        turn();
        explain();
    }
    return code();
}

void Supervisor::turn() {
    signals_.take_all();
    if (limit_ != TimeLimits::Limit::none) return end_at_limit();
    signs_.look_for_crash();
    while (const std::optional<Children::Ended> process = children_.next_ended())
        if (!ended()) process_ends_.judge(*process);
    signs_.look_for_ending();
    signals_.send_held();
    if (!ended() && !over() && !signs_.end_ns()) look_at_clock();
}

void Supervisor::look_at_clock() {
    limit_ = limits_.reached(clock_ns());
    if (limit_ == TimeLimits::Limit::none) return;
    node_.observer.text(report_positions(node_.block));
    node_.observer.error(limits_.message(limit_, member_word(node_.block), threads_left(node_.block)));
    output_.ask();
    end_at_limit();
}

// What processes do while they write out changes nothing any more.
void Supervisor::end_at_limit() {
    while (children_.next_ended()) {
    }
    if (output_.is_over()) end(limits_.code(limit_));
}

} // namespace polder::run

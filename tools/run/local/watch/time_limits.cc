// Compares moments, and words the end at a limit (time_limits.h).
#include "tools/run/local/watch/time_limits.h"

#include <algorithm>

namespace polder::run {

namespace {

constexpr int code_timeout = 124; // as timeout(1) has it

bool is_past(std::int64_t moment_ns, std::int64_t now_ns) {
    return moment_ns && moment_ns <= now_ns;
}

} // namespace

TimeLimits::TimeLimits(double timeout_s, std::int64_t now_ns)
    : timeout_ns_(timeout_s > 0 ? now_ns + static_cast<std::int64_t>(timeout_s * 1e9) : 0) {}

std::int64_t TimeLimits::next_ns() const {
    const std::int64_t grace_ns = request_.deadline_ns();
    if (!timeout_ns_ || !grace_ns) return timeout_ns_ ? timeout_ns_ : grace_ns; // 0: no limit
    return std::min(timeout_ns_, grace_ns);
}

TimeLimits::Limit TimeLimits::reached(std::int64_t now_ns) const {
    if (is_past(request_.deadline_ns(), now_ns)) return Limit::grace;
    return is_past(timeout_ns_, now_ns) ? Limit::timeout : Limit::none;
}

int TimeLimits::code(Limit limit) const {
    return limit == Limit::grace ? 128 + request_.signal() : code_timeout;
}

std::string TimeLimits::message(Limit limit, const char *word, const std::vector<unsigned> &left) const {
    return limit == Limit::grace ? request_.too_late(word, left) : "the job did not end in the time given (--timeout)";
}

} // namespace polder::run

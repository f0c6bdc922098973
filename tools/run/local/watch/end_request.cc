// Counts requests, keeps the end of the grace period, and words the two messages.
#include "tools/run/local/watch/end_request.h"
#include "base/clock.h"
#include "base/config.h"
#include "runtime/fault/explain.h"
#include "tools/run/local/report.h"

#include <cstdio>

namespace polder::run {

EndRequest::EndRequest() : grace_s_(setting_seconds(Setting::kill_after)) {}

bool EndRequest::is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

bool EndRequest::take(int signal, bool from_terminal) {
    if (!is_one(signal) || is_ignored(signal)) return false;
    const bool repeatable = signal == SIGINT && from_terminal;
    if (!end_ns_ && !repeatable && grace_s_ > 0) end_ns_ = clock_ns() + static_cast<std::int64_t>(grace_s_ * 1e9);
    signal_ = signal;
    return ++count_ > 2;
}

std::string EndRequest::said_often() const {
    return std::string(fault::signal_name(signal_)) + " for the third time; the job is killed";
}

std::string EndRequest::too_late(const char *word, const std::vector<unsigned> &threads) const {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", grace_s_);
    const std::string who = threads.empty() ? "the job" : threads_text(word, threads);
    return who + (threads.size() > 1 ? " have" : " has") + " not ended within " + seconds + " s of " +
           fault::signal_name(signal_) + " (--kill-after); the job is killed";
}

} // namespace polder::run

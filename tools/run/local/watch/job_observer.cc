// People: what they are told goes to standard error (job_observer.h).
#include "tools/run/local/watch/job_observer.h"

#include <cstdio>

namespace polder::run {

void JobObserver::error(const std::string &message) {
    text("polder: error: " + message + (message.ends_with('\n') ? "" : "\n"));
}

void JobObserver::trace(unsigned, const std::string &lines) {
    text(lines);
}

void JobObserver::text(const std::string &lines) {
    std::fputs(lines.c_str(), stderr);
}

} // namespace polder::run

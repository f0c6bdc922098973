// Time limits: until when a job may run. One is that of --timeout. The other is the grace period
// behind a request to end (end_request.h). The launcher of one node keeps them, or the controller
// of several. Moments are those of clock_ns.
//
// Invariant: both are worded and numbered here, so that a job ends alike on one node and on
// several. Held by tests/unit/tools/run/local/watch/time_limits.cc.
#pragma once

#include "tools/run/local/watch/end_request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace polder::run {

class TimeLimits {
public:
    enum class Limit { none, timeout, grace };

    TimeLimits(double timeout_s, std::int64_t now_ns); // 0 s: no --timeout

    EndRequest &request() { return request_; }
    std::int64_t next_ns() const;             // when the next is reached; 0: there is none
    Limit reached(std::int64_t now_ns) const; // of two the grace period: somebody asked for that end

    // How a job ends at a limit that it has reached.
    int code(Limit limit) const;
    // left: the threads that have not ended; word: what the program calls one.
    std::string message(Limit limit, const char *word, const std::vector<unsigned> &left) const;

private:
    std::int64_t timeout_ns_; // 0: none
    EndRequest request_;
};

} // namespace polder::run

// Reports: where the threads of a job of several nodes are. People ask for it (SIGQUIT), and a time
// limit that is reached (time_limits.h) has it printed before it ends the job.
//
// Invariant: each question ends, after some seconds at the latest. What agents do not say then is
// told in their place. One limit is reached at most, and its end has a report in front. Held by
// tests/unit/tools/run/remote/controller/reports.cc.
//
// Cost: a report is a question to every agent, and an answer of each. One answer costs the same
// whatever the number of nodes.
#pragma once

#include "tools/run/local/watch/time_limits.h"
#include "tools/run/remote/controller/job_parts.h"
#include "tools/run/remote/controller/report_round.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polder::run {

class JobEnd;

class Reports {
public:
    Reports(const JobParts &job, JobEnd &end, const TimeLimits &limits);

    void start() { has_started_ = true; } // the job runs
    // Asks all nodes. Before the job runs, and when it is over, nobody is asked.
    void ask();
    // What an agent answers: its threads that have not come to their end, and then the text.
    void take_unended(unsigned node, std::vector<unsigned> threads);
    void take(unsigned node, std::string_view text);

    void look_at_clock(std::int64_t now_ns);
    std::int64_t next_ns() const; // when the clock is to be looked at; 0: no need

private:
    void finish();
    void tell_rest();
    template <class IsConcerned> void tell(IsConcerned is_concerned, const std::string &what);
    std::vector<unsigned> threads_left() const;

    JobParts job_;
    JobEnd &end_;
    const TimeLimits &limits_;
    TimeLimits::Limit reached_ = TimeLimits::Limit::none; // the job ends behind the report
    bool has_started_ = false;
    ReportRound round_;
    std::vector<std::vector<unsigned>> unended_; // by node
};

} // namespace polder::run

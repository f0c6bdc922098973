// Losses: agents that are no longer there, and this upcrun as one that others may miss. An agent is
// lost when its process on this machine dies, its connection ends, or it has said nothing for the
// limit (--lost-after). Both sides say five times within it that they are here (own_beats.h,
// heartbeat.h).
//
// Invariant: an agent that is lost before its time ends the job. The message is that of what was
// seen first, and a stop of this upcrun is no loss of others. Held by
// tests/unit/tools/run/remote/controller/losses.cc.
//
// Cost: a beat speaks to every agent and looks at every one, so many times within the limit. A loss
// costs the same whatever the number of nodes.
#pragma once

#include "tools/run/remote/controller/job_parts.h"
#include "tools/run/remote/controller/own_beats.h"
#include "tools/run/remote/wire/heartbeat.h"

#include <cstdint>
#include <optional>

namespace polder::run {

class JobEnd;

class Losses {
public:
    Losses(const JobParts &job, JobEnd &end, std::int64_t lost_after_ns); // 0: nobody is taken for lost

    // The job runs: from here on silence counts. Behind the last fork, as a child would have no
    // heartbeat.
    void start();
    void restart(); // behind a stop that the agents were told of
    std::int64_t limit_ns() const { return beats_.limit_ns(); }
    void look_at_clock(std::int64_t now_ns);
    std::int64_t next_ns(std::int64_t now_ns) const { return beats_.next_ns(now_ns); } // of the next beat; 0: none

    void reap();              // processes of this machine
    void lose(unsigned node); // its connection is gone

private:
    void beat(std::int64_t now_ns);
    void look_for_silence();

    JobParts job_;
    JobEnd &end_;
    OwnBeats beats_;
    std::optional<Heartbeat> heartbeat_; // while the job runs
};

} // namespace polder::run

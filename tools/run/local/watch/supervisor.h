// Supervisor: upcrun's life between the start of the processes and its own exit. It passes signals
// on, notices deaths, answers calls of the processes (doorbell) and keeps the time limits. One
// thread, one signalfd, no polling.
//
// What ends a job, and whose it is:
//   all processes finish                                               process_ends.h
//   a process dies, or leaves without the others                       process_ends.h
//   upc_global_exit, an error of the runtime (job_fail), a crash       end_signs.h
//   a request to end by signals                                        launcher_signals.h
//   a time limit                                                       time_limits.h
// After the first of these but the first in the list, whatever is left is killed (node_end.h), and
// nothing more is reported. At a time limit the streams of all are written out first, as before a
// signal that the programs die by (last_output.h).
//
// Cost: a turn looks at the control block, which is the same for any number of processes. A process
// that ends is found in their list.
#pragma once

#include "tools/run/local/watch/children.h"
#include "tools/run/local/watch/end_signs.h"
#include "tools/run/local/watch/last_output.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/local/watch/node_end.h"
#include "tools/run/local/watch/node_parts.h"
#include "tools/run/local/watch/process_ends.h"
#include "tools/run/local/watch/time_limits.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace polder::run {

class JobObserver;

struct Watched {
    ControlBlock &block;
    std::vector<pid_t> children; // by process
    int signal_fd;               // of open_signals()
    std::string program;         // for people
    double timeout_s = 0;        // 0: none
};

class Supervisor {
public:
    Supervisor(Watched watched, JobObserver &observer);
    Supervisor(const Supervisor &) = delete;
    Supervisor &operator=(const Supervisor &) = delete;

    // Comes back when no process is left, with the exit status of the job.
    int run();

    // For those who wait for other things too: call turn() when signal_fd can be read, or after
    // remaining_ms().
    void turn();
    int remaining_ms() const; // -1: for ever
    // Behind turn(), once others have been told of the end: the backtraces, which may take seconds.
    void explain() { signs_.explain(); }
    bool over() const { return !children_.any_left(); }
    bool ended() const { return end_.is_early(); } // before its time
    // That is why it ended: something may have happened there.
    bool lost_a_node() const { return signs_.lost_a_node(); }
    // Whether a process is ending, or has said so, without having been judged yet. An agent that
    // sees the connections of a process closed asks later than that. By then all threads of the
    // process have begun to exit, as the last of them closes its files.
    bool expects_end() const { return signs_.are_there(); }
    int code() const { return end_.code(); }
    void pass_on(int signal) { signals_.pass_on(signal); }
    void begin_exit(int code) { signs_.begin_exit(code); } // another node called upc_global_exit
    void end(int code) { end_.end(code); }                 // first call wins; kills
    const std::vector<pid_t> &children() const { return children_.pids(); }

private:
    void look_at_clock();
    void end_at_limit();

    Children children_;
    NodeEnd end_;
    NodeParts node_;
    TimeLimits limits_;
    LastOutput output_;
    TimeLimits::Limit limit_ = TimeLimits::Limit::none; // that was reached
    EndSigns signs_;
    LauncherSignals signals_;
    ProcessEnds process_ends_;
};

} // namespace polder::run

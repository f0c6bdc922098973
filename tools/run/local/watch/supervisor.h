// Supervisor: upcrun's life between the start of the processes and its own exit. It passes signals
// on, notices deaths, answers calls of the processes (doorbell) and keeps the time limit. One
// thread, one signalfd, no polling.
//
// What ends a job: (1) all processes finish; (2) upc_global_exit; (3) an error of the runtime
// (job_fail); (4) a crash. Also (5) a process that dies or leaves without the others; (6) a request
// to end by a signal (end_request.h); (7) a time limit. After the first of these but the first,
// whatever is left is killed, and nothing more is reported.
//
// A crash and an end by the runtime have two steps. The second may never come, as the dying process
// is not to be trusted. The first is a sign in the control block that has all that the message
// needs. The second is what is good to have: a copy of the stack, streams written out. The job is
// killed with the second, or a second after the first was seen. Before that, other threads that an
// error is about are asked where they are. Then backtraces are made, of what was copied.
#pragma once

#include "runtime/core/job.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/time_limits.h"

#include <cstdint>
#include <memory>
#include <string>
#include <sys/signalfd.h>
#include <sys/types.h>
#include <vector>

namespace polder::run {

class Supervisor {
public:
    // signal_fd: of open_signals().
    Supervisor(ControlBlock &block, std::vector<pid_t> children, int signal_fd, std::string program, double timeout_s,
               JobObserver &observer);

    // Comes back when no process is left, with the exit status of the job.
    int run();

    // For those who wait for other things too: call turn() when signal_fd can be read, or after
    // remaining_ms().
    void turn();
    int remaining_ms() const; // -1: for ever
    // Behind turn(), once others have been told of the end: the backtraces, which may take seconds.
    void explain();
    bool over() const { return !left_; }
    bool ended() const { return ended_; }             // before its time
    bool lost_a_node() const { return lost_a_node_; } // that is why it ended: something may have happened there
    // Whether a process is ending, or has said so, without having been judged yet. An agent that
    // sees the connections of a process closed asks later than that. By then all threads of the
    // process have begun to exit, as the last of them closes its files.
    bool expects_end() const;
    int code() const { return code_; }
    void pass_on(int signal);
    void end(int code); // first call wins; kills
    const std::vector<pid_t> &children() const { return children_; }

private:
    void take_signals();
    void take(const signalfd_siginfo &info);
    void reap();
    void judge(unsigned process, pid_t pid, int status);
    void judge_exit(unsigned process, pid_t pid, int code);
    void let_debuggers_speak();
    void judge_death(unsigned process, pid_t pid, int signal);
    void look_for_ending();
    void look_for_crash();
    bool sign_is_old();
    bool any_exits() const;
    void let_dump_core(unsigned thread);
    void time_out();

    ControlBlock &block_;
    JobObserver &observer_;
    std::vector<pid_t> children_; // per process; 0: waited for
    int signal_fd_;
    std::string program_;
    unsigned left_;
    bool ended_ = false;
    bool crash_told_ = false;
    bool process_died_ = false;
    bool lost_a_node_ = false;
    std::int64_t processor_ms_ = 0;              // of the process that was waited for last
    std::int64_t sign_ns_ = 0;                   // when the first sign of an end was seen, 0: none
    std::vector<std::unique_ptr<Place>> places_; // to be told
    int code_ = 0;
    TimeLimits limits_;
    int passed_on_ = 0; // the last signal that asks for the end and was passed on
};

} // namespace polder::run

// End request: what SIGHUP, SIGINT and SIGTERM ask of a job, and how long the job may take for it.
//
//   the first                          is passed on; the grace period (--kill-after) begins
//   the second                         is passed on
//   the third                          the job is killed
//   the end of the grace period        the job is killed
//
// Two signals begin no grace period. SIGINT from a terminal has a person behind it, who can ask
// again, and programs and debuggers take it as a command. A signal that the launcher was started to
// ignore asks for nothing at all (nohup; jobs that a script starts in the background).
#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace polder::run {

class EndRequest {
public:
    EndRequest(); // grace period: Setting::kill_after

    static bool is_one(int signal) { return signal == SIGHUP || signal == SIGINT || signal == SIGTERM; }
    // Whether the launcher was started to ignore the signal.
    static bool is_ignored(int signal);

    // A signal that came. True: it asks for the third time.
    bool take(int signal, bool from_terminal);
    int signal() const { return signal_; }               // the last
    std::int64_t deadline_ns() const { return end_ns_; } // of the grace period; 0: none has begun

    // Why the job is killed.
    std::string said_often() const;
    // threads: those that have not ended; none: they wait for each other at the end.
    std::string too_late(const char *word, const std::vector<unsigned> &threads) const;

private:
    double grace_s_;
    std::int64_t end_ns_ = 0;
    unsigned count_ = 0;
    int signal_ = 0;
};

} // namespace polder::run

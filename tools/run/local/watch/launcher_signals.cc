// Blocks the signals, opens their descriptor, and does what each asks for (launcher_signals.h).
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/local/report.h"
#include "tools/run/local/watch/children.h"
#include "tools/run/local/watch/end_request.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/last_output.h"
#include "tools/run/local/watch/node_end.h"

#include <cerrno>
#include <cstring>
#include <sys/signalfd.h>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr int passed_signals[] = {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGTSTP, SIGWINCH};

sigset_t signals_watched() {
    sigset_t set;
    sigemptyset(&set);
    for (int signal : passed_signals)
        sigaddset(&set, signal);
    for (int signal : {SIGCHLD, SIGQUIT, doorbell_signal()})
        sigaddset(&set, signal);
    return set;
}

} // namespace

int open_signals(sigset_t *before, std::string *error) {
    signal(SIGCHLD, SIG_DFL); // an inherited "ignore" would hide deaths
    const sigset_t watched = signals_watched();
    sigprocmask(SIG_BLOCK, &watched, before);
    const int fd = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0)
        *error = errno == EMFILE ? "too few file descriptors: raise the limit (ulimit -n)" : std::strerror(errno);
    return fd;
}

void LauncherSignals::take_all() {
    signalfd_siginfo info;
    while (read(fd_, &info, sizeof info) == sizeof info)
        take(static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL);
}

void LauncherSignals::take(int signal, bool from_terminal) {
    if (signal == SIGCHLD || signal == doorbell_signal()) return; // what they tell of is looked at anyway
    if (signal == SIGQUIT) {
        node_.observer.text(report_positions(node_.block) + "polder: the job goes on; Ctrl-C ends it\n");
        return;
    }
    if (request_.take(signal, from_terminal)) {
        node_.observer.error(request_.said_often());
        return node_.end.end(128 + signal);
    }
    // A terminal sends what is typed to all processes of the foreground group, so ours have it. One
    // that hangs up tells the leader of the session alone.
    if (!from_terminal || signal == SIGHUP)
        pass_on(signal);
    else if (EndRequest::is_one(signal))
        passed_on_ = signal;
    if (signal == SIGTSTP) raise(SIGSTOP);
}

void LauncherSignals::pass_on(int signal) {
    if (!EndRequest::is_one(signal)) return node_.children.signal_all(signal);
    if (held_) node_.children.signal_all(held_); // who asks twice does not wait
    passed_on_ = held_ = signal;
    if (output_.is_lost_by(signal)) output_.ask();
    send_held();
}

void LauncherSignals::send_held() {
    if (!held_ || !output_.is_over()) return;
    node_.children.signal_all(held_);
    held_ = 0;
}

} // namespace polder::run

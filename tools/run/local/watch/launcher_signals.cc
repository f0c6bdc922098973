// Blocks the signals and opens their descriptor (launcher_signals.h).
#include "tools/run/local/watch/launcher_signals.h"
#include "runtime/core/job.h"

#include <cerrno>
#include <cstring>
#include <sys/signalfd.h>

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

} // namespace polder::run

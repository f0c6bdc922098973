// The process between ssh and an agent; see guardian.h.
#include "tools/run/remote/agent/guardian.h"
#include "base/clock.h"
#include "base/silence.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::run {

namespace {

void leave_terminal() {
    setsid();
    const int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= STDERR_FILENO && null >= 0; ++fd)
        dup2(null, fd);
    if (null > STDERR_FILENO) close(null);
}

// waitpid tells when the agent is stopped and continued. Time counts while it is stopped.
[[noreturn]] void keep(pid_t agent, std::int64_t limit_ns) {
    std::int64_t stopped_ns = 0;
    for (;;) {
        int status = 0;
        const pid_t changed = waitpid(agent, &status, WUNTRACED | WCONTINUED | (stopped_ns ? WNOHANG : 0));
        if (changed < 0 && errno != EINTR) _exit(0);
        if (changed == agent && (WIFEXITED(status) || WIFSIGNALED(status))) _exit(0);
        if (changed == agent) stopped_ns = WIFSTOPPED(status) ? clock_ns() : 0;
        if (!stopped_ns) continue;
        if (limit_ns > 0 && clock_ns() - stopped_ns > silence_allowed_ns(limit_ns) + 1'000'000'000)
            kill(agent, SIGKILL); // the first upcrun speaks first
        usleep(100000);
    }
}

} // namespace

void guardian_begin(double lost_after_s) {
    const pid_t guardian = fork();
    if (guardian > 0) _exit(0);
    leave_terminal();
    signal(SIGCHLD, SIG_DFL);
    const pid_t parent = getpid();
    const pid_t agent = fork();
    if (agent > 0) {
        close_range(STDERR_FILENO + 1, ~0u, 0); // the connection is the agent's alone
        keep(agent, static_cast<std::int64_t>(lost_after_s * 1e9));
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (agent < 0 || guardian < 0 || getppid() != parent) _exit(1);
    setsid();
}

} // namespace polder::run

// Process state: processes that live, are about to go, have gone, or are held by a debugger.
#include "tools/run/local/watch/process_state.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace polder::run;

namespace {

TEST(process_state, lives) {
    EXPECT_FALSE(is_exiting(getpid()));
    EXPECT_FALSE(is_held_by_tracer(getpid()));
    EXPECT_FALSE(is_dumping_core(getpid()));
}

TEST(process_state, zombies_and_those_that_are_gone_are_exiting) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
    EXPECT_TRUE(is_exiting(child));
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(is_exiting(child));
    EXPECT_FALSE(is_held_by_tracer(child));
    EXPECT_FALSE(is_dumping_core(child));
}

TEST(process_state, a_stop_by_a_debugger_is_not_any_stop) {
    for (const bool traced : {false, true}) {
        const pid_t child = fork();
        if (child == 0) {
            if (traced && ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
            raise(SIGSTOP);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, WUNTRACED);
        if (WIFSTOPPED(status)) { // ptrace may be forbidden
            EXPECT_EQ(is_held_by_tracer(child), traced);
            EXPECT_FALSE(is_exiting(child));
        }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
}

} // namespace

// Launcher signals: which are passed on, and that the third request to end kills.
#include "tools/run/local/watch/launcher_signals.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"
#include "tools/run/local/watch/end_request.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/signalfd.h>

using namespace polder::run;

namespace {

struct Signalled : WatchedNode {
    using WatchedNode::WatchedNode;
    ~Signalled() {
        close(pipe_ends[0]);
        close(pipe_ends[1]);
    }
    void comes(int signal, bool from_terminal = false) {
        signalfd_siginfo info{};
        info.ssi_signo = static_cast<std::uint32_t>(signal);
        info.ssi_code = from_terminal ? SI_KERNEL : SI_USER;
        EXPECT_EQ(write(pipe_ends[1], &info, sizeof info), static_cast<ssize_t>(sizeof info));
        signals.take_all();
    }
    int open() { return pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) == 0 ? pipe_ends[0] : -1; }

    int pipe_ends[2];
    EndRequest request;
    LauncherSignals signals{parts, request, open()};
};

TEST(launcher_signals, what_the_program_may_want_is_passed_on) {
    Signalled node;
    node.comes(SIGUSR1);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGUSR1);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGUSR1);
    EXPECT_EQ(node.signals.last_request(), 0);
    EXPECT_FALSE(node.end.is_early());
}

TEST(launcher_signals, what_is_typed_reaches_the_processes_by_itself) {
    Signalled node;
    node.comes(SIGINT, true);
    EXPECT_EQ(node.signals.last_request(), SIGINT);
    node.children.signal_all(SIGUSR1);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGUSR1) << "it was not sent SIGINT before";
}

TEST(launcher_signals, a_terminal_that_hangs_up_tells_the_launcher_alone) {
    Signalled node;
    node.comes(SIGHUP, true);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGHUP);
}

TEST(launcher_signals, third_request_kills) {
    Signalled node([] {
        signal(SIGTERM, SIG_IGN);
        WatchedNode::stay();
    });
    node.comes(SIGTERM);
    node.comes(SIGTERM);
    EXPECT_FALSE(node.end.is_early());
    node.comes(SIGTERM);
    EXPECT_TRUE(node.end.is_early());
    EXPECT_EQ(node.end.code(), 128 + SIGTERM);
    EXPECT_EQ(node.people.errors, "SIGTERM for the third time; the job is killed\n");
}

TEST(launcher_signals, those_for_the_launcher_change_nothing) {
    Signalled node;
    node.comes(SIGCHLD);
    node.comes(polder::doorbell_signal());
    EXPECT_FALSE(node.children.any_exits());
    EXPECT_EQ(node.people.errors + node.people.texts, "");
}

TEST(launcher_signals, one_from_another_upcrun_counts_as_passed_on) {
    Signalled node;
    node.signals.pass_on(SIGTERM);
    EXPECT_EQ(node.signals.last_request(), SIGTERM);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGTERM);
}

} // namespace

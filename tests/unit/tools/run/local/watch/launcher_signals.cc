// Launcher signals: which are passed on, and that the third request to end kills.
#include "tools/run/local/watch/launcher_signals.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"
#include "tools/run/local/watch/end_request.h"
#include "tools/run/local/watch/last_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
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
    LastOutput output{parts};
    LauncherSignals signals{parts, request, output, open()};
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

TEST(launcher_signals, streams_are_written_out_before_a_program_dies_by_a_signal) {
    Signalled node;
    for (unsigned process = 0; process < 2; ++process)
        polder::process_record(*node.block, process).farewell = polder::farewell_ready;
    node.comes(SIGTERM);
    node.signals.send_held();
    EXPECT_TRUE(node.signals.holds());
    EXPECT_EQ(polder::process_record(*node.block, 1).farewell.load(), polder::farewell_asked);
    for (unsigned process = 0; process < 2; ++process)
        polder::process_record(*node.block, process).farewell = polder::farewell_written;
    node.signals.send_held();
    EXPECT_FALSE(node.signals.holds());
    EXPECT_EQ(WTERMSIG(node.next().status), SIGTERM);
}

TEST(launcher_signals, who_asks_twice_does_not_wait) {
    Signalled node;
    polder::process_record(*node.block, 0).farewell = polder::farewell_ready;
    node.comes(SIGTERM);
    EXPECT_TRUE(node.signals.holds());
    node.comes(SIGTERM);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGTERM);
}

TEST(launcher_signals, a_program_with_a_handler_is_told_at_once) {
    Signalled node([] {
        signal(SIGTERM, [](int) { _exit(5); });
        WatchedNode::stay();
    });
    for (unsigned process = 0; process < 2; ++process)
        polder::process_record(*node.block, process).farewell = polder::farewell_ready;
    while (node.output.is_lost_by(SIGTERM)) // the handler is not there yet
        sched_yield();
    node.comes(SIGTERM);
    EXPECT_FALSE(node.signals.holds());
    EXPECT_EQ(polder::process_record(*node.block, 0).farewell.load(), polder::farewell_ready);
    EXPECT_EQ(WEXITSTATUS(node.next().status), 5);
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

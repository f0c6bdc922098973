// Children: each end comes once, and signals reach those that have not been waited for.
#include "tools/run/local/watch/children.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"

#include <gtest/gtest.h>

using namespace polder::run;

namespace {

TEST(children, each_end_comes_once) {
    WatchedNode node([] { _exit(3); }, [] { _exit(4); });
    const std::vector<pid_t> pids = node.children.pids();
    for (unsigned count = 0; count < 2; ++count) {
        EXPECT_TRUE(node.children.any_left());
        const Children::Ended ended = node.next();
        EXPECT_EQ(ended.pid, pids[ended.process]);
        EXPECT_EQ(WEXITSTATUS(ended.status), static_cast<int>(3 + ended.process));
        EXPECT_EQ(node.children.pids()[ended.process], 0);
    }
    EXPECT_FALSE(node.children.any_left());
    EXPECT_FALSE(node.children.next_ended());
}

TEST(children, others_of_the_launcher_are_waited_for_without_a_word) {
    WatchedNode node;
    const pid_t stranger = forked([] {});
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(stranger), &info, WEXITED | WNOWAIT);
    EXPECT_FALSE(node.children.next_ended());
    EXPECT_EQ(waitpid(stranger, nullptr, WNOHANG), -1) << "nobody is left to wait for";
}

TEST(children, a_signal_goes_to_all) {
    WatchedNode node;
    EXPECT_FALSE(node.children.any_exits());
    node.children.signal_all(SIGTERM);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGTERM);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGTERM);
}

TEST(children, one_that_has_ended_exits_until_it_is_waited_for) {
    WatchedNode node([] {}, WatchedNode::stay);
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(node.children.pids()[0]), &info, WEXITED | WNOWAIT);
    EXPECT_TRUE(node.children.any_exits());
    EXPECT_EQ(node.next().process, 0u);
    EXPECT_FALSE(node.children.any_exits());
}

TEST(children, a_wrapper_is_one_whose_program_is_another_process) {
    WatchedNode node;
    EXPECT_FALSE(node.children.wrappers().any) << "no program has joined";
    node.join();
    EXPECT_FALSE(node.children.wrappers().any);
    polder::process_record(*node.block, 1).pid = getpid();
    EXPECT_TRUE(node.children.wrappers().any);
    EXPECT_FALSE(node.children.wrappers().held);
    polder::process_record(*node.block, 1).pid = 0;
}

} // namespace

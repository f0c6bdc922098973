// End signs: for how long a sign in the control block waits for last words, and which sign is
// somebody else's.
#include "tools/run/local/watch/end_signs.h"
#include "base/config.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"

#include <gtest/gtest.h>

using namespace polder::run;
using polder::Ending;
using polder::EndingStage;

namespace {

struct Ends : WatchedNode {
    using WatchedNode::WatchedNode;
    void says(Ending why, EndingStage stage, int code) {
        polder::setting_override(polder::Setting::backtrace, "0");
        block->ending = why;
        block->ending_code = code;
        block->ending_thread = 2;
        block->ending_stage = stage;
    }
    EndSigns signs{parts};
};

TEST(end_signs, none_is_no_end) {
    Ends node;
    node.signs.look_for_crash();
    node.signs.look_for_ending(true);
    EXPECT_FALSE(node.end.is_early());
    EXPECT_FALSE(node.signs.are_there());
    EXPECT_EQ(node.signs.end_ns(), 0);
}

TEST(end_signs, an_end_that_is_written_out_is_at_once) {
    Ends node;
    node.says(Ending::error, EndingStage::written_out, 7);
    EXPECT_TRUE(node.signs.are_there());
    EXPECT_FALSE(node.signs.exits());
    node.signs.look_for_ending();
    EXPECT_TRUE(node.end.is_early());
    EXPECT_EQ(node.end.code(), 7);
}

TEST(end_signs, an_end_that_is_announced_waits_for_what_is_in_the_streams) {
    Ends node;
    node.says(Ending::error, EndingStage::announced, 7);
    node.signs.look_for_ending();
    EXPECT_FALSE(node.end.is_early());
    const std::int64_t end = node.signs.end_ns();
    EXPECT_NE(end, 0);
    node.signs.look_for_ending();
    EXPECT_EQ(node.signs.end_ns(), end) << "a second behind the first look";
    node.signs.look_for_ending(true);
    EXPECT_TRUE(node.end.is_early()) << "the process is gone: nothing more will come";
}

void writes_out(Ends &node, unsigned process) {
    polder::process_record(*node.block, process).farewell = polder::farewell_written;
}

TEST(end_signs, upc_global_exit_waits_for_the_streams_of_all_processes) {
    Ends node;
    node.says(Ending::global_exit, EndingStage::written_out, 7);
    EXPECT_TRUE(node.signs.exits());
    writes_out(node, 0);
    node.signs.look_for_ending();
    EXPECT_FALSE(node.end.is_early());
    EXPECT_NE(node.signs.end_ns(), 0) << "not for ever";
    writes_out(node, 1);
    node.signs.look_for_ending();
    EXPECT_TRUE(node.end.is_early());
    EXPECT_EQ(node.end.code(), 7);
    EXPECT_EQ(node.people.errors, "") << "upc_global_exit says nothing";
}

TEST(end_signs, a_process_that_has_gone_has_written_out) {
    Ends node([] {}, WatchedNode::stay);
    node.says(Ending::global_exit, EndingStage::announced, 7);
    node.next();
    node.signs.look_for_ending(true);
    EXPECT_FALSE(node.end.is_early()) << "the other one is still there";
    writes_out(node, 1);
    node.signs.look_for_ending();
    EXPECT_EQ(node.end.code(), 7);
}

TEST(end_signs, upc_global_exit_of_another_node_ends_this_one_when_it_is_told_to) {
    struct Agent : Reader {
        bool leaves(int code) override {
            told.push_back(code);
            return true;
        }
        void wrote_out() override { told.push_back(-1); }
        std::vector<int> told;
    } agent;
    Ends node;
    EndSigns signs({*node.block, node.children, node.end, agent});
    signs.begin_exit(5);
    EXPECT_EQ(polder::process_record(*node.block, 1).farewell, polder::farewell_asked);
    signs.look_for_ending();
    EXPECT_EQ(agent.told, std::vector<int>{5});
    writes_out(node, 0);
    writes_out(node, 1);
    signs.look_for_ending();
    signs.look_for_ending();
    EXPECT_EQ(agent.told, (std::vector<int>{5, -1}));
    EXPECT_FALSE(node.end.is_early());
    EXPECT_EQ(signs.end_ns(), 0) << "it is not this node that waits";
}

TEST(end_signs, an_error_is_told_before_the_kill) {
    Ends node;
    node.says(Ending::error, EndingStage::written_out, 1);
    std::snprintf(node.block->ending_message, sizeof node.block->ending_message, "a mistake");
    node.signs.look_for_ending();
    EXPECT_NE(node.people.errors.find("a mistake"), std::string::npos) << node.people.errors;
    EXPECT_EQ(node.end.code(), 1);
    EXPECT_FALSE(node.signs.lost_a_node());
}

TEST(end_signs, a_lost_node_is_the_doing_of_a_process_that_dies_here) {
    Ends node([] {}, WatchedNode::stay);
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(node.children.pids()[0]), &info, WEXITED | WNOWAIT);
    node.says(Ending::node_lost, EndingStage::written_out, 1);
    node.signs.look_for_ending();
    EXPECT_FALSE(node.end.is_early()) << "its death is judged when it is waited for";
    node.next();
    node.signs.look_for_ending();
    EXPECT_TRUE(node.end.is_early());
    EXPECT_TRUE(node.signs.lost_a_node());
}

TEST(end_signs, a_crash_is_told_once_and_ends_with_its_signal) {
    Ends node;
    node.block->ending = Ending::crash;
    node.block->ending_thread = 3;
    node.signs.look_for_crash();
    EXPECT_EQ(node.people.errors, "") << "claimed, but not yet written";
    polder::thread_record(*node.block, 3).crashed = SIGSEGV + 1;
    node.signs.look_for_crash();
    node.signs.look_for_crash();
    EXPECT_EQ(node.people.errors.find("thread 3"), 0u) << node.people.errors;
    EXPECT_EQ(node.people.errors.find("thread 3", 1), std::string::npos) << node.people.errors;
    EXPECT_FALSE(node.end.is_early()) << "the copy of its stack is still to come";
    node.signs.look_for_crash(true);
    EXPECT_EQ(node.end.code(), 128 + SIGSEGV);
}

} // namespace

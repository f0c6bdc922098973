// End signs: for how long a sign in the control block waits for last words, and which sign is
// somebody else's.
#include "tools/run/local/watch/end_signs.h"
#include "base/config.h"
#include "runtime/fault/snapshot.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"

#include <gtest/gtest.h>

using namespace polder::run;
using polder::Ending;

namespace {

struct Ends : WatchedNode {
    using WatchedNode::WatchedNode;
    void are_ready() {
        for (unsigned process = 0; process < 2; ++process)
            polder::process_record(*block, process).farewell = polder::farewell_ready;
    }
    void says(Ending why, int code) {
        polder::setting_override(polder::Setting::backtrace, "0");
        block->ending = why;
        block->ending_code = code;
        block->ending_thread = 2;
        block->ending_announced = true;
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

void writes_out(Ends &node, unsigned process) {
    polder::process_record(*node.block, process).farewell = polder::farewell_written;
}

TEST(end_signs, an_error_waits_for_the_streams_of_all_processes) {
    Ends node;
    node.says(Ending::error, 7);
    EXPECT_TRUE(node.signs.are_there());
    writes_out(node, 1);
    node.signs.look_for_ending();
    EXPECT_FALSE(node.end.is_early());
    const std::int64_t end = node.signs.end_ns();
    EXPECT_NE(end, 0);
    node.signs.look_for_ending();
    EXPECT_EQ(node.signs.end_ns(), end) << "a second behind the first look";
    EXPECT_TRUE(node.signs.have_cause());
    writes_out(node, 0);
    node.signs.look_for_ending();
    EXPECT_TRUE(node.end.is_early());
    EXPECT_EQ(node.end.code(), 7);
}

TEST(end_signs, upc_global_exit_waits_for_the_streams_of_all_processes) {
    Ends node;
    node.says(Ending::global_exit, 7);
    EXPECT_TRUE(node.signs.have_cause());
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
    node.says(Ending::global_exit, 7);
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
    node.are_ready();
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
    node.says(Ending::error, 1);
    writes_out(node, 0);
    writes_out(node, 1);
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
    node.says(Ending::node_lost, 1);
    writes_out(node, 1);
    node.signs.look_for_ending();
    EXPECT_FALSE(node.end.is_early()) << "its death is judged when it is waited for";
    EXPECT_FALSE(node.signs.have_cause());
    node.next();
    node.signs.look_for_ending();
    EXPECT_TRUE(node.end.is_early());
    EXPECT_TRUE(node.signs.lost_a_node());
}

TEST(end_signs, a_crash_is_told_once_and_ends_with_its_signal) {
    Ends node;
    node.are_ready();
    node.block->ending = Ending::crash;
    node.block->ending_thread = 3;
    node.signs.look_for_crash();
    EXPECT_EQ(node.people.errors, "") << "claimed, but not yet written";
    polder::thread_record(*node.block, 3).crashed = SIGSEGV + 1;
    node.signs.look_for_crash();
    node.signs.look_for_crash();
    EXPECT_EQ(node.people.errors.find("thread 3"), 0u) << node.people.errors;
    EXPECT_EQ(node.people.errors.find("thread 3", 1), std::string::npos) << node.people.errors;
    EXPECT_EQ(polder::process_record(*node.block, 0).farewell, polder::farewell_asked);
    EXPECT_EQ(polder::process_record(*node.block, 1).farewell, polder::farewell_ready) << "its memory is in ruins";
    writes_out(node, 0);
    node.signs.look_for_crash();
    EXPECT_FALSE(node.end.is_early()) << "the copy of its stack is still to come";
    polder::area<polder::fault::SnapshotArea>(*node.block, polder::Area::snapshot)->ending.sequence = 1;
    node.signs.look_for_crash();
    EXPECT_EQ(node.end.code(), 128 + SIGSEGV);
}

TEST(end_signs, what_could_not_write_has_written_out) {
    Ends node;
    node.are_ready();
    polder::process_record(*node.block, 1).farewell = polder::farewell_none;
    polder::farewell_ask_all(*node.block);
    EXPECT_EQ(polder::process_record(*node.block, 0).farewell, polder::farewell_asked);
    EXPECT_EQ(polder::process_record(*node.block, 1).farewell, polder::farewell_written);
}

} // namespace

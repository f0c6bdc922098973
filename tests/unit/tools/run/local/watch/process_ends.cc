// Process ends: the exit code and the message that each way to end has.
#include "tools/run/local/watch/process_ends.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"
#include "tools/run/local/watch/end_request.h"
#include "tools/run/local/watch/end_signs.h"
#include "tools/run/local/watch/last_output.h"
#include "tools/run/local/watch/launcher_signals.h"

#include <cerrno>
#include <gtest/gtest.h>

using namespace polder::run;
using polder::ProcessState;

namespace {

struct Judged : WatchedNode {
    explicit Judged(const std::function<void()> &first) : WatchedNode(first, stay) {}
    void judge() { ends.judge(next()); }
    bool says(const std::string &part) const { return people.errors.find(part) != std::string::npos; }

    EndSigns signs{parts};
    EndRequest request;
    LastOutput output{parts};
    LauncherSignals signals{parts, request, output, -1};
    ProcessEnds ends{parts, signs, signals, "./program"};
};

TEST(process_ends, one_that_finished_gives_the_worst_code_of_its_threads) {
    Judged node([] { _exit(1); });
    node.join();
    polder::process_record(*node.block, 0).state = ProcessState::finished;
    polder::thread_record(*node.block, 1).exit_code = 6;
    polder::thread_record(*node.block, 2).exit_code = 8; // of the other process
    node.judge();
    EXPECT_FALSE(node.end.is_early());
    EXPECT_EQ(node.end.code(), 6);
}

TEST(process_ends, one_that_left_ends_the_job) {
    Judged node([] { _exit(0); });
    node.join();
    node.judge();
    EXPECT_EQ(node.end.code(), 1) << "a job that is not whole has not succeeded";
    EXPECT_TRUE(node.says("threads 0-1 on host ")) << node.people.errors;
    EXPECT_TRUE(node.says("left with exit code 0, but not through exit")) << node.people.errors;
}

TEST(process_ends, one_that_never_joined_is_no_upc_program) {
    Judged node([] { _exit(5); });
    node.judge();
    EXPECT_EQ(node.end.code(), 5);
    EXPECT_TRUE(node.says("'./program' ended with exit code 5 and never joined the job")) << node.people.errors;
}

TEST(process_ends, one_that_could_not_be_executed_has_the_code_of_shells) {
    Judged node([] { _exit(127); });
    polder::process_record(*node.block, 0).exec_errno = ENOENT;
    node.judge();
    EXPECT_EQ(node.end.code(), 126);
    EXPECT_EQ(node.people.errors, "cannot run './program': No such file or directory\n");
}

TEST(process_ends, one_that_was_killed_ends_the_job_with_its_signal) {
    Judged node([] { raise(SIGKILL); });
    node.join();
    node.judge();
    EXPECT_EQ(node.end.code(), 128 + SIGKILL);
    EXPECT_TRUE(node.says("ended by SIGKILL")) << node.people.errors;
}

TEST(process_ends, a_death_that_was_asked_for_needs_no_message) {
    Judged node(WatchedNode::stay);
    node.join();
    node.signals.pass_on(SIGTERM);
    node.judge();
    EXPECT_EQ(node.end.code(), 128 + SIGTERM);
    EXPECT_EQ(node.people.errors, "");
}

TEST(process_ends, a_sign_in_the_control_block_goes_first) {
    Judged node([] { _exit(2); });
    node.join();
    node.block->ending = polder::Ending::global_exit;
    node.block->ending_code = 3;
    node.block->ending_announced = true;
    polder::process_record(*node.block, 1).farewell = polder::farewell_written;
    node.judge();
    EXPECT_EQ(node.end.code(), 3);
    EXPECT_EQ(node.people.errors, "");
}

} // namespace

// Last output: who is asked, and for how long the launcher waits.
#include "tools/run/local/watch/last_output.h"
#include "base/clock.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"
#include "tools/run/local/watch/end_signs.h"

#include <gtest/gtest.h>
#include <sched.h>

using namespace polder::run;

namespace {

struct Asked : WatchedNode {
    using WatchedNode::WatchedNode;
    void are(polder::Farewell farewell) {
        for (unsigned process = 0; process < 2; ++process)
            polder::process_record(*block, process).farewell = farewell;
    }
    LastOutput output{parts};
};

TEST(last_output, is_over_when_all_have_written_out) {
    Asked node;
    EXPECT_TRUE(node.output.is_over()) << "nobody was asked";
    node.are(polder::farewell_ready);
    node.output.ask();
    EXPECT_FALSE(node.output.is_over());
    polder::process_record(*node.block, 0).farewell = polder::farewell_written;
    EXPECT_FALSE(node.output.is_over());
    node.are(polder::farewell_written);
    EXPECT_TRUE(node.output.is_over());
}

TEST(last_output, is_over_after_its_time) {
    Asked node;
    node.are(polder::farewell_ready);
    const std::int64_t begin = polder::clock_ns();
    node.output.ask();
    while (!node.output.is_over()) {
    }
    EXPECT_GE(polder::clock_ns(), begin + EndSigns::last_words_ns);
    const std::int64_t end = node.output.end_ns();
    node.output.ask();
    EXPECT_EQ(node.output.end_ns(), end) << "asked twice";
}

TEST(last_output, who_does_not_write_out_is_not_waited_for) {
    Asked node;
    node.output.ask();
    EXPECT_TRUE(node.output.is_over()) << "a process that has no thread for it";
}

TEST(last_output, is_lost_by_signals_that_a_program_dies_by) {
    Asked stays;
    EXPECT_TRUE(stays.output.is_lost_by(SIGTERM));
    Asked ignores([] {
        signal(SIGTERM, SIG_IGN);
        WatchedNode::stay();
    });
    while (ignores.output.is_lost_by(SIGTERM))
        sched_yield();
    EXPECT_TRUE(ignores.output.is_lost_by(SIGINT));
}

} // namespace

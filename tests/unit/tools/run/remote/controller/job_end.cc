// Job end: the first cause counts, and every agent is told once. When all have gone, it is done.
#include "tools/run/remote/controller/job_end.h"
#include "base/clock.h"
#include "tests/unit/tools/run/remote/controller/job_of_three.h"

#include <gtest/gtest.h>

using namespace polder::run;

namespace {

constexpr std::int64_t second = 1'000'000'000;
using Kinds = std::vector<Frame>;

TEST(job_end, has_the_worst_code_of_the_nodes) {
    JobOfThree job;
    job.end.take_code(3);
    job.end.take_code(7);
    job.end.take_code(0);
    EXPECT_FALSE(job.end.is_over());
    job.end.end_well();
    EXPECT_TRUE(job.end.is_over());
    EXPECT_EQ(job.end.code(), 7);
    EXPECT_EQ(job.people.errors, "");
}

TEST(job_end, first_cause_is_the_only_one) {
    JobOfThree job;
    job.end.take_code(9);
    job.end.end(2, "the cause");
    job.end.end(3, "a consequence");
    job.end.take_code(200);
    EXPECT_EQ(job.end.code(), 2);
    EXPECT_EQ(job.people.errors, "the cause\n");
    for (unsigned node = 0; node < JobOfThree::count; ++node)
        EXPECT_EQ(job.sent_to(node), Kinds{Frame::end}) << node;
}

TEST(job_end, is_done_when_the_agents_have_gone) {
    JobOfThree job;
    EXPECT_FALSE(job.end.is_done(polder::clock_ns()));
    job.end.end(1, "");
    EXPECT_FALSE(job.end.is_done(polder::clock_ns()));
    job.agents.drop(0);
    job.agents.set_state(1, AgentState::gone); // silent: it has a channel, but cannot hear us
    EXPECT_FALSE(job.end.is_done(polder::clock_ns())) << "node 2 is still there";
    job.agents.drop(2);
    EXPECT_TRUE(job.end.is_done(polder::clock_ns()));
}

TEST(job_end, nobody_is_waited_for_beyond_the_farewell) {
    JobOfThree job;
    job.end.end(1, "");
    EXPECT_FALSE(job.end.is_done(polder::clock_ns() + 2 * second));
    EXPECT_TRUE(job.end.is_done(polder::clock_ns() + 4 * second));
}

} // namespace

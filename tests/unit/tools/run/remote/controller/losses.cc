// Losses: connections that end, nodes that fall silent, and a stop of this upcrun itself.
#include "tools/run/remote/controller/losses.h"
#include "base/clock.h"
#include "tests/unit/tools/run/remote/controller/job_of_three.h"

#include <gtest/gtest.h>

using namespace polder::run;

namespace {

constexpr std::int64_t second = 1'000'000'000;
using Kinds = std::vector<Frame>;

TEST(losses, the_end_of_a_connection_ends_the_job) {
    JobOfThree job;
    Losses losses(job.parts, job.end, 100 * second);
    losses.start();
    losses.lose(1);
    EXPECT_EQ(job.agents[1].state, AgentState::gone);
    EXPECT_FALSE(job.agents[1].channel);
    EXPECT_EQ(job.end.code(), 1);
    EXPECT_EQ(job.people.errors, "host h1 (node 1): upcrun there has gone (killed, or the host is down), and threads "
                                 "2-3 with it; the job is ended\n");
}

TEST(losses, behind_the_end_are_none) {
    JobOfThree job;
    Losses losses(job.parts, job.end, 0);
    job.end.end(4, "the cause");
    losses.lose(0);
    losses.lose(2);
    EXPECT_EQ(job.people.errors, "the cause\n");
    EXPECT_EQ(job.end.code(), 4);
}

TEST(losses, beats_speak_to_those_that_are_there) {
    JobOfThree job;
    Losses losses(job.parts, job.end, 10 * second);
    const std::int64_t now = polder::clock_ns();
    job.agents.drop(1);
    losses.look_at_clock(now);
    losses.look_at_clock(now + second);
    EXPECT_EQ(job.sent_to(0), Kinds{Frame::alive}) << "five times within the limit";
    EXPECT_EQ(losses.next_ns(now), now + 2 * second);
    losses.look_at_clock(now + 2 * second);
    EXPECT_EQ(job.sent_to(2), (Kinds{Frame::alive, Frame::alive}));
}

TEST(losses, without_a_limit_there_are_no_beats) {
    JobOfThree job;
    Losses losses(job.parts, job.end, 0);
    losses.start();
    losses.look_at_clock(polder::clock_ns());
    EXPECT_EQ(job.sent_to(0), Kinds{});
    EXPECT_EQ(losses.next_ns(polder::clock_ns()), 0);
}

TEST(losses, a_stop_of_ours_is_no_loss_of_others) {
    JobOfThree job;
    Losses losses(job.parts, job.end, second);
    losses.look_at_clock(polder::clock_ns() - 100 * second); // the last that we did
    losses.lose(0);
    EXPECT_EQ(job.people.errors,
              "upcrun was stopped for longer than 1 s (--lost-after), and the hosts have ended the job\n");
}

} // namespace

// Reports: who is asked where its threads are, and what is said for those that do not answer. A
// time limit ends the job behind a report.
#include "tools/run/remote/controller/reports.h"
#include "base/clock.h"
#include "base/config.h"
#include "tests/unit/tools/run/remote/controller/job_of_three.h"

#include <csignal>
#include <gtest/gtest.h>

using namespace polder::run;

namespace {

using Kinds = std::vector<Frame>;

TEST(reports, ask_those_that_run_and_print_in_the_order_of_the_answers) {
    JobOfThree job;
    const TimeLimits limits(0, 0);
    Reports reports(job.parts, job.end, limits);
    reports.start();
    job.agents.set_state(1, AgentState::finished);
    reports.ask();
    reports.ask(); // under way: nobody is asked twice
    EXPECT_EQ(job.sent_to(0), Kinds{Frame::report});
    EXPECT_EQ(job.sent_to(1), Kinds{});
    reports.take(2, "two\n");
    reports.take(0, "zero\n");
    EXPECT_EQ(job.people.texts, "two\nzero\npolder: host h1 (node 1): all threads have ended\n"
                                "polder: the job goes on; Ctrl-C ends it\n");
    EXPECT_EQ(reports.next_ns(), 0);
    EXPECT_FALSE(job.end.is_over());
}

TEST(reports, before_the_start_say_who_is_not_ready) {
    JobOfThree job;
    const TimeLimits limits(0, 0);
    Reports reports(job.parts, job.end, limits);
    job.agents.set_state(0, AgentState::ready);
    job.agents.set_state(1, AgentState::connected);
    job.agents.set_state(2, AgentState::absent);
    reports.ask();
    EXPECT_EQ(job.people.texts, "polder: host h1 (node 1) and 1 more: not ready to start the job yet\n"
                                "polder: the job goes on; Ctrl-C ends it\n");
    EXPECT_EQ(job.sent_to(0), Kinds{});
}

TEST(reports, wait_for_answers_for_some_seconds_only) {
    JobOfThree job;
    const TimeLimits limits(0, 0);
    Reports reports(job.parts, job.end, limits);
    reports.start();
    reports.ask();
    reports.take(0, "");
    const std::int64_t end = reports.next_ns();
    reports.look_at_clock(end - 1);
    EXPECT_EQ(job.people.texts, "");
    reports.look_at_clock(end);
    EXPECT_EQ(job.people.texts, "polder: host h1 (node 1) and 1 more: no answer within 5 s\n"
                                "polder: the job goes on; Ctrl-C ends it\n");
}

TEST(reports, a_limit_ends_the_job_behind_its_report) {
    JobOfThree job;
    const TimeLimits limits(1, polder::clock_ns());
    Reports reports(job.parts, job.end, limits);
    reports.start();
    reports.look_at_clock(limits.next_ns() - 1);
    EXPECT_EQ(job.sent_to(2), Kinds{});
    reports.look_at_clock(limits.next_ns());
    EXPECT_EQ(job.sent_to(2), Kinds{Frame::report});
    EXPECT_GT(reports.next_ns(), limits.next_ns()) << "the limit is reached once";
    for (unsigned node = 0; node < JobOfThree::count; ++node) {
        EXPECT_FALSE(job.end.is_over());
        reports.take(node, ".");
    }
    EXPECT_EQ(job.people.texts, "...");
    EXPECT_EQ(job.end.code(), 124);
    EXPECT_EQ(job.people.errors, "the job did not end in the time given (--timeout)\n");
}

TEST(reports, the_grace_period_names_threads_of_silent_nodes_too) {
    polder::setting_override(polder::Setting::kill_after, "1");
    JobOfThree job;
    TimeLimits limits(0, 0);
    limits.request().take(SIGTERM, false);
    Reports reports(job.parts, job.end, limits);
    reports.start();
    reports.look_at_clock(limits.next_ns());
    reports.take_unended(0, {1});
    reports.take(0, "");
    reports.take_unended(1, {2, 3});
    reports.take(1, "");
    job.agents.set_state(1, AgentState::finished); // meanwhile
    reports.look_at_clock(reports.next_ns());
    EXPECT_EQ(job.end.code(), 128 + SIGTERM);
    EXPECT_EQ(job.people.errors,
              "threads 1, 4, 5 have not ended within 1 s of SIGTERM (--kill-after); the job is killed\n");
}

} // namespace

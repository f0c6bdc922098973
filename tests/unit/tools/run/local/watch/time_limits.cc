// Time limits: which of the two is next, which has been reached, and how the job ends then.
#include "tools/run/local/watch/time_limits.h"
#include "base/clock.h"
#include "base/config.h"

#include <gtest/gtest.h>

using polder::Setting;
using polder::run::TimeLimits;
using Limit = polder::run::TimeLimits::Limit;

namespace {

constexpr std::int64_t second = 1'000'000'000;

TEST(time_limits, without_any_none_is_reached) {
    const TimeLimits limits(0, second);
    EXPECT_EQ(limits.next_ns(), 0);
    EXPECT_EQ(limits.reached(1000 * second), Limit::none);
}

TEST(time_limits, timeout_counts_from_the_start) {
    const TimeLimits limits(2.5, 10 * second);
    EXPECT_EQ(limits.next_ns(), 12 * second + second / 2);
    EXPECT_EQ(limits.reached(limits.next_ns() - 1), Limit::none);
    EXPECT_EQ(limits.reached(limits.next_ns()), Limit::timeout);
    EXPECT_EQ(limits.code(Limit::timeout), 124);
    EXPECT_EQ(limits.message(Limit::timeout, "thread", {}), "the job did not end in the time given (--timeout)");
}

TEST(time_limits, a_request_begins_the_grace_period) {
    polder::setting_override(Setting::kill_after, "3");
    TimeLimits limits(100, polder::clock_ns());
    const std::int64_t timeout = limits.next_ns();
    EXPECT_FALSE(limits.request().take(SIGTERM, false));
    const std::int64_t grace = limits.next_ns();
    EXPECT_LT(grace, timeout) << "the sooner one is next";
    EXPECT_EQ(limits.reached(grace - 1), Limit::none);
    EXPECT_EQ(limits.reached(grace), Limit::grace);
    EXPECT_EQ(limits.reached(timeout), Limit::grace) << "of two the one that was asked for";
    EXPECT_EQ(limits.code(Limit::grace), 128 + SIGTERM);
    EXPECT_EQ(limits.message(Limit::grace, "PE", {0, 2, 3, 4}),
              "PEs 0, 2-4 have not ended within 3 s of SIGTERM (--kill-after); the job is killed");
    EXPECT_EQ(limits.message(Limit::grace, "thread", {1}),
              "thread 1 has not ended within 3 s of SIGTERM (--kill-after); the job is killed");
    EXPECT_EQ(limits.message(Limit::grace, "thread", {}),
              "the job has not ended within 3 s of SIGTERM (--kill-after); the job is killed");
}

TEST(time_limits, a_timeout_before_the_grace_period_ends_the_job) {
    polder::setting_override(Setting::kill_after, "100");
    TimeLimits limits(1, polder::clock_ns());
    const std::int64_t timeout = limits.next_ns();
    limits.request().take(SIGHUP, false);
    EXPECT_EQ(limits.next_ns(), timeout);
    EXPECT_EQ(limits.reached(timeout), Limit::timeout);
}

TEST(time_limits, a_person_at_the_terminal_begins_none_and_kills_with_the_third) {
    signal(SIGINT, SIG_DFL); // a background job of a script ignores it
    polder::setting_override(Setting::kill_after, "3");
    TimeLimits limits(0, second);
    EXPECT_FALSE(limits.request().take(SIGINT, true));
    EXPECT_EQ(limits.next_ns(), 0);
    EXPECT_FALSE(limits.request().take(SIGINT, true));
    EXPECT_TRUE(limits.request().take(SIGINT, true));
    EXPECT_EQ(limits.request().said_often(), "SIGINT for the third time; the job is killed");
}

} // namespace

// Own beats: when they are due, and whether upcrun takes itself for one that was away.
#include "tools/run/remote/controller/own_beats.h"

#include <gtest/gtest.h>

using polder::run::OwnBeats;

namespace {

constexpr std::int64_t second = 1'000'000'000;

TEST(own_beats, five_in_the_limit) {
    OwnBeats beats(10 * second);
    EXPECT_TRUE(beats.is_due(100 * second)) << "the first is due at once";
    beats.beat(100 * second);
    EXPECT_FALSE(beats.is_due(102 * second - 1));
    EXPECT_TRUE(beats.is_due(102 * second));
    EXPECT_EQ(beats.next_ns(101 * second), 102 * second);
    EXPECT_EQ(beats.next_ns(103 * second), 103 * second + 1) << "a moment to wait for is later than now";
}

TEST(own_beats, without_a_limit_there_are_none) {
    OwnBeats beats(0);
    EXPECT_FALSE(beats.is_due(second));
    EXPECT_EQ(beats.next_ns(second), 0);
    EXPECT_FALSE(beats.was_away(1000 * second));
}

TEST(own_beats, away_for_half_the_limit_and_a_moment_longer) {
    OwnBeats beats(10 * second);
    EXPECT_FALSE(beats.was_away(50 * second)) << "nothing has begun";
    beats.beat(100 * second); // the next at 102
    EXPECT_FALSE(beats.was_away(107 * second)) << "late, but nobody has taken us for lost yet";
    EXPECT_TRUE(beats.was_away(107 * second + 1));
    beats.beat(108 * second);
    EXPECT_TRUE(beats.was_away(109 * second - 1)) << "what was sent meanwhile may still be unread";
    EXPECT_FALSE(beats.was_away(109 * second));
}

TEST(own_beats, a_stop_that_was_announced_is_no_absence) {
    OwnBeats beats(10 * second);
    beats.beat(100 * second);
    beats.restart();
    EXPECT_FALSE(beats.was_away(1000 * second));
    EXPECT_TRUE(beats.is_due(1000 * second));
    beats.beat(1000 * second);
    EXPECT_FALSE(beats.was_away(1000 * second));
}

} // namespace

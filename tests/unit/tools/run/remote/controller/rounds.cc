// What the controller asks all nodes and how it counts their answers: reports, a doubt about the
// network, exchanges.
#include "tools/run/remote/controller/exchange_round.h"
#include "tools/run/remote/controller/network_doubt.h"
#include "tools/run/remote/controller/report_round.h"

#include <gtest/gtest.h>

using namespace polder::run;

namespace {

TEST(report_round, ends_with_the_last_answer) {
    ReportRound round(3);
    EXPECT_FALSE(round.is_under_way());
    EXPECT_FALSE(round.take(0)) << "nobody was asked";
    EXPECT_FALSE(round.has_answered(0));

    round.begin(77, [](unsigned node) { return node != 1; });
    EXPECT_TRUE(round.is_under_way());
    EXPECT_EQ(round.end_ns(), 77);
    EXPECT_TRUE(round.has_answered(1)) << "not asked: it counts as if it had";
    EXPECT_FALSE(round.take(2));
    EXPECT_FALSE(round.take(2)) << "twice counts once";
    EXPECT_FALSE(round.take(1));
    EXPECT_TRUE(round.take(0));
    EXPECT_FALSE(round.is_under_way());
    EXPECT_EQ(round.end_ns(), 0);
}

TEST(report_round, may_end_early_and_begin_anew) {
    ReportRound round(2);
    round.begin(1, [](unsigned) { return true; });
    EXPECT_FALSE(round.take(0));
    round.end();
    EXPECT_FALSE(round.take(1)) << "too late";
    EXPECT_TRUE(round.has_answered(0) && !round.has_answered(1)) << "who did not answer can still be told";
    round.begin(2, [](unsigned) { return true; });
    EXPECT_FALSE(round.has_answered(0));
    EXPECT_FALSE(round.take(1));
    EXPECT_TRUE(round.take(0));
}

TEST(report_round, of_nobody_is_over_at_once) {
    ReportRound round(2);
    round.begin(1, [](unsigned) { return false; });
    EXPECT_FALSE(round.is_under_way());
}

TEST(network_doubt, the_network_is_at_fault_once_all_have_answered) {
    NetworkDoubt doubt(3);
    EXPECT_FALSE(doubt.is_raised() || doubt.is_settled());
    EXPECT_FALSE(doubt.clear(0)) << "ended before anybody asked";

    doubt.raise(5, "node 2 does not answer", [](unsigned node) { return node != 0; });
    EXPECT_TRUE(doubt.is_raised() && !doubt.is_settled());
    EXPECT_FALSE(doubt.asks(0));
    EXPECT_FALSE(doubt.clear(0));
    EXPECT_FALSE(doubt.clear(2));
    EXPECT_FALSE(doubt.clear(2)) << "twice counts once";
    EXPECT_TRUE(doubt.clear(1));
    EXPECT_TRUE(doubt.is_settled());
    EXPECT_EQ(doubt.code(), 5);
    EXPECT_EQ(doubt.cause(), "node 2 does not answer");
}

TEST(network_doubt, with_nobody_to_ask_is_settled) {
    NetworkDoubt doubt(2);
    doubt.raise(1, "", [](unsigned) { return false; });
    EXPECT_TRUE(doubt.is_raised() && doubt.is_settled());
}

TEST(exchange_round, gives_all_in_the_order_of_the_nodes) {
    ExchangeRound round(2);
    for (unsigned turn = 0; turn < 2; ++turn) {
        EXPECT_TRUE(round.give(1, "bb"));
        EXPECT_FALSE(round.give(1, "bb")) << "twice in a round";
        EXPECT_FALSE(round.is_complete());
        EXPECT_TRUE(round.give(0, "aa"));
        EXPECT_TRUE(round.is_complete());
        EXPECT_FALSE(round.odd_one());
        EXPECT_EQ(round.take(), "aabb");
    }
    EXPECT_TRUE(round.give(0, "a") && round.give(1, "bb"));
    EXPECT_EQ(round.odd_one(), 1u);
}

} // namespace

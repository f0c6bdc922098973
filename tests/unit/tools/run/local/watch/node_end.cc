// Node end: the worst code of processes that finish, and the first end before the time.
#include "tools/run/local/watch/node_end.h"
#include "tests/unit/tools/run/local/watch/watched_node.h"

#include <gtest/gtest.h>

using namespace polder::run;

namespace {

TEST(node_end, has_the_worst_code) {
    WatchedNode node;
    node.end.take_code(2);
    node.end.take_code(1);
    EXPECT_EQ(node.end.code(), 2);
    EXPECT_FALSE(node.end.is_early());
}

TEST(node_end, first_end_before_the_time_kills_and_stays) {
    WatchedNode node;
    node.end.take_code(9);
    node.end.end(1);
    node.end.end(5);
    node.end.take_code(7);
    EXPECT_TRUE(node.end.is_early());
    EXPECT_EQ(node.end.code(), 1);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGKILL);
    EXPECT_EQ(WTERMSIG(node.next().status), SIGKILL);
}

} // namespace

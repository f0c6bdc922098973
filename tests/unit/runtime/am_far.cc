// Active messages between nodes, over a network that refuses and delays: random messages of all kinds, floods with back-pressure at
// exactly the promised numbers, what the governor allows, and what comes from the wire that is no message.
#include "tests/unit/runtime/am_nodes.h"

using namespace polder;
using namespace polder::test;

namespace {

void run_all(const std::function<void(unsigned)> &body, bool park_at_once = false) {
    for (Nodes nodes : node_mappings()) {
        nodes.park_at_once = park_at_once;
        EXPECT_EQ(run_nodes(nodes, body), 0) << name_of(nodes);
    }
}

// ---- exactly once, whole, answered ----

TEST(AmFar, RandomKindsAndSizes) {
    run_all([](unsigned) {
        random_traffic(1500, am_max_medium);
        REQUIRE(am_dropped_all() == 0);
    });
}

TEST(AmFar, RandomSmall) {
    run_all([](unsigned) { random_traffic(60000 / threads(), 137); });
}

TEST(AmFar, SleepersWakeForMessages) {
    run_all([](unsigned) { random_traffic(500, 4096); }, true);
}

} // namespace

// Active messages between nodes with random pauses wherever another thread could step in between.
#define POLDER_TEST_DELAYS
#include "runtime/am/am.cc"

#include "runtime/am/congestion_window.cc"
#include "runtime/am/credit_returns.cc"
#include "runtime/am/deliver.cc"
#include "runtime/am/forward.cc"
#include "runtime/am/handler_guard.cc"
#include "runtime/am/lane.cc"
#include "runtime/am/poll.cc"
#include "runtime/am/send_far.cc"
#include "runtime/am/slabs.cc"
#include "runtime/am/sleep.cc"
#include "runtime/am/window.cc"
#include "runtime/sync/wait.cc"

#include "tests/unit/runtime/am/am_nodes.h"
#include "tests/unit/runtime/delay_point.h"

using namespace polder;
using namespace polder::test;

namespace {

TEST(AmFarDelays, RandomMessages) {
    for (bool park_at_once : {false, true})
        for (Nodes nodes : node_mappings()) {
            nodes.park_at_once = park_at_once;
            EXPECT_EQ(run_nodes(nodes, [](unsigned) { random_traffic(500, am::am_max_medium); }), 0) << name_of(nodes);
        }
}

} // namespace

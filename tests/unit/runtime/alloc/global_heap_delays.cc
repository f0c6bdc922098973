// sanitize: not thread (it sees nothing of other processes)
//
// Global areas with random pauses at each step of a transaction, on a node and over nodes.
#define POLDER_TEST_DELAYS
#include "runtime/alloc/global.cc"
#include "runtime/node_heap/global_area.cc"

#include "tests/unit/runtime/alloc/global_traffic.h"
#include "tests/unit/runtime/delay_point.h"

using namespace polder;
using namespace polder::test;

namespace {

TEST(GlobalHeapDelays, TheInvariantHolds) {
    const unsigned each = long_run() ? 3000 : 150;
    std::vector<NetJob> jobs = net_jobs();
    jobs.push_back({{{3, 1}}, "smp"});
    jobs.push_back({{{4, 2}}, "smp"});
    for (const NetJob &job : jobs) {
        const auto body = [=](unsigned me) {
            move_breaks(me, each);
            pass_blocks(me, each);
        };
        EXPECT_EQ(run_net(job, body), 0) << name_of(job);
    }
}

} // namespace

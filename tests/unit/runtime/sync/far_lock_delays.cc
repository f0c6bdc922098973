// sanitize: not thread (it sees nothing of other processes)
//
// Locks of other nodes with random pauses wherever another thread could step in between, and with
// parking from the first moment on.
#define POLDER_TEST_DELAYS
#include "runtime/rpc/far_lock.cc"
#include "runtime/sync/lock.cc"
#include "runtime/sync/lock_queue.cc"
#include "runtime/sync/wait.cc"

#include "tests/unit/runtime/delay_point.h"
#include "tests/unit/runtime/sync/lock_counts.h"

using namespace polder;
using namespace polder::test;

namespace {

TEST(FarLockDelays, LocksExcludeOthersAndForgetNobody) {
    on_all_jobs([](unsigned) {
        sync::wait_setup.spins = 1;
        sync::wait_setup.yield_ns = 0;
        const polder_ga lock = upc_all_lock_alloc();
        count_under(lock, 100, 0);
        count_under(lock, 50, 3);
        polder_barrier(0, 0);
        REQUIRE(meeting->word[0] == 150 * threads());
        upc_all_lock_free(lock);
    });
}

// What is read and written inside goes along with the messages.
TEST(FarLockDelays, UpdatesUnderLocksAreSeen) {
    on_all_jobs([](unsigned) {
        sync::wait_setup.spins = 1;
        sync::wait_setup.yield_ns = 0;
        const polder_ga lock = upc_all_lock_alloc(), last = board(threads() - 1);
        for (unsigned i = 0; i < 60; ++i) {
            upc_lock(lock);
            for (const polder_ga at : {board(0), board(0) + 3000, last + 64})
                write(at, read(at) + 1);
            upc_unlock(lock);
            if (i % 4 == 0) polder_far_fence();
        }
        polder_barrier(0, 0);
        for (const polder_ga at : {board(0), board(0) + 3000, last + 64})
            REQUIRE(read(at) == std::uint64_t{60} * threads());
        upc_all_lock_free(lock);
    });
}

} // namespace

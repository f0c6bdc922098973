// AdaptiveSpin waits: windows are tried while they pay, left out more and more while they do not,
// and never last for ever.
#include "runtime/sync/adaptive_spin.h"

#include <gtest/gtest.h>

using namespace polder;

namespace {

class AdaptiveSpins : public testing::Test {
protected:
    void SetUp() override { sync::wait_setup.oversubscribed = true; }
    void TearDown() override { sync::wait_setup.oversubscribed = false; }

    // The turns of one wait in which nothing comes.
    unsigned wait_in_vain() {
        sync::adaptive_spin_expect(false);
        unsigned turns = 0;
        while (sync::adaptive_spin_stays())
            ++turns;
        return turns;
    }
    // A wait in which the answer is there after a turn. False: the core was given away before.
    bool wait_for_answer() {
        sync::adaptive_spin_expect(false);
        const bool stayed = sync::adaptive_spin_stays();
        sync::adaptive_spin_expect(true);
        return stayed;
    }
    // Of waits in vain, how many went by between two that stayed.
    unsigned left_out() {
        unsigned waits = 0;
        while (!wait_in_vain())
            ++waits;
        return waits;
    }
};

TEST_F(AdaptiveSpins, LeaveOutWhatDoesNotPay) {
    local(sync::adaptive_spin_state).saved = 0;
    EXPECT_EQ(wait_in_vain(), sync::adaptive_spin_turns - 1);
    for (unsigned expected : {1u, 3u, 7u, 15u, 31u, 63u, 63u, 63u})
        EXPECT_EQ(left_out(), expected);
}

TEST_F(AdaptiveSpins, StayWhereThatPays) {
    while (!wait_for_answer()) // what the test before has left out
        continue;
    unsigned stayed = 0;
    for (unsigned i = 0; i < 10 * sync::adaptive_spin_run; ++i)
        stayed += wait_for_answer();
    EXPECT_LT(stayed, 10 * sync::adaptive_spin_run) << "others never get the core";
    EXPECT_GT(stayed, 10 * sync::adaptive_spin_run - 100);
    for (unsigned i = 0; i < sync::adaptive_spin_saved; ++i) // saved up
        EXPECT_EQ(wait_in_vain(), sync::adaptive_spin_turns - 1) << i;
    EXPECT_EQ(wait_in_vain(), sync::adaptive_spin_turns - 1);
    EXPECT_EQ(wait_in_vain(), 0u);
}

TEST_F(AdaptiveSpins, NotWhereEachThreadHasACore) {
    while (!wait_for_answer())
        continue;
    while (sync::adaptive_spin_stays())
        continue;
    sync::wait_setup.oversubscribed = false;
    EXPECT_EQ(wait_in_vain(), 0u);
}

} // namespace

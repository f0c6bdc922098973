// Random pauses at every delay point of the sources that a test compiles with POLDER_TEST_DELAYS.
// In one file of a program.
#pragma once

#include "tests/unit/runtime/random_delay.h"

namespace polder {

POLDER_PRIVATE std::uint32_t delay_state = 0;

void delay_point() {
    test::random_delay(local(delay_state));
}

} // namespace polder

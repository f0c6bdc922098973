// Delay points: places where the steps of another thread may fall in between. A test compiles the
// sources itself with POLDER_TEST_DELAYS and defines delay_point; everywhere else a delay point is
// nothing.
//
// Two definitions are there for tests. tests/unit/runtime/delay_point.h pauses at random.
// tests/support/steps.h numbers the points of one operation and takes the core away at the k-th of
// them, for each k: what the others do meanwhile then falls between any two steps of it,
// systematically.
#pragma once

namespace polder {

#if defined(POLDER_TEST_DELAYS)
void delay_point();
#else
inline void delay_point() {}
#endif

} // namespace polder

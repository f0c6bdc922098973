// Delay points: places where the steps of another thread may fall in between. A test compiles the
// sources itself with POLDER_TEST_DELAYS and defines delay_point; everywhere else a delay point is
// nothing.
//
// Two definitions are there for tests. tests/unit/runtime/delay_point.h pauses at random. The
// other, tests/support/steps.h, numbers the points of one operation. For each k it takes the core
// away at the k-th point. So acts of other threads fall between any two steps of the operation,
// systematically.
#pragma once

namespace polder {

#if defined(POLDER_TEST_DELAYS)
void delay_point();
#else
inline void delay_point() {}
#endif

} // namespace polder

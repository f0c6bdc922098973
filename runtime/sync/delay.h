// Delay points: places where another thread's steps may fall in between, and where a test puts random pauses to make
// them do so. A test compiles the sources itself with POLDER_TEST_DELAYS and defines delay_point; everywhere else a
// delay point is nothing.
#pragma once

namespace polder {

#if defined(POLDER_TEST_DELAYS)
void delay_point();
#else
inline void delay_point() {}
#endif

} // namespace polder

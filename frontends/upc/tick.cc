// Wall-clock timers: UPC 1.3, 7.5. A tick is a nanosecond.
#include "base/clock.h"

extern "C" {
#pragma GCC visibility push(default)

std::uint64_t upc_ticks_now(void) {
    return static_cast<std::uint64_t>(polder::clock_ns());
}

std::uint64_t upc_ticks_to_ns(std::uint64_t ticks) {
    return ticks;
}
#pragma GCC visibility pop
} // extern "C"

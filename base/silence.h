// Silence: how long others may say nothing before they are lost.
//
// POLDER_LOST_AFTER is for how long anybody may be held up, stopped or starved, without being lost.
// A thread that was held up speaks again at once. But its last sign of life was up to an interval
// old, and the listener looks at intervals too. So silence may last two fifths longer. With five
// signs and five looks in the time that is an interval of each. Every listener uses this number,
// whoever is held up.
#pragma once

#include <cstdint>

namespace polder {

constexpr std::int64_t silence_allowed_ns(std::int64_t lost_after_ns) { // 0, never: 0
    return lost_after_ns + lost_after_ns / 5 * 2;
}

} // namespace polder

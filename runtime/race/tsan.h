// ThreadSanitizer as a detector (race.h).
#pragma once

#include "runtime/race/race.h"

namespace polder::race {

// Null: the process has none, or the runtime itself is instrumented, so that it sees the machine
// instead.
const RaceDetector *tsan_detector();

} // namespace polder::race

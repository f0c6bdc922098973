// ThreadSanitizer as a detector (race.h).
#pragma once

#include "runtime/race/race.h"

namespace polder::race {

// Null if the process has no ThreadSanitizer. Also null if the runtime itself is instrumented:
// ThreadSanitizer then sees the runtime's own loads and stores.
const RaceDetector *tsan_detector();

} // namespace polder::race

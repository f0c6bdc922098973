// Idle write-back: writes to other nodes that a thread still collects go out by themselves when the
// thread writes nothing more. So whoever waits for a relaxed write sees it. That holds although the
// writer only computes, or waits in a loop of its own, and never calls the runtime again.
//
// A thread of the process looks at the caches every POLDER_CACHE_WAIT milliseconds. It sends what
// has been pending unchanged since its last look (cache_write_back; owner.h says why that is safe).
// With POLDER_PROGRESS=poll it polls, too, while something is under way. While nothing is, it looks
// more and more seldom. It begins with the first write.
#pragma once

#include "runtime/cache/lines.h"

namespace polder::cache {

// By the owner, inside. The setting 0: nothing.
void idle_write_back_watch(FarCache &c);
// Before the network ends.
void idle_write_back_stop();

} // namespace polder::cache

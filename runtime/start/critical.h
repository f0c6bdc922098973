// What the end of a thread does with an OpenMP critical section that it is in; see critical.cc.
#pragma once

namespace polder::start {

// Of the calling system thread: those that it is in. Weak: programs without critical sections do
// not have it.
[[gnu::weak]] void critical_leave();

} // namespace polder::start

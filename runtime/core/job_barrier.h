// The barriers of all threads, which each thread counts: the program's, and that of operations of
// the runtime that all threads call.
#pragma once

namespace polder {

enum class JobBarrier : unsigned { program, internal };
inline constexpr unsigned job_barriers = 2;

} // namespace polder

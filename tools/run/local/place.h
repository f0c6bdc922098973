// Place: which processors each thread may use, in topology order (hwloc). More threads than cores
// are not bound: the scheduler balances them better than any fixed place would.
#pragma once

#include "runtime/core/job.h"

#include <string>

namespace polder::run {

// Fills `bound` and `cpus` of the threads' records, with processors that the caller may use.
// Without topology or with --bind none nobody is bound.
void place_threads(ControlBlock &block);

// "0-3,8"; "any" if the thread is not bound.
std::string place_text(const ThreadRecord &record);

} // namespace polder::run

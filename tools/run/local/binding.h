// Binding: what each thread of a node is bound to, and what that says of where it runs
// (runtime/locality). Fills the threads' records in the control block, and says to people what is
// in them.
#pragma once

#include "runtime/core/job.h"
#include "runtime/locality/locality.h"

#include <string>

namespace polder::run {

// As the settings say (place.h). sharing: how many nodes of the job this machine has to serve. If
// several, nobody is bound: each node would choose the same units. Nobody is bound to units of a
// made-up machine, either. `cpus` then holds the units, and `bound` is 0.
void bind_threads(ControlBlock &block, unsigned sharing);

// "0-3,8"; "any" if the thread has no units of its own.
std::string place_text(const ThreadRecord &record);
// ", package 0, NUMA domain 1": what is known of the thread.
std::string locality_text(const locality::Record &record);
// "2 packages, 4 NUMA domains, ..." or "not known".
std::string machine_text(const locality::CountRecord &counts);

} // namespace polder::run

// Node: what the processes of one node need before they start: the control block, the memory of the
// segments, a place for each thread. Made by upcrun itself for a job of one node, by its agents
// otherwise.
#pragma once

#include "runtime/core/job.h"

#include <string>

namespace polder::run {

// Why a node of that shape cannot fit on this machine; empty: it can. A job that cannot fit is
// refused before it has driven the machine into the ground.
std::string lack_of_room(const JobShape &shape);

// What the limit of this machine is, RLIMIT_FSIZE or RLIMIT_CPU, and how to raise it; empty: there
// is none.
std::string limit_hint(int resource);

// Places and segments are as the settings say. sharing: how many nodes of the job this machine has
// to serve. Null, and a text of why, on failure.
ControlBlock *node_make(const JobShape &shape, unsigned sharing, int *control_fd, std::string *error);

// "host h: 4 threads in 2 processes ...", then a line a thread. `one_machine`: all nodes are on it.
std::string mapping_text(ControlBlock &block, bool one_machine);

} // namespace polder::run

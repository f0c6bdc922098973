// Launcher signals: which signals upcrun takes from a descriptor while it watches a job.
#pragma once

#include <csignal>
#include <string>

namespace polder::run {

// Blocks them, and gives the mask of before for the programs. The descriptor does not block. -1,
// and a text of why, on failure.
int open_signals(sigset_t *before, std::string *error);

} // namespace polder::run

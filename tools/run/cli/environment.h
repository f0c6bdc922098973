// Environment: what the program finds in its environment because upcrun was asked for it: --export
// NAME,NAME=value,ALL and the -x NAME=value of other launchers.
#pragma once

#include <string>
#include <vector>

namespace polder::run {

struct Options;

// NAME=value each. A later one of the same name counts.
std::vector<std::string> program_environment(const Options &options);

// For this process and those it starts.
void environment_take(const std::vector<std::string> &entries);

} // namespace polder::run

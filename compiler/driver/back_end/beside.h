// Files that the back end writes beside an object: notes of --coverage, .dwo of -gsplit-dwarf, .su
// of -fstack-usage.
#pragma once

#include "compiler/driver/line/command_line.h"
#include "compiler/unit/context.h"

#include <string>
#include <vector>

namespace polder::cc {

bool asks_for_coverage(const std::vector<std::string> &words);

/// Words for the back end. Such files are named after the object. In one step with the link that
/// one is temporary, so the names are said: PROGRAM-SOURCE.gcno and so on, as gcc has it.
std::vector<std::string> names_beside_object(const CommandLine &line, const std::string &source, BackendFamily family);

} // namespace polder::cc

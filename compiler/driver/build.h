// What upcc does with the files it was given: each source through preprocessor, translation and
// back end, then one link.
#pragma once

#include "compiler/driver/back_end/toolchain.h"
#include "compiler/driver/line/command_line.h"

namespace polder::cc {

/// Carries out the action of the command line. Returns the exit status of upcc.
int build(const CommandLine &line, const Toolchain &tools);

} // namespace polder::cc

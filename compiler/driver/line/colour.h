// Whether messages are coloured: what the command line says, else whether standard error is a
// terminal that can.
#pragma once

#include "compiler/driver/line/command_line.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::cc {

inline bool colour_wanted(const CommandLine &line) {
    if (line.messages.colour >= 0) return line.messages.colour == 1;
    const char *terminal = getenv("TERM");
    const char *never = getenv("NO_COLOR");
    return isatty(2) && terminal && strcmp(terminal, "dumb") != 0 && !(never && *never);
}

} // namespace polder::cc

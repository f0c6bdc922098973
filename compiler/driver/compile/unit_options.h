// What the command line asks of the translation of one source.
#pragma once

#include "compiler/driver/back_end/toolchain.h"
#include "compiler/unit/context.h"

namespace polder::cc {

Options options_for(const CommandLine &line, const Toolchain &tools, const InputFile &input);

} // namespace polder::cc

// What upcc tells about itself, and the questions it hands on to the back end.
#pragma once

#include "compiler/driver/back_end/toolchain.h"

namespace polder::cc {

int print_help();
/// First line: upcc and its version. Then what the back end says of itself, so that build systems
/// see a GNU-compatible cc.
int print_version(const Toolchain &tools);
/// What another compiler needs to compile a main that starts UPC, and to link UPC objects
/// (--compile-flags, --link-flags).
int print_flags(const CommandLine &line, const Toolchain &tools);
/// The parts upcc found, on stderr (-v).
void print_paths(const Toolchain &tools);
/// -print-…, -dumpmachine, -v without files and the like.
int ask_back_end(const CommandLine &line, const Toolchain &tools);

} // namespace polder::cc

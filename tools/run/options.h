// Options of upcrun: the command line, over the environment, over the defaults (base/config.def).
#pragma once

#include "runtime/core/job.h"

#include <cstdint>

namespace polder::run {

struct Options {
    JobShape shape;
    bool show = false;         // print the mapping first
    bool print_settings = false;
    char **program = nullptr;  // program and its arguments, null-terminated; null: none given
};

// Settings given on the command line also go to the environment. Mistakes, --help and --version end the process.
Options parse_options(int argc, char **argv);

} // namespace polder::run

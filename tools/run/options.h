// Options of upcrun: the command line, over the environment, over the defaults (base/config.def).
#pragma once

#include "runtime/core/job.h"

#include <cstdint>

namespace polder::run {

struct Options {
    unsigned threads = 0; // 0: not given; what the program was compiled for, else 1
    bool show = false;    // print the mapping first
    bool only_show = false;         // and do not start it
    unsigned threads_a_process = 0; // 0: not given; Berkeley's way to say -p
    bool print_settings = false;
    char **program = nullptr; // program and its arguments, null-terminated; null: none given
};

// Settings given on the command line override those of the environment. Mistakes, --help and --version end the process.
Options parse_options(int argc, char **argv);

// Threads and processes of the job; processes that have no thread are a mistake.
JobShape shape_of(const Options &options, unsigned static_threads);

} // namespace polder::run

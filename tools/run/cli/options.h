// Options of upcrun: the command line, over the environment, over the defaults (base/config.def).
#pragma once

#include <string>
#include <vector>

namespace polder::run {

struct Options {
    unsigned threads = 0;                 // 0: not given; what the program was compiled for, else 1
    bool show = false;                    // print the mapping first
    bool only_show = false;               // and do not start it
    unsigned threads_a_process = 0;       // 0: not given; Berkeley's way to say -p
    unsigned threads_a_node = 0;          // 0: not given; Berkeley's way to say -n
    unsigned most_a_node = 0;             // 0: not given; most threads on a node (--map-by ppr:N:node and its like)
    const char *most_said = "";           // and how that was said
    std::vector<std::string> environment; // NAME=value for the program (-x)
    std::string folder;                   // that the program runs in; empty: this one
    bool print_settings = false;
    char **program = nullptr; // program and its arguments, null-terminated; null: none given
};

// The word behind argv[*at], an option that needs a value, and moves there. Null: there is none.
const char *next_value(char **argv, int *at);

// Settings given on the command line override those of the environment. Mistakes, --help and
// --version end the process.
Options parse_options(int argc, char **argv);

} // namespace polder::run

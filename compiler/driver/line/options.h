// What the reading of a command line shares: what has been read, and the closed list of options
// with their handlers.
#pragma once

#include "compiler/driver/line/command_line.h"

#include <span>
#include <string_view>

namespace polder::cc {

enum class Form : uint8_t { alone, joined, separate, either };

struct Seen { // one option as it stood on the command line
    std::string_view spelling;
    std::string argument;
    std::vector<std::string> words;
    uint8_t stages;
};

/// What has been read so far, and what counts for the words that follow.
struct LineReading {
    CommandLine &line;
    std::vector<Flag> dumps = {}; // -dM and others, which only -E obeys
    bool good = true;
    bool all_upc = false;    // -fupc
    bool pe_threads = false; // -fpe-threads
    Language language = Language::by_suffix;
    std::string given_as = {}; // to -x

    void mistake(const std::string &text, const char *hint = nullptr);
};

/// A row of options.def.
struct Option {
    std::string_view spelling;
    Form form;
    uint8_t stages;
    void (*handler)(LineReading &, const Seen &);
    bool is_own; // upcc obeys it; it is not there for the sake of other compilers only
};
std::span<const Option> all_options();

} // namespace polder::cc

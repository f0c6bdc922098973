// Machine file: a small text of what was measured on this machine, such as a tuning table. A
// setting names it; without, it is KIND-HOST in polder's folder of the user's configuration (XDG
// Base Directory Specification), where it need not be. It consists of lines of words; what follows
// a # means nothing.
#pragma once

#include "base/config.h"

#include <cstddef>

namespace polder {

// False: there is no place for one (no home). *named: by the setting.
bool machine_file_path(Setting setting, const char *kind, char *path, std::size_t size, bool *named);

struct MachineLine {
    static constexpr unsigned most = 7;
    char words[most][64];
    unsigned count;
};

/// What reads a file of one kind, one line with words at a time.
struct MachineReader {
    Setting setting;
    const char *kind;
    const char *what;   // "tuning table"
    const char *writer; // what makes a good one: "polder tune"
    /// Returns null, or what is wrong with the line; *word is the word at fault, or null.
    const char *(*take)(const MachineLine &line, void *context, const char **word);
};

// False, with a text, at the first line that take refuses.
bool machine_file_parse(const MachineReader &reader, const char *text, void *context, char *error,
                        std::size_t error_size);
// The file, by way of a buffer for all of it. What is not there, or may not be read, counts as
// empty, unless it is named.
bool machine_file_load(const MachineReader &reader, char *buffer, std::size_t size, void *context, char *error,
                       std::size_t error_size);

} // namespace polder

// Machine file: a small text of what was measured on this machine, such as a tuning table. A
// setting names it; without, it is KIND-HOST in polder's folder of the user's configuration (XDG
// Base Directory Specification), where it need not be.
#pragma once

#include "base/config.h"

#include <cstddef>

namespace polder {

// False: there is no place for one (no home). *named: by the setting.
bool machine_file_path(Setting setting, const char *kind, char *path, std::size_t size, bool *named);

struct MachineFile {
    enum class State { absent, unreadable, too_long, whole };
    State state;
    int error;       // unreadable: errno
    char path[1024]; // of what is not absent
};

// All of it into text, which ends with a 0. What is not there, or may not be read, is absent,
// unless it is named; too_long: for text, or with a 0 in it.
void machine_file_read(Setting setting, const char *kind, char *text, std::size_t size, MachineFile *file);

} // namespace polder

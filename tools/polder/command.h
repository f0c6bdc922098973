// Commands that polder starts, with all that they print.
#pragma once

#include "tools/polder/polder.h"

namespace polder::tool {

struct Outcome {
    int status = 0; // 128 + signal if one ended it; 127: it could not be started
    std::string out;
    std::string err;
};

// Runs it to its end, with an empty standard input.
Outcome run_command(const Words &words);

// bin/ of the installation or build tree that this program belongs to, with a slash behind.
std::string own_folder();

// The last line of a text that is not empty; of several errors the first one of Polder's.
std::string last_line(const std::string &text);
std::string first_error(const std::string &text);

} // namespace polder::tool

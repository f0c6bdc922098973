// Folder: --wdir, the folder that the program runs in.
#pragma once

#include <string>

namespace polder::run {

// Goes there. What the command line named before keeps its meaning: a hosts file is found where
// upcrun was called. False, and a text of why, on failure.
bool folder_enter(const std::string &folder, std::string *error);

} // namespace polder::run

// What upcc does when memory ends, wherever it is: one message, no stage left running, no file left
// behind, exit status 1.
#pragma once

#include <string>

namespace polder::cc {

/// From now on.
void catch_end_of_memory();
/// The file that the message names.
void memory_is_for(const std::string &file);

} // namespace polder::cc

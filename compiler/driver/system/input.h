// What upcc asks of the files that a command names, and of texts that have no end.
#pragma once

#include <string>

namespace polder::cc {

/// The whole file, "-": standard input. False, and errno, if it cannot be read; EFBIG if it is
/// longer than a text may be.
bool read_input(const std::string &path, std::string &text);
/// Pipes and standard input give their text once.
bool can_be_read_twice(const std::string &path);
/// The error for EFBIG, and for a preprocessor that writes more than that.
void complain_of_length(const std::string &path);

} // namespace polder::cc

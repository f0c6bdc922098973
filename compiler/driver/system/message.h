// What the driver itself has to say, in the form of cc: "upcc: error: what", and below it a hint
// where there is one.
#pragma once

#include <string>

namespace polder::cc {

/// A hint behind what somebody else said.
void advise(const char *hint);
void complain(const std::string &text, const char *hint = nullptr);
void warn(const std::string &text, const char *hint = nullptr);

} // namespace polder::cc

// Dialects: programs written for another UPC compiler ask which one compiles them (#ifdef
// __BERKELEY_UPC__, _CRAYC ...). The answer also promises that compiler's extensions, so upcc
// answers as that compiler only on request (-fupc-dialect=NAME).
#pragma once

#include <string>
#include <vector>

namespace polder::cc {

/// The -D words of a dialect; null if there is none of this name.
const std::vector<std::string> *dialect_macros(const std::string &name);
/// "berkeley, cray ...", for messages.
std::string dialect_names();

} // namespace polder::cc

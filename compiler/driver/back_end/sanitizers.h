// What -fsanitize= asks of upcc beside handing it on to the back-end C compiler.
#pragma once

#include <string>
#include <vector>

namespace polder::cc {

/// Does ThreadSanitizer watch the program? The last word about it counts.
bool sanitizes_threads(const std::vector<std::string> &words);

/// Options for compiling generated C, behind the user's.
std::vector<std::string> sanitizer_exceptions(const std::vector<std::string> &words);

} // namespace polder::cc

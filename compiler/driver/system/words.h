// Words of a command, put together.
#pragma once

#include <string>
#include <vector>

namespace polder::cc {

inline void append(std::vector<std::string> &to, const std::vector<std::string> &words) {
    to.insert(to.end(), words.begin(), words.end());
}

} // namespace polder::cc

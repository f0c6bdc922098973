// Names of files made from names of files, as cc makes them.
#pragma once

#include <string>

namespace polder::cc {

/// Without folder and suffix.
inline std::string base_name(const std::string &path) {
    const std::string name = path == "-" ? "-" : path.substr(path.rfind('/') + 1);
    return name.substr(0, name.rfind('.'));
}

/// With this suffix instead of its own.
inline std::string with_suffix(const std::string &path, const char *suffix) {
    const size_t slash = path.rfind('/');
    const size_t dot = path.rfind('.');
    const bool has = dot != std::string::npos && (slash == std::string::npos || dot > slash);
    return (has ? path.substr(0, dot) : path) + suffix;
}

} // namespace polder::cc

// Sanitizers and generated code; see sanitizers.h.
#include "compiler/driver/back_end/sanitizers.h"

namespace polder::cc {

bool sanitizes_threads(const std::vector<std::string> &words) {
    bool watched = false;
    for (const std::string &word : words) {
        const bool names = word.find("thread") != std::string::npos;
        if (word.rfind("-fsanitize=", 0) == 0 && names) watched = true;
        if (word.rfind("-fno-sanitize=", 0) == 0 && (names || word == "-fno-sanitize=all")) watched = false;
    }
    return watched;
}

// Copies of private data lie at a distance from the object the backend knows, which the check of
// object sizes takes for an overrun. What gcc does in place of a call of memcpy it hides from
// ThreadSanitizer.
std::vector<std::string> sanitizer_exceptions(const std::vector<std::string> &words) {
    std::vector<std::string> exceptions;
    for (const std::string &word : words)
        if (word.rfind("-fsanitize=", 0) == 0 &&
            (word.find("undefined") != std::string::npos || word.find("object-size") != std::string::npos))
            exceptions = {"-fno-sanitize=object-size"};
    if (sanitizes_threads(words))
        exceptions.insert(exceptions.end(), {"-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset"});
    return exceptions;
}

} // namespace polder::cc

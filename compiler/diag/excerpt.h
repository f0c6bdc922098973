// The place of a diagnostic as people see it: file, line, column, the line of source and the marks below it.
#pragma once

#include "compiler/lex/token.h"

#include <string>
#include <string_view>

namespace polder::cc {

class Source;

struct Excerpt {
    std::string_view file;
    uint32_t line = 0;   // 0: no place
    uint32_t column = 0; // from 1, in bytes
    std::string text;    // the line with tabs as blanks; empty if there is none
    std::string marks;   // ^ and ~ below it
};

Excerpt make_excerpt(const Source &source, TokenIndex where, TokenRange range);

} // namespace polder::cc

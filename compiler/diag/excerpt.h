// The place of a diagnostic as people see it: file, line, column, the line of source and the marks below it; and, where a
// macro made the token, what the macro became.
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
    std::string macro;   // name of the macro the token came out of; empty if it was written as it is
    std::string expansion, expansion_marks; // text and marks of the preprocessed line, where there is a macro
};

Excerpt make_excerpt(const Source &source, TokenIndex where, TokenRange range);

} // namespace polder::cc

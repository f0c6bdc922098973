// The place of a diagnostic as people see it: file, line, column, the line of source and the marks
// below it. Where a macro made the token, the excerpt also shows what the macro became.
#pragma once

#include "compiler/lex/token.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

class Source;

struct Excerpt {
    std::string_view file;
    uint32_t line = 0;   // 0: no place
    uint32_t column = 0; // from 1, in bytes
    std::string text;    // the line with tabs as blanks; empty if there is none
    std::string marks;   // ^ and ~ below it
    std::string macro;   // name of the macro the token came out of; empty if it was written as it is
    // Text and marks of the preprocessed line, where there is a macro.
    std::string expansion;
    std::string expansion_marks;
};

/// The file that the last excerpt was taken from: thousands of messages about one file read it
/// once. The name may come from a #line, so it may be any file. Only regular files are opened, and
/// only as much is read as the excerpts need.
class WrittenFile {
public:
    static constexpr size_t longest_excerpt = 20000;

    /// The text from the beginning of line `number` (from 1) on: at least `longest_excerpt` bytes,
    /// or up to the end of the file. Empty if the file cannot be read.
    std::string_view from_line(std::string_view file, uint32_t number);

private:
    void open(std::string_view file);
    bool reach(size_t lines, size_t more);

    struct Closer {
        void operator()(FILE *f) const { fclose(f); }
    };

    // As much of the file as was asked for.
    std::string name_;
    std::string text_;
    std::vector<size_t> line_starts_;
    std::unique_ptr<FILE, Closer> rest_; // null at the end of the file
};

Excerpt make_excerpt(const Source &source, WrittenFile &written, TokenIndex where, TokenRange range);

} // namespace polder::cc

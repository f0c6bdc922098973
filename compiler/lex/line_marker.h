// Line markers of preprocessed text, `# 12 "file" 1 3`: the next line is line 12 of that file.
// Flag 1 enters a header, 2 leaves one for the file, 3 says that the file is a system header.
//
// The lexer reads what the preprocessor wrote by itself (lexer.cc), as it also takes `#line` and
// undoes escapes. Everybody else reads and writes markers here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polder::cc {

enum class Nesting : uint8_t { none, enters, leaves };

struct LineMarker {
    uint32_t line = 0;
    std::string_view file; // as it is written, with quotes and escapes; empty if there is none
    bool system = false;
    Nesting nesting = Nesting::none;
};

/// Nothing if the line is no marker.
std::optional<LineMarker> line_marker_read(std::string_view line);

/// A marker with its newline. `file` is a plain name.
std::string line_marker_text(uint32_t line, std::string_view file, bool system, Nesting nesting = Nesting::none);

} // namespace polder::cc

// Reading and writing of line markers (line_marker.h).
#include "compiler/lex/line_marker.h"

#include <charconv>

namespace polder::cc {

std::optional<LineMarker> line_marker_read(std::string_view line) {
    if (line.size() < 3 || line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9') return std::nullopt;
    LineMarker marker;
    std::from_chars(line.data() + 2, line.data() + line.size(), marker.line);
    const size_t open = line.find('"');
    const size_t close = line.rfind('"');
    if (open == std::string_view::npos || close == open) return marker;
    marker.file = line.substr(open, close - open + 1);
    const std::string_view flags = line.substr(close + 1);
    const auto has = [flags](const char *flag) { return flags.find(flag) != std::string_view::npos; };
    marker.system = has(" 3");
    marker.nesting = has(" 1") ? Nesting::enters : has(" 2") ? Nesting::leaves : Nesting::none;
    return marker;
}

std::string line_marker_text(uint32_t line, std::string_view file, bool system, Nesting nesting) {
    std::string text = "# " + std::to_string(line) + " \"";
    for (char c : file) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    text += '"';
    if (nesting == Nesting::enters) text += " 1";
    if (nesting == Nesting::leaves) text += " 2";
    return text + (system ? " 3\n" : "\n");
}

} // namespace polder::cc

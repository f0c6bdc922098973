// The map from offsets of a preprocessed text to presumed files and lines. The lexer fills it from
// line ends and line markers; afterwards it only answers.
//
// Rule: an inclusion has a greater number than the one it stands in.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polder::cc {

struct Location { // presumed, from line markers
    std::string_view file;
    uint32_t line = 0;
    uint32_t column = 0; // in the preprocessed line, from 1
    bool system = false;
};

/// One #include of a header, as the line markers with flags 1 and 2 bracket it. Number 0 is the
/// unit itself.
struct Inclusion {
    uint32_t parent;        // the inclusion that the #include stands in
    uint32_t file;          // the header
    uint32_t includer;      // the presumed file of the #include, which the marker that leaves the header names
    uint32_t includer_line; // behind the #include
    bool system;            // the header is a system header
    bool includer_system;
};

/// What a line marker says of the lines behind it.
struct Marker {
    uint32_t offset; // of the next line
    uint32_t line;
    bool system;
    bool enters; // a header
    bool leaves;
};

class LineMap {
public:
    explicit LineMap(std::string main_file);
    LineMap(const LineMap &) = delete;

    // For the lexer, in the order of the text.
    void reserve(size_t lines) { line_starts_.reserve(lines); }
    void begin_line(uint32_t offset) { line_starts_.push_back(offset); }
    /// What follows comes from this file.
    void move_to(std::string_view file);
    void mark(const Marker &marker);
    std::string_view file_now() const { return files_[file_]; }

    Location location_at(uint32_t offset) const;
    /// The inclusion that the text at `offset` belongs to.
    uint32_t inclusion_at(uint32_t offset) const;
    const Inclusion &inclusion(uint32_t n) const { return inclusions_[n]; }
    std::string_view file(uint32_t n) const { return files_[n]; }
    std::string_view main_file() const { return main_file_; }
    /// Where the line that holds `offset` starts in the text, and where the next one does; the
    /// second is 0 for the last line.
    struct Bounds {
        uint32_t start;
        uint32_t next;
    };
    Bounds line_around(uint32_t offset) const;

private:
    struct Mark { // from `offset` on, line k of the text is presumed line `line` + (k - buffer_line)
        uint32_t offset;
        uint32_t buffer_line;
        uint32_t line;
        uint32_t file;
        uint32_t inclusion;
        bool system;
    };
    void enter(bool system, const Mark &includer);
    void leave();
    uint32_t buffer_line(uint32_t offset) const;
    const Mark *mark_before(uint32_t offset) const;

    std::string main_file_;
    std::vector<Mark> marks_;
    std::vector<Inclusion> inclusions_ = {{}};
    std::deque<std::string> files_;
    std::unordered_map<std::string_view, uint32_t> file_numbers_; // by name, into files_
    std::vector<uint32_t> line_starts_;
    uint32_t file_ = 0; // of what is read now
    uint32_t inclusion_ = 0;
};

} // namespace polder::cc

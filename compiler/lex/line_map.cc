// Places are found by halving: marks and line starts are in the order of the text.
#include "compiler/lex/line_map.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

LineMap::LineMap(std::string main_file) : main_file_(std::move(main_file)) {
    move_to(main_file_);
}

void LineMap::move_to(std::string_view file) {
    if (!files_.empty() && files_[file_] == file) return;
    auto known = file_numbers_.find(file);
    if (known == file_numbers_.end()) {
        const auto number = static_cast<uint32_t>(files_.size());
        known = file_numbers_.emplace(files_.emplace_back(file), number).first;
    }
    file_ = known->second;
}

void LineMap::mark(const Marker &marker) {
    const Mark before = marks_.empty() ? Mark{0, 1, 1, 0, 0, false} : marks_.back();
    if (marker.enters) enter(marker.system, before);
    if (marker.leaves) leave();
    const auto buffer_line = static_cast<uint32_t>(line_starts_.size()) + 1;
    marks_.push_back({marker.offset, buffer_line, marker.line, file_, inclusion_, marker.system});
}

/// The file that is read now is the header already; `includer` is the marker that held before.
void LineMap::enter(bool system, const Mark &includer) {
    const uint32_t passed = static_cast<uint32_t>(line_starts_.size()) - includer.buffer_line;
    inclusions_.push_back({inclusion_, file_, includer.file, includer.line + passed + 1, system, includer.system});
    inclusion_ = static_cast<uint32_t>(inclusions_.size() - 1);
}

/// A marker that does not name the file it returns to leaves nothing, as with gcc.
void LineMap::leave() {
    const Inclusion &left = inclusions_[inclusion_];
    if (inclusion_ != 0 && left.includer == file_) inclusion_ = left.parent;
}

uint32_t LineMap::buffer_line(uint32_t offset) const {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return static_cast<uint32_t>(after - line_starts_.begin()); // from 1
}

/// The line marker that holds at `offset`; null before the first.
const LineMap::Mark *LineMap::mark_before(uint32_t offset) const {
    const auto after =
        std::upper_bound(marks_.begin(), marks_.end(), offset, [](uint32_t o, const Mark &m) { return o < m.offset; });
    return after == marks_.begin() ? nullptr : &after[-1];
}

uint32_t LineMap::inclusion_at(uint32_t offset) const {
    const Mark *mark = mark_before(offset);
    return mark ? mark->inclusion : 0;
}

Location LineMap::location_at(uint32_t offset) const {
    Location where;
    const uint32_t line = buffer_line(offset);
    where.column = offset - (line ? line_starts_[line - 1] : 0) + 1;
    const Mark *mark = mark_before(offset);
    if (!mark) {
        where.file = main_file_;
        where.line = line;
        return where;
    }
    where.file = files_[mark->file];
    where.line = mark->line + (line - mark->buffer_line);
    where.system = mark->system;
    return where;
}

LineMap::Bounds LineMap::line_around(uint32_t offset) const {
    const uint32_t line = buffer_line(offset);
    return {line ? line_starts_[line - 1] : 0, line < line_starts_.size() ? line_starts_[line] : 0};
}

} // namespace polder::cc

// Names, slices and places of a translation unit. The lexer (lexer.cc) fills tokens, marks and line
// starts.
#include "compiler/lex/source.h"

#include "compiler/lex/hash.h"
#include "compiler/lex/keywords.h"

#include <algorithm>

namespace polder::cc {

Source::Source(std::string text, std::string main_file, bool upc)
    : text_(std::move(text)), size_(text_.size()), main_file_(std::move(main_file)), upc_(upc) {
    text_.append(padding, '\0');
    name_slots_.resize(1 << 14);
    names_.emplace_back(); // Name::none
    name_hashes_.push_back(0);
    intern_keywords();
}

void Source::intern_keywords() {
    keywords_.kinds.push_back(Tok::identifier);
    for (const Keyword &k : all_keywords()) {
        intern_hashed(k.spelling, hash_exact(k.spelling), false); // literals: they outlive everything
        keywords_.kinds.push_back(k.kind);
    }
}

void Source::use_c23() {
    for (const Keyword &k : c23_keywords()) {
        intern_hashed(k.spelling, hash_exact(k.spelling), false);
        keywords_.kinds.push_back(k.kind);
    }
}

Name Source::intern(std::string_view spelling) {
    return intern_hashed(spelling, hash_exact(spelling), true);
}

Name Source::intern_hashed(std::string_view spelling, uint32_t hash, bool keep) {
    const size_t mask = name_slots_.size() - 1;
    size_t at = hash & mask;
    for (; name_slots_[at]; at = (at + 1) & mask) {
        const uint32_t n = name_slots_[at];
        if (name_hashes_[n] == hash && names_[n] == spelling) return Name{n};
    }
    const auto n = static_cast<uint32_t>(names_.size());
    names_.push_back(keep ? std::string_view(owned_names_.emplace_back(spelling)) : spelling);
    name_hashes_.push_back(hash);
    name_slots_[at] = n;
    if (names_.size() * 2 > name_slots_.size()) grow_names();
    return Name{n};
}

void Source::grow_names() {
    name_slots_.assign(name_slots_.size() * 2, 0);
    const size_t mask = name_slots_.size() - 1;
    for (uint32_t n = 1; n < names_.size(); ++n) {
        size_t at = name_hashes_[n] & mask;
        while (name_slots_[at])
            at = (at + 1) & mask;
        name_slots_[at] = n;
    }
}

std::string_view Source::slice(TokenRange range) const {
    if (range.empty()) return {};
    const Token &first = tokens_[range.first];
    const Token &last = tokens_[range.last - 1];
    return text().substr(first.offset, last.offset + last.length - first.offset);
}

uint32_t Source::buffer_line(uint32_t offset) const {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return static_cast<uint32_t>(after - line_starts_.begin()); // from 1
}

/// The line marker that holds at `offset`; null before the first.
const LineMark *Source::mark_before(uint32_t offset) const {
    const auto after = std::upper_bound(marks_.begin(), marks_.end(), offset,
                                        [](uint32_t o, const LineMark &m) { return o < m.offset; });
    return after == marks_.begin() ? nullptr : &after[-1];
}

uint32_t Source::inclusion_at(uint32_t offset) const {
    const LineMark *mark = mark_before(offset);
    return mark ? mark->inclusion : 0;
}

Location Source::location_at(uint32_t offset) const {
    Location where;
    const uint32_t line = buffer_line(offset);
    where.column = offset - (line ? line_starts_[line - 1] : 0) + 1;
    const LineMark *mark = mark_before(offset);
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

std::string_view Source::line_at(uint32_t offset, uint32_t *start) const {
    const uint32_t line = buffer_line(offset);
    const uint32_t from = line ? line_starts_[line - 1] : 0;
    if (start) *start = from;
    const size_t end = line < line_starts_.size() ? line_starts_[line] - 1 : size_;
    std::string_view found = text().substr(from, end - from);
    if (found.ends_with('\r')) found.remove_suffix(1);
    return found;
}

std::string Source::pragma_text(TokenIndex t) const {
    std::string_view s = spelling(t);
    const auto trim = [](std::string_view v) {
        while (!v.empty() && (v.front() == ' ' || v.front() == '\t'))
            v.remove_prefix(1);
        while (!v.empty() && (v.back() == ' ' || v.back() == '\t' || v.back() == '\r'))
            v.remove_suffix(1);
        return v;
    };
    std::string out;
    if (s.starts_with('#')) {
        s = trim(s.substr(1));
        s = trim(s.substr(std::min(s.size(), std::string_view("pragma").size())));
        for (size_t i = 0; i < s.size(); ++i) {
            const std::string_view next = s.substr(i + 1);
            const size_t end = s[i] != '\\' ? 0 : next.starts_with('\n') ? 1 : next.starts_with("\r\n") ? 2 : 0;
            if (end) i += end;
            out += end ? ' ' : s[i];
        }
        return out;
    }
    const size_t open = s.find('"');
    const size_t close = s.rfind('"');
    if (open == std::string_view::npos || close <= open) return out;
    for (size_t i = open + 1; i < close; ++i) {
        if (s[i] == '\\' && i + 1 < close) ++i;
        out += s[i];
    }
    return std::string(trim(out));
}

} // namespace polder::cc

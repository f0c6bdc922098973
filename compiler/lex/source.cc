// Slices of a translation unit, its lines and its pragmas. The lexer (lexer.cc) fills it.
#include "compiler/lex/source.h"

#include "compiler/lex/hash.h"
#include "compiler/lex/keywords.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

Source::Source(std::string text, std::string main_file, bool upc)
    : text_(std::move(text)), size_(text_.size()), upc_(upc), lines_(std::move(main_file)) {
    text_.append(padding, '\0');
    keywords_.kinds.push_back(Tok::identifier);
    for (const Keyword &k : all_keywords())
        add_keyword(k.spelling, k.kind);
}

void Source::add_keyword(std::string_view spelling, Tok kind) {
    names_.intern(spelling, hash_exact(spelling), NameTable::Bytes::outlive); // a literal
    keywords_.kinds.push_back(kind);
}

void Source::use_c23() {
    for (const Keyword &k : c23_keywords())
        add_keyword(k.spelling, k.kind);
}

std::string_view Source::slice(TokenRange range) const {
    if (range.empty()) return {};
    const Token &first = tokens_[range.first];
    const Token &last = tokens_[range.last - 1];
    return text().substr(first.offset, last.offset + last.length - first.offset);
}

std::string_view Source::line_at(uint32_t offset, uint32_t *start) const {
    const LineMap::Bounds bounds = lines_.line_around(offset);
    if (start) *start = bounds.start;
    const size_t end = bounds.next ? bounds.next - 1 : size_;
    std::string_view found = text().substr(bounds.start, end - bounds.start);
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

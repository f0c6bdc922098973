// Finds the token of a diagnostic in the line the programmer wrote.
//
// The preprocessor squeezes white space, expands macros and joins the lines of a macro call, so a token's column (and even its
// line) is not the one in the file. The tokens of the file's line are therefore aligned with those of the preprocessed line
// (alignment.h). A token out of a macro is shown twice: at the macro's name in the file, and in the preprocessed line. Where the
// file cannot be read or is too different, the preprocessed line is all there is.
#include "compiler/diag/excerpt.h"

#include "compiler/diag/alignment.h"
#include "compiler/diag/diag.h"
#include "compiler/lex/source.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace polder::cc {

namespace {

constexpr size_t longest_line = 400;  // generated code has lines of megabytes
constexpr size_t longest_call = 50;   // lines of one macro call
constexpr TokenIndex farthest = 2000; // tokens looked at on each side of the place
constexpr size_t expansion_before = 60, expansion_length = 120;

// The first line of `text` and, where it ends inside parentheses, the lines to where they close.
std::string_view first_lines(std::string_view text) {
    size_t count = 0, width = 0;
    int open = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        open += c == '(';
        open -= c == ')';
        if (c == '\n' && (open <= 0 || ++count == longest_call)) return text.substr(0, i);
        if (++width > longest_line && open <= 0) return text.substr(0, i);
        if (c == '\n') width = 0;
    }
    return text;
}

bool is_name(std::string_view text) {
    const char c = text.empty() ? '0' : text.front();
    return c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

// What stands in the file where the preprocessed text says `place`, aligned with the tokens there.
class Written {
public:
    Written(const Source &source, WrittenFile &file, TokenIndex where, const Location &place)
        : source_(source), text_(first_lines(file.from_line(place.file, place.line))),
          lines_(text_, std::string(place.file), source.upc()) {
        Diagnostics ignored(lines_);
        lines_.lex(ignored);
        const auto here = [&](TokenIndex t) {
            const Location l = source.location(t);
            return l.line == place.line && l.file == place.file;
        };
        const auto all = static_cast<TokenIndex>(source.tokens().size() - 1);
        for (first_ = where; first_ > 0 && where - first_ < farthest && here(first_ - 1);)
            --first_;
        for (last_ = where; last_ < all && last_ - where < farthest && here(last_);)
            ++last_;
    }

    bool empty() const { return text_.empty(); }
    const Source &lines() const { return lines_; }

    /// Aligns; after that partner() and macro_of() answer.
    Alignment align() {
        for (TokenIndex t = 0; t + 1 < lines_.tokens().size(); ++t)
            written_.push_back({lines_.spelling(t), is_name(lines_.spelling(t))});
        for (TokenIndex t = first_; t < last_; ++t)
            preprocessed_.push_back({source_.spelling(t), false});
        return {written_, preprocessed_};
    }
    bool holds(TokenIndex t) const { return t >= first_ && t < last_; }
    uint32_t word(TokenIndex t) const { return t - first_; }

private:
    const Source &source_;
    std::string text_;
    Source lines_; // the written text as a source of its own
    TokenIndex first_ = 0, last_ = 0;
    std::vector<Word> written_, preprocessed_;
};

// Tabs become one blank each, other control characters '?': the marks stay below their token.
std::string printable(std::string_view line) {
    std::string out(line.substr(0, longest_line));
    for (char &c : out) {
        if (c == '\t')
            c = ' ';
        else if (static_cast<unsigned char>(c) < 32 || c == 127)
            c = '?';
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '?'))
        out.pop_back();
    return out;
}

// Columns are bytes; the terminal shows characters.
std::string blanks_for(std::string_view text) {
    std::string out;
    for (char c : text)
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) out += ' ';
    return out;
}

// A caret at byte `at` of the line, '~' below [from, to).
std::string marks_for(std::string_view line, size_t at, size_t from, size_t to) {
    std::string marks = blanks_for(line.substr(0, at));
    const size_t caret = marks.size();
    marks += '^';
    if (from > longest_line || from > line.size()) return marks;
    const size_t first = blanks_for(line.substr(0, from)).size();
    const size_t last = std::min(first + blanks_for(line.substr(from, to - from)).size(), longest_line);
    if (marks.size() < last) marks.resize(last, ' ');
    for (size_t i = first; i < last; ++i)
        if (i != caret) marks[i] = '~';
    return marks;
}

struct Span { // bytes of one line
    size_t at, from, to;
};

void show(Excerpt &e, std::string_view line, Span s) {
    e.column = static_cast<uint32_t>(s.at + 1);
    if (s.at > longest_line) return;
    e.text = printable(line);
    e.marks = marks_for(line, s.at, s.from, s.to);
}

// The preprocessed line: what lies on it of the range, given by its first and last token.
void show_preprocessed(Excerpt &e, const Source &source, TokenIndex where, TokenRange range) {
    uint32_t start = 0;
    const std::string_view line = source.line_at(source.tokens()[where].offset, &start);
    const size_t at = source.tokens()[where].offset - start;
    Span s{at, at, at + source.tokens()[where].length};
    for (TokenIndex t : {range.first, range.last - 1}) {
        if (range.empty() || t >= source.tokens().size()) continue;
        const Token &token = source.tokens()[t];
        if (token.offset < start || token.offset - start >= line.size()) continue;
        s.from = std::min<size_t>(s.from, token.offset - start);
        s.to = std::max<size_t>(s.to, token.offset - start + token.length);
    }
    show(e, line, s);
}

// A window of the preprocessed line around the token.
void show_expansion(Excerpt &e, const Source &source, TokenIndex where) {
    uint32_t start = 0;
    std::string_view line = source.line_at(source.tokens()[where].offset, &start);
    size_t at = source.tokens()[where].offset - start;
    size_t skip = std::min(line.find_first_not_of(" \t"), at);
    if (at - skip > expansion_before) skip = at - expansion_before;
    const std::string_view before = skip && at - skip == expansion_before ? "..." : "";
    line = line.substr(skip);
    at = at - skip + before.size();
    std::string text = std::string(before) + std::string(line.substr(0, expansion_length));
    if (line.size() > expansion_length) text += "...";
    e.expansion_marks = marks_for(text, at, at, at + source.tokens()[where].length);
    e.expansion = printable(text);
}

// The line of `written` that holds its token t; e.line moves with it.
std::string_view line_of(Excerpt &e, const Source &lines, TokenIndex t, uint32_t &start) {
    e.line += lines.location(t).line - 1;
    return lines.line_at(lines.tokens()[t].offset, &start);
}

bool show_written(Excerpt &e, const Source &source, WrittenFile &file, TokenIndex where, TokenRange range,
                  const Location &place) {
    Written written(source, file, where, place);
    if (written.empty() || !written.holds(where)) return false;
    const Alignment alignment = written.align();
    uint32_t found = alignment.partner(written.word(where));
    const bool macro = found == Alignment::none;
    if (macro) found = alignment.macro_of(written.word(where));
    if (found == Alignment::none) return false;
    const Source &lines = written.lines();
    uint32_t start = 0;
    const std::string_view line = line_of(e, lines, found, start);
    const size_t at = lines.tokens()[found].offset - start;
    Span s{at, at, at + lines.tokens()[found].length};
    for (TokenIndex t : {range.first, range.last - 1}) {
        if (macro || range.empty() || !written.holds(t)) continue;
        const uint32_t p = alignment.partner(written.word(t));
        if (p == Alignment::none || lines.location(p).line != lines.location(found).line) continue;
        s.from = std::min<size_t>(s.from, lines.tokens()[p].offset - start);
        s.to = std::max<size_t>(s.to, lines.tokens()[p].offset - start + lines.tokens()[p].length);
    }
    show(e, line, s);
    if (macro) {
        e.macro = lines.spelling(found);
        show_expansion(e, source, where);
    }
    return true;
}

} // namespace

void WrittenFile::read(std::string_view file) {
    name_ = file;
    text_.clear();
    line_starts_.assign(1, 0);
    const std::unique_ptr<FILE, int (*)(FILE *)> f(std::fopen(name_.c_str(), "re"), std::fclose);
    char part[1 << 16];
    for (size_t n; f && (n = std::fread(part, 1, sizeof part, f.get())) > 0;)
        text_.append(part, n);
    for (size_t i = text_.find('\n'); i != text_.npos; i = text_.find('\n', i + 1))
        line_starts_.push_back(i + 1);
}

std::string_view WrittenFile::from_line(std::string_view file, uint32_t number) {
    if (file != name_ || line_starts_.empty()) read(file);
    return number == 0 || number > line_starts_.size() ? std::string_view()
                                                       : std::string_view(text_).substr(line_starts_[number - 1]);
}

Excerpt make_excerpt(const Source &source, WrittenFile &written, TokenIndex where, TokenRange range) {
    Excerpt e;
    e.file = source.main_file();
    if (source.tokens().empty()) return e;
    where = std::min(where, static_cast<TokenIndex>(source.tokens().size() - 1));
    const Location place = source.location(where);
    e.file = place.file;
    e.line = place.line;
    if (!show_written(e, source, written, where, range, place)) show_preprocessed(e, source, where, range);
    return e;
}

} // namespace polder::cc

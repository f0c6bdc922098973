// Finds the token of a diagnostic in the line the programmer wrote.
//
// The preprocessor squeezes white space, expands macros and joins the lines of a macro call. So a
// token's column (and even its line) is not the one in the file. The tokens of the file's line are
// therefore aligned with those of the preprocessed line (alignment.h). A token out of a macro is
// shown twice: at the macro's name in the file, and in the preprocessed line. Where the file cannot
// be read or is too different, the preprocessed line is all there is.
#include "compiler/diag/excerpt.h"

#include "compiler/diag/diag.h"
#include "compiler/diag/written.h"
#include "compiler/lex/source.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr size_t longest_line = Written::longest_line;
constexpr size_t expansion_before = 60;
constexpr size_t expansion_length = 120;

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
    size_t at;
    size_t from;
    size_t to;
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

Excerpt make_excerpt(const Source &source, WrittenFile &written, TokenIndex where, TokenRange range) {
    Excerpt e;
    e.file = source.lines().main_file();
    if (source.tokens().empty()) return e;
    where = std::min(where, static_cast<TokenIndex>(source.tokens().size() - 1));
    const Location place = source.location(where);
    e.file = place.file;
    e.line = place.line;
    if (!show_written(e, source, written, where, range, place)) show_preprocessed(e, source, where, range);
    return e;
}

} // namespace polder::cc

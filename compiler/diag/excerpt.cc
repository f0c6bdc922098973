// Finds the token of a diagnostic in the line the programmer wrote.
//
// The preprocessed line keeps the order of the tokens but not their columns. The token is looked for at its column first, then
// as the n-th word of its spelling, n counted in the preprocessed line. A token that is not in the original line came out of a
// macro: the preprocessed line is shown then.
#include "compiler/diag/excerpt.h"

#include "compiler/lex/source.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace polder::cc {

namespace {

constexpr size_t longest_line = 400; // generated code has lines of megabytes

bool word_char(char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }

bool stands_at(std::string_view line, size_t at, std::string_view word) {
    if (at > line.size() || line.substr(at, word.size()) != word) return false;
    const bool glued_left = at > 0 && word_char(word.front()) && word_char(line[at - 1]);
    const size_t end = at + word.size();
    const bool glued_right = end < line.size() && word_char(word.back()) && word_char(line[end]);
    return !glued_left && !glued_right;
}

size_t nth_word(std::string_view line, std::string_view word, size_t n) {
    size_t found = std::string_view::npos;
    for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        if (!stands_at(line, at, word)) continue;
        found = at;
        if (n-- == 0) break;
    }
    return found;
}

bool read_line(std::string_view file, uint32_t number, std::string &line) {
    const std::unique_ptr<FILE, int (*)(FILE *)> f(std::fopen(std::string(file).c_str(), "re"), std::fclose);
    if (!f) return false;
    uint32_t at = 1;
    line.clear();
    for (int c; at <= number && (c = std::getc(f.get())) != EOF;) {
        if (c == '\n') {
            if (at++ == number) return true;
        } else if (at == number) {
            line += static_cast<char>(c);
            if (line.size() > longest_line) return true;
        }
    }
    return at == number && !line.empty();
}

class Finder {
  public:
    Finder(const Source &source, TokenIndex where) : source_(source) {
        line_ = source.line_at(source.tokens()[where].offset, &start_);
    }

    /// Offset in `shown` of token t of the same line; npos if it is not there.
    size_t find(TokenIndex t, std::string_view shown) const {
        const std::string_view word = source_.spelling(t);
        const uint32_t offset = source_.tokens()[t].offset;
        if (word.empty() || offset < start_ || offset - start_ > line_.size()) return std::string_view::npos;
        if (stands_at(shown, offset - start_, word)) return offset - start_;
        size_t before = 0;
        for (TokenIndex i = t; i-- > 0 && source_.tokens()[i].offset >= start_;)
            before += source_.spelling(i) == word;
        return nth_word(shown, word, before);
    }
    std::string_view line() const { return line_; }

  private:
    const Source &source_;
    std::string_view line_;
    uint32_t start_ = 0;
};

// Tabs become one blank each, other control characters '?': the marks stay below their token.
std::string printable(std::string_view line) {
    std::string out(line.substr(0, longest_line));
    for (char &c : out) {
        if (c == '\t') c = ' ';
        else if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
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

} // namespace

Excerpt make_excerpt(const Source &source, TokenIndex where, TokenRange range) {
    Excerpt e;
    e.file = source.main_file();
    if (source.tokens().empty()) return e;
    where = std::min(where, static_cast<TokenIndex>(source.tokens().size() - 1));
    const Location place = source.location(where);
    e.file = place.file;
    e.line = place.line;
    e.column = place.column;

    const Finder finder(source, where);
    const size_t length = source.tokens()[where].length;
    std::string original;
    size_t at = std::string::npos;
    if (read_line(place.file, place.line, original)) at = finder.find(where, original);
    std::string_view line = original;
    if (at == std::string::npos) {
        line = finder.line();
        at = place.column - 1;
    }
    e.column = static_cast<uint32_t>(at + 1);
    if (at > longest_line) return e;
    e.text = printable(line);
    e.marks = blanks_for(std::string_view(line).substr(0, at));
    const size_t caret = e.marks.size();
    e.marks += '^';
    const auto underline = [&](size_t from, size_t count) {
        if (from > longest_line || from > line.size()) return;
        const size_t first = blanks_for(line.substr(0, from)).size();
        const size_t last = std::min(first + blanks_for(line.substr(from, count)).size(), longest_line);
        if (e.marks.size() < last) e.marks.resize(last, ' ');
        for (size_t i = first; i < last; ++i)
            if (i != caret) e.marks[i] = '~';
    };
    if (range.empty()) {
        underline(at, length);
        return e;
    }
    // Only what lies on the line of the caret: first and last token of the range that stand there.
    size_t from = at, to = at + length;
    for (TokenIndex t : {range.first, range.last - 1}) {
        if (t >= source.tokens().size()) continue;
        const size_t p = finder.find(t, line);
        if (p == std::string_view::npos) continue;
        from = std::min(from, p);
        to = std::max(to, p + source.tokens()[t].length);
    }
    underline(from, to - from);
    return e;
}

} // namespace polder::cc

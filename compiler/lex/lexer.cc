// The lexer: one pass over the preprocessed buffer.
//
// Fast path: white space, an identifier, a punctuator; no allocation but the growing vectors, no
// map. The text is padded with NUL bytes, so one character of look-ahead never asks where the end
// is. A NUL before the end is white space (as gcc has it). Directive lines: line markers become
// marks, and `#pragma` lines that upcc must understand become tokens. All others (diagnostic
// pragmas, #ident, #define left by -g3) are white space. UPC keywords are off in c_code regions and
// in system headers (upc_headers.h).
#include "compiler/lex/hash.h"
#include "compiler/lex/keywords.h"
#include "compiler/lex/punctuators.h"
#include "compiler/lex/source.h"
#include "compiler/lex/word_regions.h"

#include <algorithm>
#include <array>

namespace polder::cc {

namespace {

enum CharClass : uint8_t { c_other, c_space, c_newline, c_letter, c_digit, c_quote, c_punct };

constexpr std::array<CharClass, 256> make_classes() {
    std::array<CharClass, 256> table{};
    for (int c = 0; c < 256; ++c) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80) table[c] = c_letter;
        if (c >= '0' && c <= '9') table[c] = c_digit;
    }
    for (char c : {' ', '\t', '\v', '\f', '\r', '\0'})
        table[static_cast<uint8_t>(c)] = c_space;
    for (char c : std::string_view("()[]{}.-+&*~!/%<>=^|?:;,#"))
        table[static_cast<uint8_t>(c)] = c_punct;
    table['\n'] = c_newline;
    table['"'] = table['\''] = c_quote;
    return table;
}

constexpr std::array<CharClass, 256> classes = make_classes();

CharClass class_of(char c) {
    return classes[static_cast<uint8_t>(c)];
}
bool is_word(char c) {
    return class_of(c) == c_letter || class_of(c) == c_digit;
}
bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// The end of the line that the directive ends on, which a backslash may put off.
const char *directive_end(const char *p, const char *text_end) {
    for (; p < text_end && *p != '\n'; ++p) {
        if (*p == '\\' && p[1] == '\n')
            ++p;
        else if (*p == '\\' && p[1] == '\r' && p[2] == '\n')
            p += 2;
    }
    return p < text_end ? p : text_end;
}

// Hints of Berkeley, Cray and GNU UPC to their own compilers. The back end would warn of each.
bool is_pragma_of_others(std::string_view name) {
    return name == "pupc" || name == "bupc" || name == "UPCR" || name == "pgas" || name == "_CRI";
}

} // namespace

class Lexer {
public:
    Lexer(Source &source, LexicalListener &listener)
        : s_(source), listener_(listener), begin_(source.text_.data()), end_(begin_ + source.size_), at_(begin_),
          regions_(source.upc_) {}
    void run();

private:
    void newline();
    bool skip_comment();
    void identifier();
    bool is_redefined(Name name);
    void universal_name(const char *start, const char *p);
    void number();
    void quoted(const char *start);
    uint32_t brackets() const;
    void punctuator();
    void stray();
    void directive();
    void line_marker(const char *p, const char *line_end);
    void pragma(const char *start, const char *words, const char *line_end);
    void pragma_operator(const char *start);
    bool push_pragma(const char *start, const char *end, std::string_view words);
    void blank_out(const char *start, const char *end);
    uint32_t offset(const char *p) const { return static_cast<uint32_t>(p - begin_); }
    void push(Tok kind, const char *start, const char *end, Name name = Name::none) {
        s_.tokens_.push_back(
            {kind, static_cast<uint8_t>(flags_ | regions_.flags()), offset(start), offset(end) - offset(start), name});
        flags_ = 0;
        at_ = end;
    }
    void shift(Tok assignment, Tok plain) { // << and >>
        const bool assigns = at_[2] == '=';
        push(assigns ? assignment : plain, at_, at_ + (assigns ? 3 : 2));
    }
    TokenIndex last() const { return static_cast<TokenIndex>(s_.tokens_.size() - 1); }
    void skip_to(const char *end); // counting lines

    Source &s_;
    LexicalListener &listener_;
    const char *begin_;
    const char *end_;
    const char *at_;
    uint8_t flags_ = Token::at_line_start;
    WordRegions regions_;
};

void Source::lex(LexicalListener &listener) {
    if (size_ > longest_text) size_ = 0;
    // Enough for most texts. One of gigabytes may be a single comment: its tokens take memory when
    // they are there.
    const size_t foreseen = std::min<size_t>(size_, 64 << 20);
    tokens_.reserve(foreseen / 5 + 16);
    lines_.reserve(foreseen / 24 + 16);
    lines_.begin_line(0);
    Lexer(*this, listener).run();
}

void Lexer::run() {
    if (s_.size_ == 0 && s_.text_.size() > Source::padding) {
        push(Tok::eof, end_, end_);
        listener_.mistake(LexicalMistake::too_large, 0, {});
        return;
    }
    for (;;) {
        switch (class_of(*at_)) {
        case c_space:
            if (at_ >= end_) {
                push(Tok::eof, end_, end_);
                return;
            }
            flags_ |= Token::space_before;
            ++at_;
            break;
        case c_newline: newline(); break;
        case c_letter: identifier(); break;
        case c_digit: number(); break;
        case c_quote: quoted(at_); break;
        case c_punct: punctuator(); break;
        case c_other: stray(); break;
        }
    }
}

void Lexer::newline() {
    ++at_;
    s_.lines_.begin_line(offset(at_));
    flags_ |= Token::at_line_start;
}

void Lexer::skip_to(const char *end) {
    while (at_ < end) {
        if (*at_ == '\n')
            newline();
        else
            ++at_;
    }
}

void Lexer::identifier() {
    const char *start = at_;
    const char *p = at_;
    do
        ++p;
    while (is_word(*p));
    if (*p == '\\' && (p[1] == 'u' || p[1] == 'U') && is_hex(p[2])) return universal_name(start, p);
    const auto length = static_cast<size_t>(p - start);
    if ((*p == '"' || *p == '\'') && length <= 2) {
        const std::string_view prefix(start, length);
        if (prefix == "L" || prefix == "u" || prefix == "U" || prefix == "u8") {
            at_ = p;
            return quoted(start);
        }
    }
    const Name name = s_.names_.intern({start, length}, hash_padded(start, length), NameTable::Bytes::outlive);
    Tok kind = Tok::identifier;
    if (static_cast<size_t>(name) < s_.keywords_.kinds.size()) {
        kind = s_.keywords_.kinds[static_cast<size_t>(name)];
        if (is_upc_keyword(kind) && !regions_.has_keywords()) kind = Tok::identifier;
        if (kind >= Tok::kw_float16 && kind <= Tok::kw_float64x && is_redefined(name)) kind = Tok::identifier;
    } else if (length == 7 && std::string_view(start, length) == "_Pragma") {
        at_ = p;
        return pragma_operator(start);
    }
    push(kind, start, p, name);
}

// `typedef float _Float32;`: the C library's headers define the names of extended floating types
// for compilers without them. From there on the name is an ordinary one.
bool Lexer::is_redefined(Name name) {
    if (s_.tokens_.empty()) return false;
    const Tok before = s_.tokens_.back().kind;
    const bool redefined = before == Tok::kw_float || before == Tok::kw_double || before == Tok::kw_float128;
    if (redefined) s_.keywords_.kinds[static_cast<size_t>(name)] = Tok::identifier;
    return redefined;
}

// An identifier from `start` on with \uXXXX or \UXXXXXXXX in it; the first of them stands at p.
void Lexer::universal_name(const char *start, const char *p) {
    while (is_word(*p) || (*p == '\\' && (p[1] == 'u' || p[1] == 'U') && is_hex(p[2])))
        p += *p == '\\' ? 2 : 1;
    const auto length = static_cast<size_t>(p - start);
    push(Tok::identifier, start, p,
         s_.names_.intern({start, length}, hash_padded(start, length), NameTable::Bytes::outlive));
}

void Lexer::number() {
    const char *p = at_;
    for (;;) {
        const char c = *p;
        if ((c == '+' || c == '-') && p > at_ && ((p[-1] | 32) == 'e' || (p[-1] | 32) == 'p')) {
            // 0x1e+2 is one preprocessing number, though no valid constant: as gcc has it
        } else if (c == '\'' && p > at_ && is_word(p[-1]) && is_word(p[1])) {
            // C23 separates digits; nowhere else does a quote follow a number
        } else if (!is_word(c) && c != '.') {
            break;
        }
        ++p;
    }
    push(Tok::number, at_, p);
}

void Lexer::quoted(const char *start) {
    const char quote = *at_;
    const char *p = at_ + 1;
    while (*p != quote) {
        if (*p == '\\' && p + 1 < end_) {
            ++p;
            if (*p == '\r' && p[1] == '\n') ++p;
            if (*p == '\n') s_.lines_.begin_line(offset(p + 1));
        } else if (*p == '\n' || p >= end_) {
            push(quote == '"' ? Tok::string_literal : Tok::char_literal, start, p);
            listener_.mistake(LexicalMistake::unterminated_string, last(), {&quote, 1});
            return;
        }
        ++p;
    }
    const bool empty = p == at_ + 1;
    push(quote == '"' ? Tok::string_literal : Tok::char_literal, start, p + 1);
    if (empty && quote == '\'') listener_.mistake(LexicalMistake::empty_character, last(), {});
}

bool Lexer::skip_comment() {
    if (at_[1] == '/') {
        while (at_ < end_ && *at_ != '\n') {
            if (*at_ == '\\' && at_[1] == '\n') s_.lines_.begin_line(offset(++at_ + 1));
            ++at_;
        }
    } else if (at_[1] == '*') {
        const std::string_view rest(at_ + 2, static_cast<size_t>(end_ - at_ - 2));
        const size_t close = rest.find("*/");
        const uint8_t flags = flags_;
        const char *start = at_;
        skip_to(close == std::string_view::npos ? end_ : at_ + 4 + close);
        if (close == std::string_view::npos) {
            push(Tok::unknown, start, start + 2);
            at_ = end_;
            listener_.mistake(LexicalMistake::unterminated_comment, last(), {});
        }
        flags_ = flags; // a comment ends no line
    } else {
        return false;
    }
    flags_ |= Token::space_before;
    return true;
}

/// The length of `[`, or of `[[` with the blanks between: nothing but an attribute of C23 begins
/// with two of them.
uint32_t Lexer::brackets() const {
    const char *p = at_ + 1;
    while (*p == ' ' || *p == '\t')
        ++p;
    return *p == '[' ? static_cast<uint32_t>(p + 1 - at_) : 1;
}

void Lexer::punctuator() {
    const char *p = at_;
    switch (*p) { // what a table of two characters does not tell
    case '[': {
        const uint32_t length = brackets();
        return push(length == 1 ? Tok::l_bracket : Tok::attribute_open, p, p + length);
    }
    case '.':
        if (class_of(p[1]) == c_digit) return number();
        if (p[1] == '.' && p[2] == '.') return push(Tok::ellipsis, p, p + 3);
        break;
    case '<':
        if (p[1] == '<') return shift(Tok::less_less_equal, Tok::less_less);
        break;
    case '>':
        if (p[1] == '>') return shift(Tok::greater_greater_equal, Tok::greater_greater);
        break;
    case '/':
        if (skip_comment()) return;
        break;
    case '#':
        if (flags_ & Token::at_line_start) return directive();
        break;
    }
    const Punctuator &known = punctuators[static_cast<uint8_t>(*p)];
    for (const Punctuator::Pair &pair : known.pairs)
        if (pair.second && pair.second == p[1]) return push(pair.kind, p, p + 2);
    push(known.alone, p, p + 1);
}

void Lexer::stray() {
    const char *p = at_;
    if (*p == '\\') {
        if (p[1] == '\n' || (p[1] == '\r' && p[2] == '\n')) { // a line splice outside a preprocessed text
            const uint8_t flags = flags_ | Token::space_before;
            skip_to(p + (p[1] == '\n' ? 2 : 3));
            flags_ = flags;
            return;
        }
        if ((p[1] == 'u' || p[1] == 'U') && is_hex(p[2])) return universal_name(p, p);
    }
    push(Tok::unknown, p, p + 1);
    const auto code = static_cast<unsigned char>(*p);
    std::string shown = "'" + std::string(1, *p) + "'";
    if (code < 32 || code == 127) {
        static constexpr char digits[] = "0123456789abcdef";
        shown = std::string("'\\x") + digits[code >> 4] + digits[code & 15] + "'";
    }
    listener_.mistake(LexicalMistake::stray_character, last(), shown);
}

// ---- directives ----

void Lexer::directive() {
    const char *start = at_;
    const char *p = at_ + 1;
    while (*p == ' ' || *p == '\t')
        ++p;
    const char *end = directive_end(p, end_);
    if (class_of(*p) == c_digit) {
        line_marker(p, end);
    } else if (std::string_view(p, 4) == "line" && !is_word(p[4])) {
        line_marker(p + 4, end);
    } else if (std::string_view(p, 6) == "pragma" && !is_word(p[6])) {
        return pragma(start, p + 6, end);
    }
    skip_to(end);
}

void Lexer::line_marker(const char *p, const char *line_end) {
    const auto blanks = [&] {
        while (p < line_end && (*p == ' ' || *p == '\t'))
            ++p;
    };
    const auto integer = [&] {
        uint32_t value = 0;
        for (; p < line_end && class_of(*p) == c_digit; ++p)
            value = value * 10 + static_cast<uint32_t>(*p - '0');
        return value;
    };
    blanks();
    const uint32_t line = integer();
    blanks();
    bool enters = false;
    bool leaves = false;
    if (p < line_end && *p == '"') {
        std::string file;
        for (++p; p < line_end && *p != '"'; ++p) {
            if (*p == '\\' && p + 1 < line_end) ++p;
            file += *p;
        }
        if (p < line_end) ++p;
        bool system = false;
        for (blanks(); p < line_end && class_of(*p) == c_digit; blanks()) {
            const uint32_t flag = integer();
            enters |= flag == 1;
            leaves |= flag == 2;
            system |= flag == 3;
        }
        if (enters || leaves || s_.lines_.file_now() != file) regions_.move_to(file, system);
        regions_.set_system(system);
        s_.lines_.move_to(file);
    }
    s_.lines_.mark({.offset = offset(line_end < end_ ? line_end + 1 : end_),
                    .line = line,
                    .system = regions_.is_system(),
                    .enters = enters,
                    .leaves = leaves});
}

// Line breaks stay.
void Lexer::blank_out(const char *start, const char *end) {
    for (char *p = s_.text_.data() + offset(start); p != s_.text_.data() + offset(end); ++p)
        if (*p != '\n') *p = ' ';
}

// True if the pragma means something to upcc and became a token.
bool Lexer::push_pragma(const char *start, const char *end, std::string_view words) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\\' || c == '\r' || c == '\n'; };
    const auto take = [&] {
        while (!words.empty() && blank(words.front()))
            words.remove_prefix(1);
        size_t n = 0;
        while (n < words.size() && is_word(words[n]))
            ++n;
        const std::string_view word = words.substr(0, n);
        words.remove_prefix(n);
        return word;
    };
    const std::string_view name = take();
    const bool upc = name == "upc" && s_.upc_;
    if (s_.upc_ && is_pragma_of_others(name)) blank_out(start, end);
    if (!upc && name != "omp" && name != "pack" && name != "STDC") return false;
    const std::string_view second = upc ? take() : std::string_view();
    if (second == "c_words") { // polder/shmem/pe_threads.h
        regions_.make_plain();
        blank_out(start, end);
        return false;
    }
    if (second == "upc_code") regions_.end_c_code();
    push(Tok::pragma, start, end);
    if (second == "c_code") regions_.begin_c_code();
    return true;
}

void Lexer::pragma(const char *start, const char *words, const char *line_end) {
    const char *end = line_end;
    if (end > words && end[-1] == '\r') --end;
    for (const char *p = start; p < end; ++p) // continued over several lines
        if (*p == '\n') s_.lines_.begin_line(offset(p + 1));
    push_pragma(start, end, {words, static_cast<size_t>(end - words)});
    at_ = end;
}

// `_Pragma ( "…" )`, which a preprocessor leaves in the text in some places; at_ stands behind the
// name.
void Lexer::pragma_operator(const char *start) {
    const char *p = at_;
    const auto blanks = [&] {
        while (*p == ' ' || *p == '\t')
            ++p;
    };
    blanks();
    const bool open = *p == '(';
    if (open) ++p;
    blanks();
    const char *words = *p == '"' ? p + 1 : nullptr;
    if (words)
        for (++p; p < end_ && *p != '"' && *p != '\n'; ++p)
            if (*p == '\\') ++p;
    const char *close = p;
    if (words) ++p;
    blanks();
    if (!open || !words || p >= end_ || *p != ')') {
        push(Tok::identifier, start, at_, s_.intern({start, 7}));
        return;
    }
    if (!push_pragma(start, p + 1, {words, static_cast<size_t>(close - words)})) {
        at_ = p + 1;
        flags_ |= Token::space_before;
    }
}

} // namespace polder::cc

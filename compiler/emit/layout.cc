// laid_out (layout.h): a scanner of the finished text, which knows the place of each token, and a
// printer of lines.
#include "compiler/emit/layout.h"

#include "compiler/lex/line_marker.h"

#include <algorithm>
#include <cstdint>

namespace polder::cc {
namespace {

constexpr size_t widest = 100;
constexpr size_t indent_width = 4;
constexpr size_t short_block = 60;       // a block of one statement that is no longer stays on its line
constexpr uint32_t most_empty_lines = 3; // lines farther ahead are reached by a marker

/// Where the back end believes a line to come from: a line marker, and the lines since.
struct Place {
    std::string_view file;   // with quotes
    std::string_view system; // " 3" or empty
    uint32_t line = 1;
    bool operator==(const Place &) const = default;
};

enum class Kind : uint8_t { end, word, open, close, semicolon, comma, comment, directive, other };

struct Lexeme { // a token, a comment or a directive line
    Kind kind = Kind::end;
    std::string_view text;
    bool space_before = false;
    Place place;
};

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Is this line a marker? Then it says where the next line comes from.
bool read_marker(std::string_view line, Place &place, bool &nests) {
    const std::optional<LineMarker> marker = line_marker_read(line);
    if (!marker) return false;
    place.line = marker->line;
    if (marker->file.empty()) return true;
    place.file = marker->file;
    place.system = marker->system ? " 3" : "";
    nests = marker->nesting != Nesting::none;
    return true;
}

/// Reads a range of the text. The place goes on from range to range.
class Scanner {
public:
    Scanner(std::string_view text, Place &place) : text_(text), place_(place) {}

    void enter(TextRange range) {
        at_ = range.begin;
        end_ = range.end;
    }
    Lexeme next();

private:
    bool skip_space();
    Lexeme directive();
    size_t length_of_token() const;
    size_t length_of_quoted(char quote) const;
    static Kind kind_of(std::string_view token);

    std::string_view text_;
    Place &place_;
    size_t at_ = 0;
    size_t end_ = 0;
};

bool Scanner::skip_space() {
    const size_t from = at_;
    for (; at_ < end_ && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\f' ||
                          text_[at_] == '\v' || text_[at_] == '\r');
         ++at_)
        if (text_[at_] == '\n') ++place_.line;
    return at_ != from;
}

Lexeme Scanner::directive() {
    const size_t line_end = std::min(text_.find('\n', at_), end_);
    Lexeme lexeme{Kind::directive, text_.substr(at_, line_end - at_), true, place_};
    at_ = line_end;
    bool nests = false;
    Place next = place_;
    if (!read_marker(lexeme.text, next, nests)) return lexeme;
    place_ = next;
    if (at_ < end_) ++at_; // the end of its line belongs to the marker
    lexeme.place = place_;
    return nests ? lexeme : this->next();
}

size_t Scanner::length_of_quoted(char quote) const {
    size_t i = at_ + 1;
    while (i < end_ && text_[i] != quote && text_[i] != '\n')
        i += text_[i] == '\\' ? 2 : 1;
    return std::min(i + 1, end_) - at_;
}

size_t Scanner::length_of_token() const {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return length_of_quoted(c);
    if (text_.substr(at_, 2) == "/*") return std::min(text_.find("*/", at_ + 2) + 2, end_) - at_;
    if (!is_word_character(c)) return 1;
    const bool number = c >= '0' && c <= '9';
    size_t i = at_;
    while (i < end_ && (is_word_character(text_[i]) || (number && (text_[i] == '.' || text_[i] == '\''))))
        ++i;
    return i - at_;
}

Kind Scanner::kind_of(std::string_view token) {
    switch (token.front()) {
    case '{':
    case '(':
    case '[': return Kind::open;
    case '}':
    case ')':
    case ']': return Kind::close;
    case ';': return Kind::semicolon;
    case ',': return Kind::comma;
    default: break;
    }
    if (token.substr(0, 2) == "/*") return Kind::comment;
    return is_word_character(token.front()) ? Kind::word : Kind::other;
}

Lexeme Scanner::next() {
    const bool space = skip_space();
    if (at_ >= end_) return {Kind::end, {}, space, place_};
    if (text_[at_] == '#') return directive(); // it stands nowhere else in preprocessed text
    Lexeme lexeme{Kind::other, text_.substr(at_, length_of_token()), space, place_};
    lexeme.kind = kind_of(lexeme.text);
    at_ += lexeme.text.size();
    place_.line += static_cast<uint32_t>(std::count(lexeme.text.begin(), lexeme.text.end(), '\n'));
    return lexeme;
}

/// The output: lines, broken where they are too long, and the place that the back end believes each
/// of them to have.
class Lines {
public:
    explicit Lines(LineMarkers markers) : markers_(markers) {}

    /// At the end of the line that is being made; `indent` counts if the lexeme begins it.
    void add(const Lexeme &lexeme, size_t indent);
    /// Ends the line, unless nothing is on it. What is broken off the `first` line of a statement
    /// is indented.
    void end(bool first);
    void directive(const Lexeme &lexeme);
    /// A marker that enters or leaves a header, as it is.
    void nesting(const Lexeme &lexeme);
    /// Text that stays as it is, a line or part of one; `place` is that of what follows it.
    void copy(std::string_view text, const Place &place);
    void copy_marker(std::string_view text, const Place &place);
    /// What follows comes from `place`.
    void begin_item(const Place &place);
    bool is_empty() const { return line_.empty(); }
    bool is_label() const;
    const Place &place() const { return line_place_; }
    const Place &believed() const { return believed_; }
    std::string take() { return std::move(out_); }

private:
    size_t best_break(size_t from, size_t room) const;
    void write(std::string_view line, size_t indent);
    void reach(const Place &place);

    LineMarkers markers_;
    Place believed_; // of the line that is written next
    std::string out_;
    std::string line_;
    std::vector<size_t> breaks_; // where line_ may be broken
    Place line_place_;
    size_t line_indent_ = 0;
    bool written_in_item_ = false;
};

/// Is the line `case 1:`, `default:` or `again:`?
bool Lines::is_label() const {
    if (line_.empty() || line_.back() != ':') return false;
    return line_.rfind("case ", 0) == 0 || std::all_of(line_.begin(), line_.end() - 1, is_word_character);
}

void Lines::add(const Lexeme &lexeme, size_t indent) {
    if (line_.empty()) {
        line_place_ = lexeme.place;
        line_indent_ = indent;
    } else if (lexeme.space_before) {
        breaks_.push_back(line_.size());
        line_ += ' ';
    }
    line_ += lexeme.text;
}

/// Begins a line that comes from `place`.
void Lines::reach(const Place &place) {
    const bool same_file = believed_.file == place.file && believed_.system == place.system;
    const bool ahead = same_file && believed_.line <= place.line && place.line - believed_.line <= most_empty_lines;
    if (markers_ == LineMarkers::exact && ahead) {
        out_.append(place.line - believed_.line, '\n');
    } else if (markers_ == LineMarkers::exact) {
        out_ += "# " + std::to_string(place.line) + " ";
        out_ += place.file;
        out_ += place.system;
        out_ += '\n';
    }
    believed_ = place;
}

void Lines::write(std::string_view line, size_t indent) {
    if (written_in_item_) {
        out_ += '\n';
        ++believed_.line;
        reach(line_place_);
    }
    written_in_item_ = true;
    out_.append(indent, ' ');
    out_ += line;
}

/// Where to break the line behind `from`: at most `room` characters on; rather between arguments
/// or operands than inside of one.
size_t Lines::best_break(size_t from, size_t room) const {
    size_t last = 0;
    size_t good = 0;
    for (auto at = std::upper_bound(breaks_.begin(), breaks_.end(), from + indent_width);
         at != breaks_.end() && *at - from <= room; ++at) {
        const size_t b = last = *at;
        const char before = line_[b - 1];
        const bool operand = std::string_view("?:&|=+-").find(line_[b + 1]) != std::string_view::npos;
        if (before == ',' || before == ';' || operand) good = b;
    }
    return good > from + room / 2 ? good : last;
}

void Lines::end(bool first) {
    size_t from = 0;
    size_t indent = line_indent_;
    while (indent + line_.size() - from > widest) {
        const size_t at = best_break(from, widest - indent);
        if (!at) break;
        write(std::string_view(line_).substr(from, at - from), indent);
        if (from == 0 && first) indent += indent_width;
        from = at + 1;
    }
    if (!line_.empty()) write(std::string_view(line_).substr(from), indent);
    line_.clear();
    breaks_.clear();
}

void Lines::directive(const Lexeme &lexeme) {
    line_place_ = lexeme.place;
    write(lexeme.text, 0);
}

void Lines::nesting(const Lexeme &lexeme) {
    out_ += '\n';
    if (markers_ == LineMarkers::exact) (out_ += lexeme.text) += '\n';
    believed_ = lexeme.place;
    written_in_item_ = false;
}

void Lines::copy(std::string_view text, const Place &place) {
    out_ += text;
    believed_ = place;
}

void Lines::copy_marker(std::string_view text, const Place &place) {
    if (markers_ == LineMarkers::exact) out_ += text;
    believed_ = place;
}

void Lines::begin_item(const Place &place) {
    written_in_item_ = false;
    if (place == believed_) return;
    if (!out_.empty() && out_.back() != '\n') {
        out_ += '\n';
        ++believed_.line;
    }
    reach(place);
}

/// Knows brackets and statements: where lines end, and how far they are indented.
class Layout {
public:
    Layout(std::string_view text, LineMarkers markers) : text_(text), scanner_(text, place_), lines_(markers) {}
    void as_it_is(TextRange range);
    void item(TextRange range);
    std::string take() { return lines_.take(); }

private:
    enum class Shape : uint8_t { block, members, list, parenthesis };
    struct Bracket {
        Shape kind;
        size_t opener;
        bool holds_lines() const { return kind == Shape::block || kind == Shape::members; }
    };

    void read(TextRange range);
    void put(size_t i);
    void open(size_t i);
    void close(size_t i);
    void close_on_line(size_t i);
    void directive(const Lexeme &lexeme);
    void add(const Lexeme &lexeme);
    void end_line();
    void end_statement();
    bool in_block() const { return brackets_.empty() || brackets_.back().holds_lines(); }
    bool is_block(size_t i) const;
    bool is_list_of_members(size_t i) const;
    size_t matching(size_t i) const;
    bool stays_on_line(size_t i) const;
    bool goes_on_behind_block(size_t i) const;
    size_t indent_for(const Lexeme &lexeme) const;

    std::string_view text_;
    Place place_; // of what is read next
    Scanner scanner_;
    Lines lines_;
    std::vector<Lexeme> lexemes_; // of the item
    std::vector<Bracket> brackets_;
    size_t closed_ = 0;         // the bracket that was closed last
    bool in_statement_ = false; // a line of the statement is out
    size_t inline_until_ = 0;   // lexemes before this one stay on their line
};

void Layout::as_it_is(TextRange range) {
    if (range.begin == range.end) return;
    lines_.begin_item(place_);
    for (size_t at = range.begin; at < range.end;) {
        const size_t end = std::min(text_.find('\n', at), range.end - 1) + 1;
        const std::string_view line = text_.substr(at, end - at);
        const bool starts = at == 0 || text_[at - 1] == '\n';
        const bool ends = line.back() == '\n';
        bool nests = false;
        Place next = place_;
        if (starts && ends && read_marker(line.substr(0, line.size() - 1), next, nests)) {
            place_ = next;
            lines_.copy_marker(line, place_);
        } else {
            place_.line += ends;
            lines_.copy(line, place_);
        }
        at = end;
    }
}

void Layout::read(TextRange range) {
    lexemes_.clear();
    scanner_.enter(range);
    for (Lexeme lexeme = scanner_.next(); lexeme.kind != Kind::end; lexeme = scanner_.next())
        lexemes_.push_back(lexeme);
}

/// The bracket that closes the one at i.
size_t Layout::matching(size_t i) const {
    for (size_t depth = 0, k = i; k < lexemes_.size(); ++k) {
        depth += lexemes_[k].kind == Kind::open;
        depth -= lexemes_[k].kind == Kind::close;
        if (depth == 0) return k;
    }
    return lexemes_.size();
}

/// Are there statements (or members) between these braces, not values?
bool Layout::is_block(size_t i) const {
    if (i == 0) return true;
    if (lexemes_[i - 1].text == "(") return true; // of a statement expression
    if (!in_block()) return false;
    int depth = 0;
    for (size_t k = i; k-- > 0;) { // what the statement has before the brace
        const Lexeme &p = lexemes_[k];
        if (p.kind == Kind::close && p.text != "}") ++depth;
        if (p.kind == Kind::open && depth-- == 0) return true;
        if (depth > 0) continue;
        if (p.kind == Kind::semicolon || p.text == "}" || p.kind == Kind::directive) return true;
        if (p.text == "=" || p.text == "return" || (p.text == "enum" && i - k <= 2)) return false;
    }
    return true;
}

bool Layout::is_list_of_members(size_t i) const {
    const auto is_keyword = [this](size_t k) { return lexemes_[k].text == "struct" || lexemes_[k].text == "union"; };
    return (i > 0 && is_keyword(i - 1)) || (i > 1 && lexemes_[i - 1].kind == Kind::word && is_keyword(i - 2));
}

bool Layout::stays_on_line(size_t i) const {
    const size_t last = matching(i);
    size_t length = 0;
    for (size_t k = i + 1; k < last; ++k) {
        const Lexeme &p = lexemes_[k];
        length += p.text.size() + p.space_before;
        const bool is_last_semicolon = p.kind == Kind::semicolon && k + 1 == last;
        if (length > short_block || (p.kind == Kind::semicolon && !is_last_semicolon) || p.text == "{" ||
            p.kind == Kind::directive || p.kind == Kind::comment || p.place != lexemes_[i].place)
            return false;
    }
    return true;
}

/// Does the statement (or the expression) go on behind the brace at i?
bool Layout::goes_on_behind_block(size_t i) const {
    if (i + 1 >= lexemes_.size()) return false;
    if (!in_block()) return true;
    const Lexeme &next = lexemes_[i + 1];
    const bool of_do = closed_ > 0 && lexemes_[closed_ - 1].text == "do";
    return next.kind == Kind::semicolon || next.kind == Kind::comma || next.text == "else" ||
           (next.text == "while" && of_do);
}

size_t Layout::indent_for(const Lexeme &lexeme) const {
    size_t depth = in_statement_;
    for (const Bracket &b : brackets_)
        depth += b.holds_lines();
    const bool hangs =
        in_statement_ ? lexeme.text == "{" && in_block() : lexeme.text == "case" || lexeme.text == "default";
    return (depth - (hangs && depth > 0)) * indent_width;
}

void Layout::add(const Lexeme &lexeme) {
    if (!lines_.is_empty() && lexeme.place != lines_.place()) {
        const bool label = lines_.is_label();
        end_line();
        in_statement_ = in_statement_ && !label;
    }
    lines_.add(lexeme, indent_for(lexeme));
}

void Layout::end_line() {
    if (lines_.is_empty()) return;
    lines_.end(!in_statement_);
    in_statement_ = true;
}

void Layout::end_statement() {
    end_line();
    in_statement_ = !in_block();
}

void Layout::open(size_t i) {
    const Lexeme &lexeme = lexemes_[i];
    const bool brace = lexeme.text == "{";
    const bool block = brace && i >= inline_until_ && is_block(i);
    const bool breaks = block && !stays_on_line(i);
    if (block && !breaks) inline_until_ = matching(i) + 1;
    add(lexeme);
    if (breaks) end_line();
    const Shape lines = is_list_of_members(i) ? Shape::members : Shape::block;
    brackets_.push_back({breaks ? lines : brace ? Shape::list : Shape::parenthesis, i});
    if (breaks) in_statement_ = false;
}

void Layout::close(size_t i) {
    if (brackets_.empty()) return add(lexemes_[i]);
    const Bracket bracket = brackets_.back();
    closed_ = bracket.opener;
    brackets_.pop_back();
    if (!bracket.holds_lines()) return close_on_line(i);
    end_line();
    in_statement_ = false;
    add(lexemes_[i]);
    if (bracket.kind == Shape::block && !goes_on_behind_block(i)) end_statement();
}

void Layout::close_on_line(size_t i) {
    add(lexemes_[i]);
    const bool ends_block = i + 1 == inline_until_ && in_block() && !is_list_of_members(closed_);
    if (ends_block && !goes_on_behind_block(i)) end_statement();
}

void Layout::directive(const Lexeme &lexeme) {
    end_line();
    bool nests = false;
    Place next = place_;
    if (read_marker(lexeme.text, next, nests)) return lines_.nesting(lexeme);
    lines_.directive(lexeme);
    in_statement_ = !in_block();
}

void Layout::put(size_t i) {
    const Lexeme &lexeme = lexemes_[i];
    switch (lexeme.kind) {
    case Kind::directive: return directive(lexeme);
    case Kind::comment: {
        const bool alone = in_block() && lines_.is_empty();
        add(lexeme);
        if (alone) end_statement();
        return;
    }
    case Kind::open: return open(i);
    case Kind::close: return close(i);
    case Kind::semicolon:
        add(lexeme);
        if (in_block()) end_statement();
        return;
    default: return add(lexeme);
    }
}

void Layout::item(TextRange range) {
    read(range);
    brackets_.clear();
    in_statement_ = false;
    inline_until_ = 0;
    if (lexemes_.empty()) return;
    lines_.begin_item(lexemes_.front().place);
    for (size_t i = 0; i < lexemes_.size(); ++i)
        put(i);
    end_line();
}

} // namespace

std::string laid_out(std::string_view text, const std::vector<TextRange> &changed, LineMarkers markers) {
    Layout layout(text, markers);
    size_t at = 0;
    for (const TextRange &range : changed) {
        layout.as_it_is({at, range.begin});
        layout.item(range);
        at = range.end;
    }
    layout.as_it_is({at, text.size()});
    return layout.take();
}

} // namespace polder::cc

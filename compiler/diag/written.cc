#include "compiler/diag/written.h"

#include "compiler/diag/diag.h"

#include <cstdio>
#include <memory>

namespace polder::cc {

namespace {

constexpr size_t longest_call = 50;   // lines of one macro call
constexpr TokenIndex farthest = 2000; // tokens looked at on each side of the place

// The first line of `text` and, where it ends inside parentheses, the lines to where they close.
std::string_view first_lines(std::string_view text) {
    size_t count = 0, width = 0;
    int open = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        open += c == '(';
        open -= c == ')';
        if (c == '\n' && (open <= 0 || ++count == longest_call)) return text.substr(0, i);
        if (++width > Written::longest_line && open <= 0) return text.substr(0, i);
        if (c == '\n') width = 0;
    }
    return text;
}

bool is_name(std::string_view text) {
    const char c = text.empty() ? '0' : text.front();
    return c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

} // namespace

Written::Written(const Source &source, WrittenFile &file, TokenIndex where, const Location &place)
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

Alignment Written::align() {
    for (TokenIndex t = 0; t + 1 < lines_.tokens().size(); ++t)
        written_.push_back({lines_.spelling(t), is_name(lines_.spelling(t))});
    for (TokenIndex t = first_; t < last_; ++t)
        preprocessed_.push_back({source_.spelling(t), false});
    return {written_, preprocessed_};
}

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

} // namespace polder::cc

// Opens the file that a #line names and reads no more of it than an excerpt needs.
#include "compiler/diag/written.h"

#include "compiler/diag/diag.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::cc {

namespace {

constexpr size_t longest_call = 50;   // lines of one macro call
constexpr TokenIndex farthest = 2000; // tokens looked at on each side of the place

// The first line of `text` and, where it ends inside parentheses, the lines to where they close.
std::string_view first_lines(std::string_view text) {
    size_t count = 0;
    size_t width = 0;
    int open = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        open += c == '(';
        open -= c == ')';
        if (c == '\n' && (open <= 0 || ++count == longest_call)) return text.substr(0, i);
        if (++width > Written::longest_line && open <= 0) return text.substr(0, i);
        if (i == WrittenFile::longest_excerpt) return text.substr(0, i);
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

void WrittenFile::open(std::string_view file) {
    name_ = file;
    text_.clear();
    line_starts_.assign(1, 0);
    rest_.reset();
    const int fd = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); // a pipe is not waited for
    struct stat info;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) rest_.reset(fdopen(fd, "r"));
    if (fd >= 0 && !rest_) close(fd);
}

/// Reads until the file has so many lines, the last of them with `more` bytes behind its start.
/// False if it has fewer lines.
bool WrittenFile::reach(size_t lines, size_t more) {
    char part[1 << 16];
    while (rest_ && (line_starts_.size() < lines || text_.size() - line_starts_[lines - 1] < more)) {
        const size_t n = std::fread(part, 1, sizeof part, rest_.get());
        for (size_t i = 0; i < n; ++i)
            if (part[i] == '\n') line_starts_.push_back(text_.size() + i + 1);
        text_.append(part, n);
        if (n == 0 || text_.size() > longest_text) rest_.reset();
    }
    return lines <= line_starts_.size();
}

std::string_view WrittenFile::from_line(std::string_view file, uint32_t number) {
    if (file != name_ || line_starts_.empty()) open(file);
    if (number == 0 || !reach(number, longest_excerpt)) return {};
    return std::string_view(text_).substr(line_starts_[number - 1]);
}

} // namespace polder::cc

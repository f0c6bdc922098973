// Walks along the tokens and the lines of the file as written, side by side.
#include "compiler/elide/places.h"

#include "compiler/diag/diag.h"
#include "compiler/diag/written.h"

#include <algorithm>
#include <cctype>

namespace polder::cc {
namespace {

/// The length of white space, comments and joined lines at the beginning of `text`.
size_t blank_length(std::string_view text) {
    size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        if (isspace(static_cast<unsigned char>(rest.front()))) {
            ++at;
        } else if (rest.starts_with("\\\n")) {
            at += 2;
        } else if (rest.starts_with("//")) {
            at += std::min(rest.find('\n'), rest.size());
        } else if (rest.starts_with("/*")) {
            const size_t end = rest.find("*/", 2);
            if (end == std::string_view::npos) return at;
            at += end + 2;
        } else {
            break;
        }
    }
    return at;
}

bool is_word_character(char c) {
    return isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Does `text` begin with the whole token?
bool begins_with(std::string_view text, std::string_view token) {
    if (!text.starts_with(token)) return false;
    return text.size() == token.size() || !is_word_character(token.back()) || !is_word_character(text[token.size()]);
}

} // namespace

bool Places::in_user_line(TokenIndex t) {
    if (t >= first_ && t < last_) return true;
    return !(source_.tokens()[t].flags & Token::in_system_header);
}

Place Places::of(TokenIndex t) {
    if (!in_user_line(t)) {
        const Location here = source_.location(t);
        return {here.file, here.line, here.column - 1, here.system, false, 0};
    }
    if (t < first_ || t >= last_) take_line(t);
    return places_[t - first_];
}

std::string_view Places::blank_between(size_t from, size_t to) {
    const std::string_view all = file_.from_line(line_.file, 1);
    if (from > to || to > all.size()) return {};
    const std::string_view between = all.substr(from, to - from);
    return blank_length(between) == between.size() ? between : std::string_view();
}

void Places::take_line(TokenIndex first) {
    line_ = source_.location(first);
    first_ = last_ = first;
    places_.clear();
    for (const auto end = static_cast<TokenIndex>(source_.tokens().size() - 1); last_ < end; ++last_) {
        const Location here = source_.location(last_);
        if (here.line != line_.line || here.file != line_.file) break;
        places_.push_back({here.file, here.line, here.column - 1, here.system, false, 0});
    }
    unmark_constants();
    if (!match_in_order()) align();
}

/// A constant that a system header names, as NULL or EOF, is the user's where the user's line uses
/// it. The back end, too, speaks of the place of such a macro. It keeps silent about longer
/// expansions.
void Places::unmark_constants() {
    const auto is_of_constant = [&](TokenIndex t) {
        const Tok kind = source_.tokens()[t].kind;
        return kind == Tok::number || kind == Tok::l_paren || kind == Tok::r_paren || kind == Tok::star ||
               kind == Tok::minus || kind == Tok::kw_void;
    };
    for (TokenIndex from = first_, to = first_; from < last_; from = to) {
        const auto system = [&](TokenIndex t) { return places_[t - first_].system; };
        bool constant = system(from);
        for (to = from; to < last_ && system(to) == system(from); ++to)
            constant = constant && is_of_constant(to);
        for (TokenIndex t = from; constant && t < to; ++t)
            places_[t - first_].system = false;
    }
}

/// Lines without macros: each token is the next one of the file. False if one is not.
bool Places::match_in_order() {
    const std::string_view text = file_.from_line(line_.file, line_.line);
    const auto start = static_cast<size_t>(text.data() - file_.from_line(line_.file, 1).data());
    std::vector<Place> found = places_;
    uint32_t line = line_.line;
    size_t at = 0;
    size_t line_start = 0;
    for (TokenIndex t = first_; t < last_; ++t) {
        for (const size_t end = at + blank_length(text.substr(at)); at < end; ++at) {
            if (text[at] != '\n') continue;
            ++line;
            line_start = at + 1;
        }
        const std::string_view token = source_.spelling(t);
        if (!begins_with(text.substr(at), token)) return false;
        found[t - first_] = {line_.file, line,      static_cast<uint32_t>(at - line_start), found[t - first_].system,
                             true,       start + at};
        at += token.size();
    }
    places_ = std::move(found);
    return true;
}

void Places::align() {
    const auto start =
        static_cast<size_t>(file_.from_line(line_.file, line_.line).data() - file_.from_line(line_.file, 1).data());
    Written written(source_, file_, first_, line_);
    if (written.empty()) return;
    const Alignment alignment = written.align();
    for (TokenIndex t = first_; t < last_ && written.holds(t); ++t) {
        const uint32_t partner = alignment.partner(written.word(t));
        const uint32_t at = partner == Alignment::none ? alignment.macro_of(written.word(t)) : partner;
        if (at == Alignment::none) continue;
        const Location there = written.lines().location(at);
        const size_t offset = start + written.lines().tokens()[at].offset;
        places_[t - first_] = {line_.file,
                               line_.line + there.line - 1,
                               there.column - 1,
                               places_[t - first_].system,
                               partner != Alignment::none,
                               offset};
    }
}

} // namespace polder::cc

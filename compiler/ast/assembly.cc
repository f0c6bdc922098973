// Reading the template of an assembly statement: the strings behind its first parenthesis.
#include "compiler/ast/assembly.h"

#include <optional>

namespace polder::cc {

namespace {

/// The strings of the template with their quotes; none for asm goto, and if one comes out of
/// something else than a string.
std::optional<std::string> template_of(const Source &source, const AsmStmt *s) {
    TokenIndex t = s->range.first;
    for (; t < s->range.last && source.spelling(t) != "("; ++t)
        if (source.spelling(t) == "goto") return std::nullopt;
    std::string text;
    for (++t; t < s->range.last; ++t) {
        const std::string_view word = source.spelling(t);
        if (word == ":" || word == "::" || word == ")") return text;
        if (!word.starts_with('"')) return std::nullopt;
        text += word;
    }
    return std::nullopt;
}

} // namespace

bool is_idle(const Source &source, const AsmStmt *s) {
    const std::optional<std::string> text = template_of(source, s);
    return text && text->find_first_not_of('"') == std::string::npos;
}

bool may_be_copied(const Source &source, const AsmStmt *s) {
    const std::optional<std::string> text = template_of(source, s);
    return text && text->find_first_of(":.") == std::string::npos;
}

} // namespace polder::cc

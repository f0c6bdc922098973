// Finds and replaces words in the clauses of a directive; brackets may nest.
#include "compiler/lex/openmp_text.h"

#include <algorithm>

namespace polder::cc {

bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

namespace {

bool is_word_at(std::string_view text, size_t at, size_t length) {
    return (at == 0 || !is_word(text[at - 1])) && (at + length == text.size() || !is_word(text[at + length]));
}

/// The place behind the parenthesis that closes the one at `open`.
size_t behind_closing(std::string_view text, size_t open) {
    int depth = 0;
    for (size_t at = open; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0) return at + 1;
    }
    return text.size();
}

} // namespace

bool contains_word(std::string_view text, std::string_view word) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        if (is_word_at(text, at, word.size())) return true;
    return false;
}

void replace_word(std::string &text, std::string_view word, std::string_view with) {
    for (size_t at = text.find(word), step; at != std::string::npos; at = text.find(word, at + step)) {
        const bool whole = is_word_at(text, at, word.size());
        if (whole) text.replace(at, word.size(), with);
        step = whole ? with.size() : 1;
    }
}

void for_each_clause(std::string_view directive, const std::function<void(std::string_view, std::string_view)> &f) {
    for (size_t at = 0; at < directive.size();) {
        if (!is_word(directive[at])) {
            ++at;
            continue;
        }
        const size_t from = at;
        while (at < directive.size() && is_word(directive[at]))
            ++at;
        const size_t open = directive.find_first_not_of(" \t", at);
        if (open == std::string_view::npos || directive[open] != '(') continue;
        const size_t end = behind_closing(directive, open);
        f(directive.substr(from, at - from), directive.substr(open + 1, end - open - 2));
        at = end;
    }
}

void remove_from_clause(std::string &text, std::string_view kind, std::string_view name) {
    std::string result;
    size_t done = 0;
    for_each_clause(text, [&](std::string_view clause, std::string_view inside) {
        if (clause != kind || !contains_word(inside, name)) return;
        std::string rest;
        for (size_t at = 0; at <= inside.size();) {
            const size_t comma = std::min(inside.find(',', at), inside.size());
            if (const std::string_view item = inside.substr(at, comma - at); !contains_word(item, name))
                rest += (rest.empty() ? "" : ",") + std::string(item);
            at = comma + 1;
        }
        const size_t from = static_cast<size_t>(clause.data() - text.data());
        result += text.substr(done, from - done) + (rest.empty() ? "" : std::string(kind) + "(" + rest + ")");
        done = static_cast<size_t>(inside.data() - text.data()) + inside.size() + 1;
    });
    text = result + text.substr(done);
}

void replace_in_reductions(std::string &text, std::string_view name, const std::string &whole,
                           const std::string &base) {
    std::string result;
    size_t done = 0;
    for_each_clause(text, [&](std::string_view clause, std::string_view inside) {
        if (clause.find("reduction") == std::string_view::npos) return;
        const size_t from = static_cast<size_t>(inside.data() - text.data());
        result += text.substr(done, from - done);
        for (size_t at = 0; at < inside.size();) {
            if (inside.compare(at, name.size(), name) != 0 || !is_word_at(inside, at, name.size())) {
                result += inside[at++];
                continue;
            }
            at += name.size();
            const size_t next = inside.find_first_not_of(" \t", at);
            result += next != std::string_view::npos && inside[next] == '[' ? base : whole;
        }
        done = from + inside.size();
    });
    text = result + text.substr(done);
}

} // namespace polder::cc

// openmp_text: directives of OpenMP as text. They stay text to the back end; only names in their
// clauses matter here.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace polder::cc {

bool is_word(char c);
bool contains_word(std::string_view text, std::string_view word);
void replace_word(std::string &text, std::string_view word, std::string_view with);

/// Each `clause(inside)` of a directive, in order.
void for_each_clause(std::string_view directive,
                     const std::function<void(std::string_view clause, std::string_view inside)> &f);

/// In reducing clauses: the name becomes `whole`, or `base` where a section of it is written
/// already.
void replace_in_reductions(std::string &text, std::string_view name, const std::string &whole, const std::string &base);

/// Takes the name out of clauses of that kind, and an empty clause out of the directive.
void remove_from_clause(std::string &text, std::string_view kind, std::string_view name);

} // namespace polder::cc

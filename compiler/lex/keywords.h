// Every spelling that is a keyword, with its kind.
#pragma once

#include "compiler/lex/token.h"

#include <span>
#include <string_view>

namespace polder::cc {

struct Keyword {
    std::string_view spelling;
    Tok kind;
};

std::span<const Keyword> all_keywords();
/// Words that C23 made keywords; older C and programs for it use them as names and macros.
std::span<const Keyword> c23_keywords();

/// The spelling of a kind as messages show it.
std::string_view token_name(Tok kind);

inline bool is_upc_keyword(Tok kind) {
    return kind >= Tok::kw_shared;
}
inline bool is_keyword(Tok kind) {
    return kind >= Tok::kw_auto;
}

} // namespace polder::cc

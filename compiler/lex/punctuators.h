// Punctuators of one and two characters, as a table: what each first character is alone, and what
// it becomes with a second one. The lexer reads longer ones (`...`, shifts) itself. So it does with
// those that depend on what stands around them: comments, `#` at the beginning of a line, `[ [` of
// attributes. Digraphs (C11 6.4.6) are the tokens that they spell otherwise.
#pragma once

#include "compiler/lex/token.h"

#include <array>
#include <cstdint>

namespace polder::cc {

struct Punctuator {
    struct Pair {
        char second = 0; // 0: there are no more pairs
        Tok kind = Tok::unknown;
    };
    char first = 0;
    Tok alone = Tok::unknown;
    std::array<Pair, 3> pairs = {};
};

inline constexpr Punctuator punctuator_list[] = {
    {'(', Tok::l_paren},
    {')', Tok::r_paren},
    {'[', Tok::l_bracket},
    {']', Tok::r_bracket},
    {'{', Tok::l_brace},
    {'}', Tok::r_brace},
    {'~', Tok::tilde},
    {'?', Tok::question},
    {';', Tok::semicolon},
    {',', Tok::comma},
    {'#', Tok::hash},
    {'.', Tok::dot},
    {':', Tok::colon, {{{'>', Tok::r_bracket}}}},
    {'*', Tok::star, {{{'=', Tok::star_equal}}}},
    {'!', Tok::exclaim, {{{'=', Tok::exclaim_equal}}}},
    {'^', Tok::caret, {{{'=', Tok::caret_equal}}}},
    {'=', Tok::equal, {{{'=', Tok::equal_equal}}}},
    {'/', Tok::slash, {{{'=', Tok::slash_equal}}}},
    {'+', Tok::plus, {{{'+', Tok::plus_plus}, {'=', Tok::plus_equal}}}},
    {'&', Tok::amp, {{{'&', Tok::amp_amp}, {'=', Tok::amp_equal}}}},
    {'|', Tok::pipe, {{{'|', Tok::pipe_pipe}, {'=', Tok::pipe_equal}}}},
    {'>', Tok::greater, {{{'=', Tok::greater_equal}}}},
    {'-', Tok::minus, {{{'>', Tok::arrow}, {'-', Tok::minus_minus}, {'=', Tok::minus_equal}}}},
    {'%', Tok::percent, {{{'>', Tok::r_brace}, {':', Tok::hash}, {'=', Tok::percent_equal}}}},
    {'<', Tok::less, {{{':', Tok::l_bracket}, {'%', Tok::l_brace}, {'=', Tok::less_equal}}}},
};

/// By first character.
inline constexpr std::array<Punctuator, 256> punctuators = [] {
    std::array<Punctuator, 256> table{};
    for (const Punctuator &p : punctuator_list)
        table[static_cast<uint8_t>(p.first)] = p;
    return table;
}();

} // namespace polder::cc

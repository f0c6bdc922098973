// What numbers, character constants and string literals mean (C11 6.4.4, 6.4.5, with the GNU
// suffixes and escapes). The functions judge spelling only; which type a value gets is sema's
// business.
#pragma once

#include "compiler/lex/token.h"

#include <string>
#include <string_view>

namespace polder::cc {

class Source;

struct NumberLiteral {
    enum Suffix : uint8_t {
        s_unsigned = 1,
        s_long = 2,
        s_long_long = 4,
        s_imaginary = 8, // i or j
    };
    enum Format : uint8_t {
        none,
        f,
        l,
        f16,
        f32,
        f64,
        f128,
        f32x,
        f64x,
        bf16,
        q,
        w
    }; // floating suffix, none for double
    bool valid = false;
    std::string_view bad_suffix; // not empty if the suffix is what is wrong
    bool floating = false;
    bool decimal = true;         // not hexadecimal, octal or binary: such constants may become unsigned
    bool overflow = false;       // does not fit 128 bits
    unsigned __int128 value = 0; // integers
    double approximate = 0;      // floating constants, for folding
    uint8_t suffixes = 0;
    Format format = none;
};

NumberLiteral parse_number(std::string_view spelling);

enum class Encoding : uint8_t { plain, utf8, wide, char16, char32 };

struct CharacterLiteral {
    bool valid = false;
    Encoding encoding = Encoding::plain;
    __int128 value = 0; // as converted to int (plain: where char and wchar_t are signed), wchar_t, char16_t, char32_t
    bool multiple = false; // 'ab': implementation-defined value, as gcc
    std::string_view bad_escape;
};

CharacterLiteral parse_character(std::string_view spelling);

struct StringLiteral {
    bool valid = false;
    Encoding encoding = Encoding::plain;
    uint64_t elements = 0; // code units with the terminator
    std::string bytes;     // code units in target order, with the terminator
    std::string_view bad_escape;
};

/// Adjacent string literals joined; tokens of other kinds in the range are ignored.
StringLiteral read_string(const Source &source, TokenRange tokens);

} // namespace polder::cc

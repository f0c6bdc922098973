// Tokens of a preprocessed translation unit.
//
// The preprocessed text is one buffer, kept for the whole compilation; a token is a slice of it and
// never owns text. What is not rewritten goes out as the bytes between two tokens (copy-through),
// so offsets must stay exact.
//
// Vocabulary: TokenIndex numbers tokens from 0; a TokenRange is half open. Line markers
// (`# 12 "file" 3`) are not tokens: they live in Source's marks. A `#pragma` that means something
// to upcc (upc, omp, pack, STDC) is one token, Tok::pragma. Every other directive line is white
// space to the parser and goes out untouched.
#pragma once

#include <cstdint>

namespace polder::cc {

using TokenIndex = uint32_t;

struct TokenRange {
    TokenIndex first = 0;
    TokenIndex last = 0; // one past the last token
    bool empty() const { return first == last; }
};

/// An interned identifier; 0 is no name.
enum class Name : uint32_t { none = 0 };

enum class Tok : uint8_t {
#define TOKEN(id, spelling) id,
#include "compiler/lex/tokens.def"
};

struct Token {
    enum Flag : uint8_t {
        at_line_start = 1,
        space_before = 2,
        in_system_header = 4,
        in_c_code = 8, // between `#pragma upc c_code` and `#pragma upc upc_code`
    };
    Tok kind = Tok::eof;
    uint8_t flags = 0;
    uint32_t offset = 0; // byte offset in the buffer
    uint32_t length = 0;
    Name name = Name::none; // identifiers and keywords
};

} // namespace polder::cc

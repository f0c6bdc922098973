// The preprocessed translation unit: buffer, tokens, interned names, and the map from offsets to presumed file and line.
// Invariant: after lex() the object is immutable except for interning; string_views into it live as long as it does.
#pragma once

#include "compiler/lex/token.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polder::cc {

class Diagnostics;

struct Location { // presumed, from line markers
    std::string_view file;
    uint32_t line = 0;
    uint32_t column = 0; // in the preprocessed line, from 1
    bool system = false;
};

struct LineMark { // from `offset` on, physical line of the buffer k maps to presumed line `line` + (k - buffer_line)
    uint32_t offset;
    uint32_t buffer_line;
    uint32_t line;
    uint32_t file; // index into files
    bool system;
};

class Source {
  public:
    /// Takes the whole preprocessed text. `upc` false lexes plain C (no UPC keyword anywhere).
    Source(std::string text, std::string main_file, bool upc);

    /// Fills tokens. The last token is Tok::eof. `#pragma upc c_code` / `upc_code` switch the UPC keywords off and on.
    void lex(Diagnostics &diags);

    std::string_view text() const { return text_; }
    const std::vector<Token> &tokens() const { return tokens_; }
    std::string_view spelling(TokenIndex t) const;
    /// Bytes from the start of range.first to the end of token range.last-1: white space and line markers in between included.
    std::string_view slice(TokenRange range) const;
    Location location(TokenIndex t) const;
    Location location_at(uint32_t offset) const;
    std::string_view main_file() const { return main_file_; }
    bool upc() const { return upc_; }

    Name intern(std::string_view spelling);
    std::string_view name(Name n) const;

  private:
    friend class Lexer;
    std::string text_;
    std::string main_file_;
    bool upc_;
    std::vector<Token> tokens_;
    std::vector<LineMark> marks_;
    std::vector<std::string> files_;
    std::vector<uint32_t> line_starts_;
    std::vector<std::string_view> names_;
    std::unordered_map<std::string_view, Name> name_table_;
    std::vector<std::string> owned_names_;
};

} // namespace polder::cc

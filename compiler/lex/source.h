// The preprocessed translation unit: its buffer and its tokens, with the table of its names and the
// map of its lines.
//
// Rule: after lex() the object is immutable except for interning; string_views into it live as
// long as it does.
#pragma once

#include "compiler/lex/line_map.h"
#include "compiler/lex/name_table.h"
#include "compiler/lex/token.h"

#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

/// What can be wrong with the text itself.
enum class LexicalMistake : uint8_t {
    too_large,
    unterminated_string,
    empty_character,
    unterminated_comment,
    stray_character
};

/// Who is told of such mistakes: the diagnostics, which lie above, as they show the text.
class LexicalListener {
public:
    virtual void mistake(LexicalMistake what, TokenIndex where, std::string_view shown) = 0;

protected:
    ~LexicalListener() = default;
};

/// Places in a text are 32 bits wide.
constexpr size_t longest_text = UINT32_MAX - 64;

/// Keywords are interned first, so that a Name below this table's size tells its kind.
struct KeywordTable {
    std::vector<Tok> kinds; // indexed by Name
};

class Source {
public:
    /// Takes the whole preprocessed text. `upc` false lexes plain C (no UPC keyword anywhere).
    Source(std::string text, std::string main_file, bool upc);
    Source(const Source &) = delete;
    Source &operator=(const Source &) = delete;

    /// The keywords of C23 too. Before lex().
    void use_c23();
    /// Fills tokens. The last token is Tok::eof. `#pragma upc c_code` / `upc_code` switch the UPC
    /// keywords off and on.
    void lex(LexicalListener &listener);

    std::string_view text() const { return std::string_view(text_).substr(0, size_); }
    const std::vector<Token> &tokens() const { return tokens_; }
    std::string_view spelling(TokenIndex t) const { return text().substr(tokens_[t].offset, tokens_[t].length); }
    /// Bytes from the start of range.first to the end of token range.last-1: white space and line
    /// markers in between included.
    std::string_view slice(TokenRange range) const;
    /// The words of a Tok::pragma behind `#pragma`, also when it was written _Pragma("…"): "upc
    /// strict", "pack(push, 1)".
    std::string pragma_text(TokenIndex t) const;
    const LineMap &lines() const { return lines_; }
    Location location(TokenIndex t) const { return lines_.location_at(tokens_[t].offset); }
    /// The line of the buffer that holds `offset`, without its end, and where it starts.
    std::string_view line_at(uint32_t offset, uint32_t *start = nullptr) const;
    bool upc() const { return upc_; }

    Name intern(std::string_view spelling) { return names_.intern(spelling); }
    std::string_view name(Name n) const { return names_[n]; }

private:
    friend class Lexer;
    static constexpr size_t padding = 16; // NUL bytes behind the text: the lexer reads words without asking for the end

    void add_keyword(std::string_view spelling, Tok kind);

    std::string text_;
    size_t size_;
    bool upc_;
    std::vector<Token> tokens_;
    LineMap lines_;
    NameTable names_;
    KeywordTable keywords_;
};

} // namespace polder::cc

// The preprocessed translation unit: buffer, tokens, interned names, and the map from offsets to
// presumed file and line.
// Rule: after lex() the object is immutable except for interning; string_views into it live as
// long as it does.
#pragma once

#include "compiler/lex/token.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
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
    uint32_t file;      // index into files
    uint32_t inclusion; // index into inclusions
    bool system;
};

/// One inclusion of a header, as the line markers with flags 1 and 2 bracket it. Number 0 is the
/// unit itself.
struct Inclusion {
    uint32_t parent;        // the inclusion that the #include stands in
    uint32_t file;          // the header
    uint32_t includer;      // the presumed file of the #include, which the marker that leaves the header names
    uint32_t includer_line; // behind the #include
    bool system;            // the header is a system header
    bool includer_system;
};

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
    Location location(TokenIndex t) const { return location_at(tokens_[t].offset); }
    Location location_at(uint32_t offset) const;
    /// The inclusion that the text at `offset` belongs to.
    uint32_t inclusion_at(uint32_t offset) const;
    const Inclusion &inclusion(uint32_t n) const { return inclusions_[n]; }
    std::string_view file(uint32_t n) const { return files_[n]; }
    /// The line of the buffer that holds `offset`, without its end, and where it starts.
    std::string_view line_at(uint32_t offset, uint32_t *start = nullptr) const;
    std::string_view main_file() const { return main_file_; }
    bool upc() const { return upc_; }

    Name intern(std::string_view spelling);
    std::string_view name(Name n) const { return names_[static_cast<uint32_t>(n)]; }

private:
    friend class Lexer;
    static constexpr size_t padding = 16; // NUL bytes behind the text: the lexer reads words without asking for the end

    Name intern_hashed(std::string_view spelling, uint32_t hash, bool keep);
    void grow_names();
    void intern_keywords();
    uint32_t buffer_line(uint32_t offset) const;
    const LineMark *mark_before(uint32_t offset) const;

    std::string text_;
    size_t size_;
    std::string main_file_;
    bool upc_;
    std::vector<Token> tokens_;
    std::vector<LineMark> marks_;
    std::vector<Inclusion> inclusions_ = {{}};
    std::deque<std::string> files_;
    std::unordered_map<std::string_view, uint32_t> file_numbers_; // by name, into files_
    std::vector<uint32_t> line_starts_;
    KeywordTable keywords_;
    std::vector<std::string_view> names_;
    std::vector<uint32_t> name_hashes_;
    std::vector<uint32_t> name_slots_; // open addressing, power of two; 0 is free
    std::deque<std::string> owned_names_;
};

} // namespace polder::cc

// Where each token of the preprocessed text stands in the file the programmer wrote.
#pragma once

#include "compiler/diag/excerpt.h"
#include "compiler/lex/source.h"

#include <optional>
#include <string_view>
#include <vector>

namespace polder::cc {

struct Place {
    std::string_view file;
    uint32_t line = 0;
    uint32_t column = 0;  // bytes before the token in its line
    bool system = false;  // the token comes from a system header, perhaps by a macro
    bool written = false; // the token itself stands there; else the macro that it came out of, or nothing is known
    size_t offset = 0;    // written: of the token in the file
};

/// Answers for tokens in ascending order.
class Places {
public:
    explicit Places(const Source &source) : source_(source) {}

    /// Is the token of a line of the user's? Tokens of system headers are not looked for in their
    /// files.
    bool in_user_line(TokenIndex t);
    Place of(TokenIndex t);
    /// What the file of the last place holds between two offsets; empty unless it is white space
    /// and comments.
    std::string_view blank_between(size_t from, size_t to);

private:
    void take_line(TokenIndex first);
    void unmark_constants();
    bool match_in_order();
    void align();

    const Source &source_;
    WrittenFile file_;
    // The tokens of one line.
    TokenIndex first_ = 0;
    TokenIndex last_ = 0;
    Location line_;
    std::vector<Place> places_; // theirs
};

} // namespace polder::cc

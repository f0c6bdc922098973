// The file as the programmer wrote it, beside the preprocessed text.
//
// The preprocessor squeezes white space, drops comments, expands macros and joins the lines of a
// macro call. So the tokens of a line of the file are aligned with the tokens that the preprocessed
// text says come from that line (alignment.h).
#pragma once

#include "compiler/diag/alignment.h"
#include "compiler/diag/excerpt.h"
#include "compiler/lex/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

/// What stands in the file where the preprocessed text says `place`, aligned with the tokens that
/// came from there.
class Written {
public:
    static constexpr size_t longest_line = 400; // generated code has lines of megabytes

    Written(const Source &source, WrittenFile &file, TokenIndex where, const Location &place);

    bool empty() const { return text_.empty(); }
    /// The written text as a source of its own: its line 1 is the line of the place.
    const Source &lines() const { return lines_; }
    /// Aligns. Words of the answer are word() of a token on one side, tokens of lines() on the
    /// other.
    Alignment align();
    bool holds(TokenIndex t) const { return t >= first_ && t < last_; }
    uint32_t word(TokenIndex t) const { return t - first_; }

private:
    const Source &source_;
    std::string text_;
    Source lines_;
    // The tokens that came from the line.
    TokenIndex first_ = 0;
    TokenIndex last_ = 0;
    std::vector<Word> written_;
    std::vector<Word> preprocessed_;
};

} // namespace polder::cc

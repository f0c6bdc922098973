// Which token of the line as written became which token of the line as preprocessed.
//
// Both lines are token sequences; what macros did not touch is in both, in the same order. So the
// longest common subsequence pairs the tokens. A token of the preprocessed line without a partner
// came out of a macro. The macro is the name without a partner that stands at the same place of the
// line as written.
//   written        x = ADD(p, q) + r;
//   preprocessed   x = ((p)->next + (q)) + r; `->` has no partner; before it stands p, before that
//                  ADD
// Rule: nothing is guessed where the sequences are too long to compare. The caller then shows the
// preprocessed line.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace polder::cc {

struct Word {
    std::string_view text;
    bool name = false; // an identifier or keyword
};

class Alignment {
public:
    static constexpr uint32_t none = UINT32_MAX;

    Alignment(std::span<const Word> written, std::span<const Word> preprocessed);
    /// The word of the written line that is word `p` of the preprocessed one; none if a macro made
    /// it.
    uint32_t partner(uint32_t p) const { return partner_.empty() ? none : partner_[p]; }
    /// The macro name in the written line that word `p` without partner came out of; none if there
    /// is no candidate.
    uint32_t macro_of(uint32_t p) const;

private:
    /// Arguments that a macro uses twice or in another order: a name that stands once in the
    /// written line is that one.
    void pair_moved(std::span<const Word> preprocessed);

    std::span<const Word> written_;
    std::vector<uint32_t> partner_; // by preprocessed word
    std::vector<bool> taken_;       // written words with a partner
};

} // namespace polder::cc

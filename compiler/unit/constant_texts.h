// ConstantTexts: constants that go out as their values, in text that goes out as it is written.
//   before   int n __attribute__((aligned(sizeof(shared [2] int *))));
//   after    int n __attribute__((aligned(16)));
//
// Attributes stand in many places and are no nodes of the tree, so the analysis notes these
// constants by their tokens. Whoever writes the tokens asks here: the writer of the C program, and
// the elision.
//
// Rule: no entry lies inside another.
#pragma once

#include "compiler/lex/token.h"

#include <cstdint>
#include <map>
#include <string>

namespace polder::cc {

struct ConstantText {
    TokenRange written;
    uint32_t begin; // offsets in the source
    uint32_t end;
    std::string text; // what goes out
};

class ConstantTexts {
public:
    /// Takes the place of entries inside it.
    void add(ConstantText constant) {
        by_begin_.erase(by_begin_.lower_bound(constant.begin), by_begin_.lower_bound(constant.end));
        by_begin_.emplace(constant.begin, std::move(constant));
    }
    /// The first one that starts in [begin, end) of the source, or null.
    const ConstantText *first_in(uint32_t begin, uint32_t end) const {
        const auto found = by_begin_.lower_bound(begin);
        return found != by_begin_.end() && found->first < end ? &found->second : nullptr;
    }
    template <class Visitor> void for_each(const Visitor &visit) const {
        for (const auto &[begin, constant] : by_begin_)
            visit(constant);
    }

private:
    std::map<uint32_t, ConstantText> by_begin_;
};

} // namespace polder::cc

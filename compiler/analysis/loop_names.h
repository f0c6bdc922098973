// Loop names: what the text of an expression means where a loop begins.
//
//   for (...) { enum { W = 2 }; int t[3]; sum += a[i * W + sizeof t]; }
//
// In front of the loop there is no W, and t may be another variable. Passes that compute an index
// there ask for this first.
#pragma once

#include "compiler/ast/node.h"
#include "compiler/lex/source.h"

#include <unordered_map>
#include <unordered_set>

namespace polder::cc {

class LoopNames {
public:
    explicit LoopNames(const Source &source) : source_(source) {}

    /// Does the text mean the same in front of the loop? Types, tags and enumerators of the loop
    /// are not known there, nor the sizes of its variables. The values of its variables are no
    /// question here: an index that reads one has no value there.
    bool hold_in_front(const Node *text, const Node *loop);

private:
    struct Declared {                        // below a loop
        std::unordered_set<Name> types = {}; // and tags, and enumerators
        std::unordered_set<Name> variables = {};
    };
    void collect(const Node *n, const Node *loop, Declared &to) const;
    bool names_any(const Node *text, const std::unordered_set<Name> &names) const;
    bool measures_any(const Node *n, const std::unordered_set<Name> &variables) const;

    const Source &source_;
    std::unordered_map<const Node *, Declared> known_ = {};
};

} // namespace polder::cc

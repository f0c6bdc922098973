// Loops whose step is a statement of the body, as loops whose step stands in the head
// (while_loops.cc has an example).
#pragma once

#include "compiler/analysis/loop_facts.h"

#include <unordered_map>
#include <unordered_set>

namespace polder::cc {

class WhileLoops {
public:
    WhileLoops(Context &ctx, LoopFacts &facts) : ctx_(ctx), facts_(facts) {}

    /// The loop as one whose step stands in its head; null where it has none, or is another kind of
    /// loop. `inside`: the function it stands in, or null.
    ForStmt *with_step(Stmt *s, FunctionDecl *inside);
    /// Is it where such a step stood?
    bool is_step(const ExprStmt *s) const { return !s->expr && steps_.count(s); }
    /// The loop as it was written, which `break` leaves.
    const Stmt *written(const Stmt *s) const;

private:
    Context &ctx_;
    LoopFacts &facts_;
    std::unordered_map<const Stmt *, ForStmt *> made_ = {};
    std::unordered_map<const Stmt *, const Stmt *> written_ = {}; // back from there
    std::unordered_set<const Stmt *> steps_ = {};
};

} // namespace polder::cc

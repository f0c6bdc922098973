// Scalar work: code that computes with private scalars only, by itself or in functions of this unit
// that do likewise. An update of shared memory cannot change what such code reads.
#pragma once

#include "compiler/analysis/loop_facts.h"

namespace polder::cc {

class ScalarWork {
public:
    ScalarWork(Context &ctx, LoopFacts &facts) : ctx_(ctx), types_(ctx.types), facts_(facts) {}

    /// Does n compute with private scalars only, without jumps out of it? `calls` is how many calls
    /// deep n lies. A return counts as a jump where that is 0: there it leaves the loop.
    bool is_all(Node *n, unsigned calls);
    /// Is it an arithmetic function of the C library, or a function of this unit that works on
    /// scalars only?
    bool is_function(const FunctionDecl *f, unsigned calls);

private:
    bool is_arithmetic_function(const FunctionDecl *f);
    bool is_steady(QualType type) const;
    bool is_private_read(Expr *lvalue);
    bool is_declaration(const Declaration *d);

    Context &ctx_;
    TypeTable &types_;
    LoopFacts &facts_;
};

} // namespace polder::cc

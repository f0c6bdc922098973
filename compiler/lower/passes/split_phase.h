// Code for split-phase reads (compiler/optimize/split_phase.h has an example, and says why it is
// right).
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/split_phase.h"

namespace polder::cc {

class SplitPhase : public Lowering {
public:
    using Lowering::Lowering;

    /// Notes the runs of a block that is about to be lowered.
    void enter(const CompoundStmt *block);
    /// What goes in front of a statement; null: nothing. inside: it is one of a block's, else there
    /// is only one place for it.
    Node *before(Stmt *s, bool *inside);

private:
    bool is_on() const;
};

} // namespace polder::cc

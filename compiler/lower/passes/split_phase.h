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
    /// What goes in front of a statement; null: nothing. `inside`: the statement is an item of a
    /// block, where one more may stand in front of it. Else the two need a block of their own.
    Node *before(Stmt *s, bool *inside);

private:
    bool is_on() const;
};

} // namespace polder::cc

// StridedForalls: from own iteration to own iteration, by the loop variable alone.
#pragma once

#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class StridedForalls : public Lowering {
public:
    using Lowering::Lowering;

    Node *strided(ForallStmt *s);

private:
    Node *strided_loop(ForallStmt *s, const CountedLoop &loop, const IterationAffinity &owner);
};

} // namespace polder::cc

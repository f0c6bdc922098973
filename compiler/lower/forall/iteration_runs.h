// IterationRuns: counted loops over own iterations, in runs.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/lower/forall/runs_loop.h"
#include "compiler/optimize/loop_nest.h"

namespace polder::cc {

class IterationRuns : public Lowering {
public:
    using Lowering::Lowering;

    Node *runs_general(const RunsLoop &r, Node *body);
    Node *strip_mined_run(RunsLoop &r, const IndexScope &scope, Stmt *body, const std::vector<LoopMove> &companions);
    Node *runs_loop(const CountedLoop &loop, const IterationAffinity &owner, const IndexScope &scope,
                    const std::string &outer, const LoopBody &body, Pass pass, TokenIndex where);
    Node *forall_runs(ForallStmt *s, const char *&why);
    const char *why_rewritten(const CountedLoop &loop);

private:
    Node *runs_head(RunsLoop &r, Node *loop);
    Node *runs_by_threads(RunsLoop &r, const IndexScope &scope, const LoopBody &body);
    const char *is_loop_fixed(const CountedLoop &loop, Node *whole, Stmt *body);
};

} // namespace polder::cc

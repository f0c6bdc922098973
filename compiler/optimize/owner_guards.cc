// Owner-computes guard elimination: which guarded loops may go over own iterations only.
//
// Proof obligation: the number of iterations is known when the loop begins, and the body leaves the
// variable alone. The body does not leave the loop by `break`, which other threads would miss.
// Nothing jumps into it past what is found out in front of the loop.
#include "compiler/analysis/invariance.h"
#include "compiler/optimize/own_iterations.h"

namespace polder::cc {

const char *find_guarded_loop(const FunctionAnalyses &in, ForStmt *s, GuardedLoop &guarded) {
    CountedLoop &loop = guarded.loop;
    if (const char *why = recognise_counted_loop(in.ctx, {s->init, s->condition, s->step, s->body}, loop, true))
        return why;
    if (const char *why = why_not_fixed(in, loop, s, s->body)) return why;
    if (leaves(s->body, s)) return "the body leaves the loop";
    if (!in.facts.effects(s->body).twice()) return "the body has a label, a static variable or assembly";
    if (in.facts.is_governed(s, in.function)) return "a directive stands in front of the loop";
    AffinityOfLoop affinity(in, s, loop.variable);
    return affinity_of_guard(in, affinity, guarded.guard.asked, guarded.owner);
}

} // namespace polder::cc

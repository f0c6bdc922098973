// Owner-computes guard elimination. A plain loop that asks of each iteration whose it is,
// and does nothing in the others, becomes a loop over own iterations.
//   before   for (i = 0; i < n; i++)
//              if (upc_threadof(&a[i]) == MYTHREAD) f(i);     // shared [4] double a[]
//   after    what iteration_runs.cc makes of it, without a controlling loop
//
// The question may be upc_threadof of an element, or a remainder by THREADS (i % THREADS,
// (i / B) % THREADS), compared with MYTHREAD. The loop's body is the `if` alone, or begins with
// `if (... != MYTHREAD) continue;`. Which loops may go so: compiler/optimize/owner_guards.cc.
#include "compiler/lower/passes/owner_guards.h"

#include "compiler/lower/forall/iteration_runs.h"
#include "compiler/lower/stmt/loops.h"
#include "compiler/optimize/own_iterations.h"

namespace polder::cc {

/// The body without the guard it begins with.
Node *OwnerGuards::behind_guard(CompoundStmt *block) {
    Weaver weaver(ctx, block->range);
    weaver.replace(block->items[0]->range, std::string_view(";"));
    for (size_t i = 1; i < block->items.size(); ++i)
        if (Node *lowered = node(block->items[i]); lowered != block->items[i])
            weaver.replace(block->items[i]->range, lowered);
    return weaver.finish(block);
}

/// The loop over own iterations; null for loops that cannot go so, or have no guard.
Node *OwnerGuards::without_guard(ForStmt *s) {
    const auto guard = in.passes.owner_guards && in.function && in.function->decl ? owner_guard(s) : std::nullopt;
    if (!guard) return nullptr;
    GuardedLoop guarded{*guard};
    const char *why = find_guarded_loop(analyses(), s, guarded);
    why = why ? why : IterationRuns(in).why_rewritten(guarded.loop);
    if (why) {
        not_done(Pass::owner_guards, s->range.first, why);
        return nullptr;
    }
    in.function->env = true;
    Node *start = Loops(in).loop_start(guarded.loop);
    const IndexScope scope = affinity_scope(analyses(), s, guarded.loop.variable);
    const auto lowered = [&](const LowerContext &inside) {
        Lowering body(inside);
        return guard->inside ? body.node(guard->inside) : OwnerGuards(inside).behind_guard(guard->block);
    };
    Node *runs = IterationRuns(in).runs_loop(guarded.loop, guarded.owner, scope, "0",
                                             LoopBody{s->body, guard->inside, s->body->range, lowered},
                                             Pass::owner_guards, s->range.first);
    return make({"{ ", start, " ", runs, " }"});
}

} // namespace polder::cc

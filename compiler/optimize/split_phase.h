// Split-phase reads: prefetch hoisting, in code for several nodes. Single reads of shared memory
// that do not depend on one another are all begun before the first is waited for.
//   before   x = a[i] + b[j]; y = c[k];                       // relaxed, shared
//   after    { const polder_ga h1 = <&a[i]>, h2 = <&b[j]>, h3 = <&c[k]>;
//              if (two or more are elsewhere) polder_far_ahead((polder_ga[]){h1, h2, h3}, 3); }
//            x = a[i] + b[j]; y = c[k];                       // unchanged; each waits for its line
//
// Why it is right. polder_far_ahead begins to bring lines into the thread's cache and waits for
// nothing. A line counts only in the epoch in which it was asked for (runtime/cache/cache.h). So
// the reads themselves stay where they are, and all that has to hold is that the addresses are
// legal.
//
// Vocabulary.
//   run      statements of a block that follow each other, without calls, jumps, strict accesses or
//            writes to shared memory in between. The last one may write, be the condition of an if,
//            or a return
//   settled  of an address: it has the same value at the begin of the run, and no side effects
//
// Invariant: only what the run reads for certain is asked for. So no address is looked at that the
// program does not use. Held by tests/e2e/optimiser/far_split_phase.py.
#pragma once

#include "compiler/analysis/loop_facts.h"

namespace polder::cc {

class SplitPhaseReads {
public:
    SplitPhaseReads(Context &ctx, LoopFacts &facts) : ctx_(ctx), types_(ctx.types), facts_(facts) {}

    /// Notes the runs of a block of the function.
    void enter(const CompoundStmt *block, FunctionDecl *f);
    /// Is it a statement of such a block? Others have one place only for what goes in front.
    bool is_item(const Stmt *s) const { return items_.count(s) != 0; }
    /// What the run that begins with the statement reads for certain; null: none begins there.
    const std::vector<Expr *> *reads(Stmt *s, FunctionDecl *f);

private:
    struct Run {
        FunctionDecl *function;
        std::vector<Expr *> reads = {};                // of different objects, as far as their text tells
        std::unordered_set<const Decl *> changed = {}; // canonical: by statements of the run
        bool memory_changed = false;                   // private objects that pointers lead to
        bool ends = false;                             // nothing may be added
    };

    bool take(Node *item, Run &run);
    bool take_assignment(AssignExpr *e, Run &run);
    bool take_declaration(Declaration *d, Run &run);
    bool collect(Expr *e, Run &run, bool certain);
    bool is_settled(Expr *e, const Run &run);
    void add(Expr *lvalue, Run &run);

    Context &ctx_;
    TypeTable &types_;
    LoopFacts &facts_;
    std::unordered_map<const Node *, std::vector<Expr *>> runs_ = {}; // by first statement
    std::unordered_set<const Node *> items_ = {};                     // of blocks that were looked at
};

} // namespace polder::cc

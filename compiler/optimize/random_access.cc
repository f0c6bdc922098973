// Random access: which references have no access function in the loop directly around them, but a
// base that the nest leaves alone.
//   before   for (i = 0; i < n; i++) s += x[column[i]];              // shared [1024] double *x
//   after    thread, phase and null of x are looked at once in front of the loop
//
// Proof obligation: the base has one value while the nest runs.
#include "compiler/optimize/passes.h"

#include "compiler/analysis/access_function.h"

namespace polder::cc {

namespace {

struct Around { // a reference: the loop directly around it, and what that steps
    Node *loop;
    const VarDecl *variable;
};

void find(Node *n, Around around, LoopNest &nest, const Surroundings &in) {
    if (is_loop(n)) around = {n, stepped_variable(in.analyses, n)};
    const TypeTable &types = in.ctx().types;
    auto *e = as<IndexExpr>(n);
    if (e && !types.is_array(e->type) && types.is_shared(e->type) && !is_strict_access(types, e) && !in.is_taken(e) &&
        !in.is_own_place(e) && in.is_checked_by_index(e) && in.block_of(e) != 0) {
        IndexScope scope{in.analyses.facts, in.ctx(), around.loop, in.analyses.function, {}, true};
        if (around.variable) scope.variables.insert(around.variable->canonical);
        const std::string base = base_of(in.analyses, e, nest.loop.statement);
        if (!base.empty() && !index_of(e, scope)) nest.randoms.push_back({e, base});
    }
    for_each_child(n, [&](Node *child) { find(child, around, nest, in); });
}

} // namespace

void find_random_accesses(LoopNest &nest, const Surroundings &in) {
    find(nest.loop.body, {nest.loop.statement, nest.loop.variable}, nest, in);
    for (Expr *guard : nest.loop.guards)
        find(guard, {nest.loop.statement, nest.loop.variable}, nest, in);
}

} // namespace polder::cc

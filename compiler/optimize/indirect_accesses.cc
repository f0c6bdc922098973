// Finds indirect accesses (indirect_accesses.h).
#include "compiler/optimize/indirect_accesses.h"

#include "compiler/analysis/access_function.h"
#include "compiler/analysis/invariance.h"
#include "compiler/analysis/strip_loop.h"

namespace polder::cc {

namespace {

bool fits_a_word(uint64_t size) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

void find(Node *n, const IndexScope &scope, const Surroundings &in, IndirectAccesses &found) {
    const auto inside = [&](Node *child) { find(child, scope, in, found); };
    if (auto *a = as<AssignExpr>(n); a && !a->compound && as<IndexExpr>(without_parens(a->target))) { // not read
        for_each_child(without_parens(a->target), inside);
        return inside(a->value);
    }
    for_each_child(n, inside);
    const TypeTable &types = in.ctx().types;
    auto *e = as<IndexExpr>(n);
    if (!e || types.is_array(e->type) || !types.is_shared(e->type) || is_strict_access(types, e) || is_lane(types, e) ||
        !types.is_scalar(e->type) || !fits_a_word(types.size_of(types.unshared(e->type))))
        return;
    std::string base = base_of(in.analyses, e, scope.loop);
    if (base.empty() || !in.is_checked_by_index(e)) return;
    if (!index_of(e, scope)) // one with a polynomial is for strip-mining
        found.all.push_back({e, std::move(base)});
}

/// Do all loops of n, a part of `whole`, have a number of iterations that is known when they begin,
/// whatever is read in them?
bool ends_by_itself(Node *n, Stmt *whole, const FunctionAnalyses &in) {
    if (n->kind == NodeKind::while_stmt || n->kind == NodeKind::do_stmt || n->kind == NodeKind::goto_stmt) return false;
    if (auto *f = as<ForStmt>(n); f && !strip_loop(in, f, whole)) return false;
    if (auto *a = as<ForallStmt>(n)) {
        CountedLoop loop;
        if (recognise_counted_loop(in.ctx, {a->init, a->condition, a->step, a->body}, loop) ||
            why_not_fixed(in, loop, a, a->body))
            return false;
    }
    bool ends = true;
    for_each_child(n, [&](Node *child) { ends = ends && ends_by_itself(child, whole, in); });
    return ends;
}

} // namespace

IndirectAccesses find_indirect_accesses(Stmt *loop, const Surroundings &in) {
    LoopFacts &facts = in.analyses.facts;
    IndirectAccesses found;
    const Effects &inside = facts.effects(loop);
    if (!in.is_far() || !in.passes.indirect_prefetch || !inside.twice() || inside.opaque() ||
        facts.is_governed(loop, in.analyses.function))
        return found;
    const IndexScope scope{facts, in.ctx(), loop, in.analyses.function, {inside.changed.begin(), inside.changed.end()}};
    find(loop, scope, in, found);
    found.ends_by_itself = !found.all.empty() && ends_by_itself(loop, loop, in.analyses);
    return found;
}

} // namespace polder::cc

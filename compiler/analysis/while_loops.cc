// Loops whose step is a statement of the body become loops whose step stands in the head.
//   before   while (i < n) { s += a[i]; i++; }     for (i = 0; i < n;) { s += a[i]; i += 2; k--; }
//   after    for (; i < n; i++) { s += a[i]; ; }   for (i = 0; i < n; i += 2) { s += a[i]; ; k--; }
//
// The new loop is tried in place of the old one (strip_mine.cc); if no pass takes it, the old one
// goes out.
//
// Right if nothing behind the step names the variable or jumps, and no `continue` goes round the
// step. `break`, `return` and `goto` in front of the step leave the variable as before. A condition
// is the same expression, evaluated at the same moments.
#include "compiler/analysis/while_loops.h"

#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/invariance.h"

#include <utility>

namespace polder::cc {

namespace {

bool continues(Node *n, const Stmt *loop) {
    auto *c = as<ContinueStmt>(n);
    bool found = c && c->loop == loop;
    for_each_child(n, [&](Node *child) { found = found || continues(child, loop); });
    return found;
}

/// The variable that the condition compares and a statement of the block steps.
VarDecl *stepped_by(Node *item, Expr *condition) {
    auto *s = as<ExprStmt>(item);
    VarDecl *v = s && s->expr ? step_of(s->expr).variable : nullptr;
    return v && is_named(condition, v) ? v : nullptr;
}

} // namespace

ForStmt *WhileLoops::with_step(Stmt *s, FunctionDecl *inside) {
    auto *f = as<ForStmt>(s);
    auto *w = as<WhileStmt>(s);
    if (f && f->step) return f;
    Expr *condition = f ? f->condition : w ? w->condition : nullptr;
    Stmt *body = f ? f->body : w ? w->body : nullptr;
    auto *block = as<CompoundStmt>(body);
    auto *single = as<ExprStmt>(body); // `while (a[i] != key) i++;`
    if (!condition || (!block && !single) || s->range.empty() || !inside) return nullptr;
    const auto [known, is_new] = made_.try_emplace(s, nullptr);
    if (!is_new) return known->second;
    size_t at = block ? block->items.size() : 0;
    VarDecl *v = single ? stepped_by(single, condition) : nullptr;
    while (at-- > 0 && !(v = stepped_by(block->items[at], condition)))
        if (!as<ExprStmt>(block->items[at])) return nullptr;
    for (size_t i = at + 1; block && v && i < block->items.size(); ++i)
        if (is_named(block->items[i], v) || facts_.effects(block->items[i]).jumps) return nullptr;
    if (!v || continues(body, s) || facts_.is_governed(s, inside)) return nullptr;
    auto *nothing = ctx_.make<ExprStmt>(single ? *single : *static_cast<ExprStmt *>(block->items[at]));
    auto *loop = ctx_.make<ForStmt>();
    loop->range = s->range;
    loop->upc = s->upc;
    loop->init = f ? f->init : nullptr;
    loop->condition = condition;
    loop->step = std::exchange(nothing->expr, nullptr);
    loop->body = nothing;
    if (block) {
        auto *rest = ctx_.make<CompoundStmt>(*block);
        rest->items[at] = nothing;
        loop->body = rest;
    }
    steps_.insert(nothing);
    written_[loop] = s;
    return made_[s] = loop;
}

const Stmt *WhileLoops::written(const Stmt *s) const {
    const auto found = written_.find(s);
    return found == written_.end() ? s : found->second;
}

} // namespace polder::cc

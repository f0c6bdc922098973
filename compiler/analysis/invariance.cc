// Walks over expressions and bodies that answer what a counted loop leaves alone (invariance.h).
#include "compiler/analysis/invariance.h"

namespace polder::cc {

bool is_pure_expression(const TypeTable &types, Expr *e, const VarDecl *i) {
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr:
    case NodeKind::size_expr:
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::implicit_cast: break;
    case NodeKind::unary_expr:
        if (static_cast<UnaryExpr *>(e)->op > UnaryOp::bit_not) return false;
        break;
    case NodeKind::cast_expr: // its first child is the type name, which is no expression
        return types.is_arithmetic(e->type) && is_pure_expression(types, static_cast<CastExpr *>(e)->operand, i);
    case NodeKind::name_expr: {
        auto *v = as<VarDecl>(static_cast<NameExpr *>(e)->decl);
        if (v && (v == i || types.is_shared(v->type) || types.canonical(v->type).has(q_volatile))) return false;
        break;
    }
    default: return false;
    }
    return e->kind == NodeKind::size_expr ||
           all_parts(e, [&](Expr *part) { return is_pure_expression(types, part, i); });
}

bool is_named(const Node *n, const Decl *variable) {
    auto *name = as<NameExpr>(n);
    bool found = name && name->decl && name->decl->canonical == variable->canonical;
    for_each_child(n, [&](const Node *child) { found = found || is_named(child, variable); });
    return found;
}

namespace {

bool has_shared_or_volatile(const TypeTable &types, Node *n) {
    auto *e = as<Expr>(n);
    const QualType type = e ? types.canonical(e->type) : QualType();
    bool found = e && e->lvalue && (types.is_shared(e->type) || type.has(q_volatile) || type.has(q_atomic));
    for_each_child(n, [&](Node *child) { found = found || has_shared_or_volatile(types, child); });
    return found;
}

} // namespace

bool reads_private(const FunctionAnalyses &in, Expr *e, const VarDecl *i) {
    const Effects &of = in.facts.effects(e);
    return of.calls.empty() && !is_named(e, i) && in.facts.only_reads(of) && !has_shared_or_volatile(in.ctx.types, e);
}

bool may_change(Node *n, const VarDecl *v) {
    if (auto *a = as<AssignExpr>(n); a && named_variable(a->target) == v) return true;
    if (auto *u = as<UnaryExpr>(n))
        if (u->op == UnaryOp::address || (u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement))
            if (named_variable(u->operand) == v) return true;
    if (n->kind == NodeKind::asm_stmt || (as<PragmaStmt>(n) && as<PragmaStmt>(n)->pragma == PragmaKind::omp))
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || may_change(child, v); });
    return found;
}

namespace {

void find_addressed(Node *n, std::unordered_set<const Decl *> &found) {
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address)
        if (auto *name = as<NameExpr>(u->operand)) found.insert(name->decl);
    for_each_child(n, [&](Node *child) { find_addressed(child, found); });
}

bool has_types(Node *n) {
    auto *d = as<Declaration>(n);
    bool found = d && (d->specifiers.storage == Storage::typedef_ || d->specifiers.defines_tag);
    for_each_child(n, [&](Node *child) { found = found || has_types(child); });
    return found;
}

} // namespace

bool FunctionNotes::has_local_types(const FunctionDecl *f) {
    const auto [known, is_new] = local_types_.try_emplace(f, false);
    if (is_new) known->second = has_types(f->body) || (f->inline_ && f->linkage == Linkage::external);
    return known->second;
}

bool FunctionNotes::takes_address(const FunctionDecl *f, const VarDecl *v) {
    const auto [known, is_new] = addressed_.try_emplace(f);
    if (is_new) find_addressed(f->body, known->second);
    return known->second.count(v) != 0;
}

bool is_invariant(const FunctionAnalyses &in, Expr *e, Stmt *body) {
    bool invariant = true;
    if (auto *n = as<NameExpr>(e))
        if (auto *v = as<VarDecl>(n->decl)) {
            const bool constant = in.ctx.types.canonical(v->type).has(q_const);
            invariant =
                constant || (!v->is_static_storage && !may_change(body, v) && !in.notes.takes_address(in.function, v));
        }
    for_each_child(e, [&](Node *child) {
        auto *part = as<Expr>(child);
        invariant = invariant && (!part || is_invariant(in, part, body));
    });
    return invariant;
}

const char *why_not_fixed(const FunctionAnalyses &in, const CountedLoop &loop, Node *whole, Stmt *body) {
    const auto keeps = [&](Expr *e) {
        return (is_pure_expression(in.ctx.types, e, loop.variable) && is_invariant(in, e, body)) ||
               in.facts.is_stable(e, whole, in.function, LoopFacts::Moment::entry);
    };
    if (may_change(body, loop.variable) || in.notes.takes_address(in.function, loop.variable))
        return "the body may change the variable";
    if (!keeps(loop.bound)) return "the bound may change in the loop";
    if (loop.by && !keeps(loop.by)) return "the step may change in the loop";
    return nullptr;
}

} // namespace polder::cc

// Walks over expressions and bodies that answer what a counted loop leaves alone (invariance.h).
#include "compiler/analysis/invariance.h"

namespace polder::cc {

bool is_pure_expression(const TypeTable &types, Expr *e, const VarDecl *i) {
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr:
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::implicit_cast: break;
    case NodeKind::size_expr: return !types.is_variably_modified(static_cast<SizeExpr *>(e)->measured);
    case NodeKind::unary_expr:
        if (static_cast<UnaryExpr *>(e)->op > UnaryOp::bit_not) return false;
        break;
    case NodeKind::cast_expr: // its first child is the type name, which is no expression
        return types.is_arithmetic(e->type) && is_pure_expression(types, static_cast<CastExpr *>(e)->operand, i);
    case NodeKind::name_expr: {
        auto *v = as<VarDecl>(static_cast<NameExpr *>(e)->decl);
        if (v && (v == i || types.is_shared(v->type) || types.canonical(v->type).is_volatile_or_atomic())) return false;
        break;
    }
    default: return false;
    }
    return all_parts(e, [&](Expr *part) { return is_pure_expression(types, part, i); });
}

bool is_named(const Node *n, const Decl *variable) {
    auto *name = as<NameExpr>(n);
    bool found = name && name->decl && name->decl->canonical == variable->canonical;
    for_each_child(n, [&](const Node *child) { found = found || is_named(child, variable); });
    return found;
}

bool reads_private(const FunctionAnalyses &in, Expr *e, const VarDecl *i) {
    const TypeTable &types = in.ctx.types;
    const Effects &of = in.facts.effects(e);
    return of.calls.empty() && !is_named(e, i) && in.facts.only_reads(of) && !any_lvalue(e, [&](QualType type) {
               return types.is_shared(type) || types.canonical(type).is_volatile_or_atomic();
           });
}

bool may_change(Node *n, const VarDecl *v) {
    const auto is_it = [&](Expr *e) {
        const VarDecl *named = named_variable(e);
        return named && named->canonical == v->canonical;
    };
    if (auto *a = as<AssignExpr>(n); a && is_it(a->target)) return true;
    if (auto *u = as<UnaryExpr>(n))
        if (u->op == UnaryOp::address || (u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement))
            if (is_it(u->operand)) return true;
    if (n->kind == NodeKind::asm_stmt || (as<PragmaStmt>(n) && as<PragmaStmt>(n)->pragma == PragmaKind::omp))
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || may_change(child, v); });
    return found;
}

namespace {

void find_addressed(Node *n, std::unordered_set<const Decl *> &found) {
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address)
        if (const VarDecl *v = named_variable(u->operand)) found.insert(v->canonical);
    for_each_child(n, [&](Node *child) { find_addressed(child, found); });
}

void find_stepped(Node *n, std::unordered_set<const Decl *> &found) {
    if (auto *e = as<Expr>(n))
        if (const VarDecl *v = step_of(e).variable) found.insert(v->canonical);
    for_each_child(n, [&](Node *child) { find_stepped(child, found); });
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
    return known->second.count(v->canonical) != 0;
}

bool FunctionNotes::steps(const FunctionDecl *f, const VarDecl *v) {
    const auto [known, is_new] = stepped_.try_emplace(f);
    if (is_new) find_stepped(f->body, known->second);
    return known->second.count(v->canonical) != 0;
}

bool FunctionNotes::calls_itself(LoopFacts &facts, const FunctionDecl *f) {
    const auto [known, is_new] = recursive_.try_emplace(f, false);
    if (!is_new) return known->second;
    std::unordered_set<const Decl *> seen;
    std::vector<const FunctionDecl *> open = {f};
    bool found = false;
    while (!open.empty() && !found) {
        const FunctionDecl *next = open.back();
        open.pop_back();
        for (const CallExpr *call : next->body ? facts.effects(next->body).calls : std::vector<const CallExpr *>()) {
            const FunctionDecl *called = facts.definition(called_function(call->callee));
            found = found || (called && called->canonical == f->canonical);
            if (called && seen.insert(called->canonical).second) open.push_back(called);
        }
    }
    return recursive_[f] = found;
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

// The walk over the tree: dispatch by kind of node, and the generic case, a node whose own tokens
// stay and whose children were replaced. What all parts inherit of it is in core/lowering.h.
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/expr/expressions.h"
#include "compiler/lower/stmt/openmp.h"
#include "compiler/lower/stmt/statements.h"

namespace polder::cc {

Node *Lowering::node(Node *n) const {
    if (auto *e = as<Expr>(n)) return value(e);
    if (auto *s = as<Stmt>(n)) { // with a comment that says what passes made of it
        const size_t mark = in.report->mark();
        Node *lowered = s == in.adopting ? OpenMP(in).adopted(s) : StatementLowering(in).statement(s);
        const std::string comment = s->range.empty() ? "" : in.report->comment(mark, s->range.first);
        return comment.empty() ? lowered : make({comment, lowered});
    }
    if (auto *d = as<Declaration>(n)) return DeclarationLowering(in).declaration(d);
    return rebuild(n);
}

namespace {

/// Is `child` a place where the value of `parent`'s operand is compared to 0?
bool is_condition(const Node *parent, const Node *child) {
    if (const auto *s = as<IfStmt>(parent)) return child == s->condition;
    if (const auto *s = as<WhileStmt>(parent)) return child == s->condition;
    if (const auto *s = as<DoStmt>(parent)) return child == s->condition;
    if (const auto *s = as<ForStmt>(parent)) return child == s->condition;
    if (const auto *e = as<ConditionalExpr>(parent)) return child == e->condition && e->then_value;
    if (const auto *e = as<UnaryExpr>(parent)) return e->op == UnaryOp::logical_not;
    if (const auto *e = as<BinaryExpr>(parent)) return e->op == BinaryOp::logical_and || e->op == BinaryOp::logical_or;
    return false;
}

/// Is the value of `child` dropped?
bool is_effect(const Node *parent, const Node *child) {
    if (const auto *s = as<ExprStmt>(parent)) return child == s->expr;
    if (const auto *s = as<ForStmt>(parent)) return child == s->init || child == s->step;
    if (const auto *e = as<BinaryExpr>(parent)) return e->op == BinaryOp::comma && child == e->left;
    if (const auto *e = as<ImplicitCast>(parent)) return e->conversion == Conversion::to_void;
    return false;
}

Node *stripped(Node *n) {
    while (auto *cast = as<ImplicitCast>(n))
        n = cast->operand;
    return n;
}

} // namespace

Node *Lowering::rebuild(Node *n) const {
    Weaver weaver(ctx, extent(n));
    for_each_child(n, [&](Node *child) {
        const TokenRange where = extent(child);
        if (where.empty()) return;
        Expr *e = as<Expr>(child);
        Node *lowered = e && is_condition(n, child) ? condition(e) : e && is_effect(n, child) ? effect(e) : node(child);
        if (stripped(lowered) != stripped(child)) weaver.replace(where, lowered);
    });
    return weaver.finish(n);
}

Node *Lowering::value(Expr *e) const {
    return Expressions(in).value(e);
}

Node *Lowering::effect(Expr *e) const {
    return Expressions(in).effect(e);
}

Node *Lowering::condition(Expr *e) const {
    return Expressions(in).condition(e);
}

} // namespace polder::cc

// Recognises owner guards (owner_guard.h).
#include "compiler/analysis/iterations/owner_guard.h"

namespace polder::cc {

namespace {

Stmt *only_statement(Stmt *s) {
    while (auto *block = as<CompoundStmt>(s)) {
        if (block->items.size() != 1) break;
        auto *inner = as<Stmt>(block->items[0]);
        if (!inner) break;
        s = inner;
    }
    return s;
}

bool continues(Stmt *s) {
    return only_statement(s)->kind == NodeKind::continue_stmt;
}

/// The expression compared with MYTHREAD, or null.
Expr *compared_with_mythread(Expr *condition, BinaryOp op) {
    auto *test = as<BinaryExpr>(without_conversions(condition));
    if (!test || test->op != op) return nullptr;
    if (without_conversions(test->right)->kind == NodeKind::mythread_expr) return test->left;
    return without_conversions(test->left)->kind == NodeKind::mythread_expr ? test->right : nullptr;
}

} // namespace

bool leaves(Node *n, const Stmt *loop) {
    if (auto *b = as<BreakStmt>(n); b && b->target == loop) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || leaves(child, loop); });
    return found;
}

std::optional<OwnerGuard> owner_guard(const ForStmt *s) {
    Stmt *only = only_statement(s->body);
    if (auto *i = as<IfStmt>(only); i && !i->else_branch) {
        Expr *asked = compared_with_mythread(i->condition, BinaryOp::eq);
        return asked ? std::optional(OwnerGuard{asked, i->then_branch, nullptr}) : std::nullopt;
    }
    auto *block = as<CompoundStmt>(only);
    auto *i = block && block->items.size() > 1 ? as<IfStmt>(block->items[0]) : nullptr;
    if (!i || i->else_branch || !continues(i->then_branch)) return std::nullopt;
    Expr *asked = compared_with_mythread(i->condition, BinaryOp::ne);
    return asked ? std::optional(OwnerGuard{asked, nullptr, block}) : std::nullopt;
}

const char *affinity_of_guard(const FunctionAnalyses &in, AffinityOfLoop &affinity, Expr *asked,
                              IterationAffinity &owner) {
    const TypeTable &types = in.ctx.types;
    Expr *inner = without_conversions(asked);
    if (auto *cast = as<CastExpr>(inner); cast && types.is_integer(cast->type) && types.size_of(cast->type) >= 4)
        inner = without_conversions(cast->operand);
    auto *call = as<CallExpr>(inner);
    if (!call) return affinity.of_remainder(asked, owner);
    const FunctionDecl *f = called_function(call->callee);
    if (!f || call->args.size() != 1 || in.ctx.source.name(f->name) != "upc_threadof")
        return "MYTHREAD is compared with the result of a call";
    return affinity.of_pointer(call->args[0], owner);
}

} // namespace polder::cc

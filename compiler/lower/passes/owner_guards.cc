// Owner-computes guard elimination. A plain loop that asks of each iteration whose it is,
// and does nothing in the others, becomes a loop over own iterations.
//   before   for (i = 0; i < n; i++)
//              if (upc_threadof(&a[i]) == MYTHREAD) f(i);     // shared [4] double a[]
//   after    what forall_runs.cc makes of it, without a controlling loop
//
// The question may be upc_threadof of an element, or a remainder by THREADS (i % THREADS,
// (i / B) % THREADS), compared with MYTHREAD. The loop's body is the `if` alone, or begins with
// `if (... != MYTHREAD) continue;`. The body must not leave the loop by break; return and goto out
// of the loop are allowed.
#include "compiler/lower/lower.h"

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

bool leaves(Node *n, Stmt *loop) {
    if (auto *b = as<BreakStmt>(n); b && b->target == loop) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || leaves(child, loop); });
    return found;
}

bool continues(Stmt *s) {
    return only_statement(s)->kind == NodeKind::continue_stmt;
}

} // namespace

/// The expression compared with MYTHREAD, or null.
Expr *Lowering::compared_with_mythread(Expr *condition, BinaryOp op) {
    auto *test = as<BinaryExpr>(without_conversions(condition));
    if (!test || test->op != op) return nullptr;
    if (without_conversions(test->right)->kind == NodeKind::mythread_expr) return test->left;
    return without_conversions(test->left)->kind == NodeKind::mythread_expr ? test->right : nullptr;
}

/// Is there a guard of that kind at the head of the loop? `inside`: what is done in own
/// iterations, or null for all of the body behind it.
bool Lowering::is_owner_guard(ForStmt *s, Expr *&asked, Stmt *&inside, TokenIndex &where) {
    Stmt *only = only_statement(s->body);
    if (auto *i = as<IfStmt>(only); i && !i->else_branch) {
        asked = compared_with_mythread(i->condition, BinaryOp::eq);
        inside = i->then_branch;
        where = s->range.first;
        return asked != nullptr;
    }
    auto *block = as<CompoundStmt>(only);
    auto *i = block && block->items.size() > 1 ? as<IfStmt>(block->items[0]) : nullptr;
    if (!i || i->else_branch || !continues(i->then_branch)) return false;
    asked = compared_with_mythread(i->condition, BinaryOp::ne);
    inside = nullptr;
    where = s->range.first;
    return asked != nullptr;
}

/// The body without the guard it begins with.
Node *Lowering::behind_guard(CompoundStmt *block) {
    Weaver weaver(ctx, block->range);
    weaver.replace(block->items[0]->range, std::string_view(";"));
    for (size_t i = 1; i < block->items.size(); ++i)
        if (Node *lowered = node(block->items[i]); lowered != block->items[i])
            weaver.replace(block->items[i]->range, lowered);
    return weaver.finish(block);
}

Node *Lowering::without_guard(ForStmt *s) {
    Expr *asked = nullptr;
    Stmt *inside = nullptr;
    TokenIndex where = 0;
    if (!passes.owner_guards || !function_ || !function_->decl || !is_owner_guard(s, asked, inside, where))
        return nullptr;
    const char *why = nullptr;
    Node *loop = without_guard_loop(s, asked, inside, why);
    if (!loop) not_done(Pass::owner_guards, where, why);
    return loop;
}

Node *Lowering::without_guard_loop(ForStmt *s, Expr *asked, Stmt *inside, const char *&why) {
    CountedLoop loop;
    if ((why = recognise_counted_loop(ctx, {s->init, s->condition, s->step, s->body}, loop, true)) ||
        (why = is_loop_fixed(loop, s, s->body)))
        return nullptr;
    if (leaves(s->body, s)) {
        why = "the body leaves the loop";
        return nullptr;
    }
    if (facts_.is_governed(s, function_->decl)) {
        why = "a directive stands in front of the loop";
        return nullptr;
    }
    const IndexScope scope{facts_, ctx, s, function_->decl, {loop.variable->canonical}};
    IterationAffinity owner;
    Expr *inner = without_conversions(asked);
    if (auto *cast = as<CastExpr>(inner); cast && types.is_integer(cast->type) && types.size_of(cast->type) >= 4)
        inner = without_conversions(cast->operand);
    auto *call = as<CallExpr>(inner);
    if (call) {
        const FunctionDecl *f = called_function(call->callee);
        if (!f || call->args.size() != 1 || source_name(f) != "upc_threadof") {
            why = "MYTHREAD is compared with the result of a call";
            return nullptr;
        }
        why = affinity_of_pointer(call->args[0], scope, loop.variable, owner);
    } else {
        why = affinity_of_number(asked, true, scope, loop.variable, owner);
    }
    if (why) return nullptr;
    function_->env = true;
    Stmt *only = only_statement(s->body);
    Node *start = loop_start(loop);
    const auto lowered = [&] { return inside ? node(inside) : behind_guard(static_cast<CompoundStmt *>(only)); };
    Node *runs = runs_loop(loop, owner, scope, "0", LoopBody{s->body, inside, s->body->range, lowered},
                           Pass::owner_guards, s->range.first);
    return runs ? make("{ ", start, " ", runs, " }") : nullptr;
}

} // namespace polder::cc

// schedule: a loop over all threads in which each iteration is one transfer with another of them. As it is written all threads begin with thread 0
// and go on in step, so one node at a time has to serve all. Each thread starts with its own part instead and goes round.
//   before   for (t = 0; t < THREADS; t++) upc_memget(&buffer[t * n], &a[t], n * sizeof(int));       // shared int a[]
//   after    { t = 0; <length>; <&buffer[0]>; t = 1; <&buffer[n]>; t = 0;
//              const long turn = polder_may_turn(...) ? iteration of the own part : 0;
//              for (long k = 0; k < THREADS; k++) { t = (k + turn) mod THREADS; upc_memget(...); }
//              t = THREADS; }
//
// Transfers: upc_memget, upc_memput; perhaps behind a condition without side effects. Independent because each is with another thread (the place of
// the shared side moves by a block each time), because targets of upc_memget do not overlap, and because the private side is private memory or
// apart from what the thread's own iteration moves: the last two are looked at when the loop starts.
//
// Cost: only loops of THREADS iterations are turned, each with one transfer of its own, so no locality is lost; loops over elements (Sobel's rows) stay
// in their order, in which neighbouring elements are used together.
#include "compiler/lower/lower.h"

#include "compiler/sema/constant.h"

namespace polder::cc {

namespace {

Stmt *only_statement(Stmt *s) {
    for (auto *block = as<CompoundStmt>(s); block && block->items.size() == 1 && as<Stmt>(block->items[0]); block = as<CompoundStmt>(s))
        s = static_cast<Stmt *>(block->items[0]);
    return s;
}

} // namespace

/// A private address that is linear in the variable: base + index, &base[index] and base[index] of an array of arrays.
bool Lowering::is_linear_address(Expr *address, const IndexScope &scope, const VarDecl *i) {
    Expr *e = without_conversions(address), *base = nullptr, *index = nullptr;
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::address)
        e = without_conversions(u->operand);
    if (auto *x = as<IndexExpr>(e)) {
        base = x->base;
        index = x->index;
    } else if (auto *sum = as<BinaryExpr>(e); sum && sum->op == BinaryOp::add) {
        base = types.is_pointer(types.decayed(sum->left->type)) ? sum->left : sum->right;
        index = base == sum->left ? sum->right : sum->left;
    }
    VarDecl *v = variable_of(base ? base : e);
    std::optional<long> factor;
    if (!base && v && !types.is_shared(v->type) && !types.is_pointer_to_shared(types.decayed(v->type))) // the same in every iteration
        return e != without_conversions(address) || types.is_array(v->type) || facts_.is_fixed(v, scope.loop, scope.function);
    return v && !types.is_shared(v->type) && !types.is_pointer_to_shared(types.decayed(v->type)) && (types.is_array(v->type) || facts_.is_fixed(v, scope.loop, scope.function)) &&
           base && is_linear(index, scope, i, factor);
}

/// The transfer that is all of an iteration, or null and why.
CallExpr *Lowering::transfer_of(ForStmt *s, const char *&why) {
    Stmt *inside = only_statement(s->body);
    if (auto *test = as<IfStmt>(inside); test && !test->else_branch && is_pure_expression(test->condition, nullptr))
        inside = only_statement(test->then_branch);
    auto *e = as<ExprStmt>(inside);
    auto *call = e && e->expr ? as<CallExpr>(without_conversions(e->expr)) : nullptr;
    const FunctionDecl *f = call ? called_function(call->callee) : nullptr;
    if (f && call->args.size() == 3 && (source_name(f) == "upc_memget" || source_name(f) == "upc_memput"))
        return call;
    why = "an iteration is more than one upc_memget or upc_memput";
    return nullptr;
}

const char *Lowering::turn(ForStmt *s, const SteppedLoop &loop, CallExpr *call, Node *&result) {
    const VarDecl *i = loop.variable;
    const IndexScope scope{facts_, ctx, s, function_->decl, {i->canonical}};
    const bool gets = source_name(called_function(call->callee)) == "upc_memget";
    Expr *local = call->args[gets ? 0 : 1], *remote = call->args[gets ? 1 : 0], *length = call->args[2];
    if (!is_linear_address(local, scope, i))
        return "the private side is not linear in the variable";
    if (!facts_.is_stable(length, s, function_->decl))
        return "the length may change in the loop";
    Owner owner;
    if (const char *why = owner_of_pointer(remote, scope, i, owner))
        return why;
    const long block = owner.block_text.empty() ? 0 : std::stol(owner.block_text);
    if (!owner.factor || *owner.factor != block || !block)
        return "not each iteration is with another thread";
    function_->env = true;
    const std::string name(source_name(i)), type = print(types.canonical(i->type).unqualified()), n = "(long)" + threads();
    const std::string first = fresh("u"), second = fresh("u"), bytes = fresh("n"), own = fresh("t"), turned = fresh("t"), k = fresh("k"), at = fresh("p");
    Composer out(ctx);
    out.text("{ ").node(loop_start(loop)).text(" " + name + " = 1; const void *const " + second + " = ").node(value(local));
    out.text("; " + name + " = 0; const void *const " + first + " = ").node(value(local)).text("; const unsigned long " + bytes + " = ").node(value(length));
    out.text("; const long " + own + " = polder_own_first(" + env() + ", 0, 1L, (").node(owner.place()).text(") / " + std::to_string(block) + "L, " + n + "); ");
    out.text(name + " = (" + type + ")" + own + "; const polder_ga " + at + " = ").node(ga_of(remote));
    out.text("; const long " + turned + " = polder_may_turn(" + env() + ", " + first + ", " + second + ", " + bytes + (gets ? ", 1, " : ", 0, ") + at + ") ? " + own +
             " : 0; for (long " + k + " = 0; " + k + " < " + n + "; " + k + "++) { " + name + " = (" + type + ")(" + k + " + " + turned + " < " + n + " ? " + k + " + " + turned +
             " : " + k + " + " + turned + " - " + n + "); ");
    out.node(node(s->body)).text(" }");
    if (!loop.declares())
        out.text(" " + name + " = (" + type + ")" + n + ";");
    result = out.text(" }").finish();
    return nullptr;
}

/// The loop from the thread's own part on, or null.
Node *Lowering::scheduled(ForStmt *s) {
    SteppedLoop loop;
    if (!passes.schedule || !function_ || !function_->decl || recognise_stepped_loop(ctx, {s->init, s->condition, s->step, s->body}, loop) || !is_threads(loop.bound) ||
        loop.inclusive || loop.step != 1 || !loop.init)
        return nullptr;
    auto *d = as<Declaration>(loop.init);
    auto *a = as<AssignExpr>(without_parens(as<Expr>(loop.init)));
    Expr *start = d ? d->declarators[0]->init : a ? a->value : nullptr;
    const ConstantValue zero = start ? evaluate(ctx, start) : ConstantValue();
    if (!zero.known || zero.is_floating || zero.value != 0)
        return nullptr;
    const char *why = nullptr;
    Node *result = nullptr;
    CallExpr *call = transfer_of(s, why);
    if (!why)
        why = is_loop_fixed(loop, s, s->body);
    if (!why && facts_.is_governed(s, function_->decl))
        why = "a directive stands in front of the loop";
    if (!why)
        why = turn(s, loop, call, result);
    if (why)
        not_done(Pass::schedule, s->range.first, why);
    else
        done(Pass::schedule, s->range.first, "each thread starts with its own part and goes round");
    return why ? nullptr : result;
}

} // namespace polder::cc

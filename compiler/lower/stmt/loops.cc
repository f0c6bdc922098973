// loops: those that passes of the optimiser take, and those that wait for another thread.
//   before   while (!flag) ;                                          // shared int flag
//   after    while (!(*(int *)polder_addr_1node(polder_s_flag))) { polder_spin(); }
//
// A waiting loop must let other threads run when there are fewer cores, and must read again. A call
// of polder_spin does both: the back end cannot see through it.
#include "compiler/lower/stmt/loops.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/passes/owner_guards.h"
#include "compiler/lower/passes/rotations.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

bool Loops::reads_shared(Node *n) {
    if (auto *e = as<Expr>(n)) {
        if (types.is_shared(e->type)) return true;
        auto *call = as<CallExpr>(e);
        auto *callee = call ? as<NameExpr>(extent(call->callee).empty() ? nullptr : call->callee) : nullptr;
        if (auto *cast = call ? as<ImplicitCast>(call->callee) : nullptr) callee = as<NameExpr>(cast->operand);
        if (callee && callee->decl && callee->decl->name != Name::none &&
            source_name(callee->decl).substr(0, 4) == "upc_")
            return true;
    }
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || reads_shared(child); });
    return found;
}

/// Does the loop do nothing but test shared memory?
bool Loops::waits(Stmt *body, Expr *condition) {
    if (!condition || !body) return false;
    bool idle = false;
    if (auto *e = as<ExprStmt>(body)) {
        idle = !e->expr;
    } else if (auto *block = as<CompoundStmt>(body)) {
        idle = true;
        for (Node *item : block->items) {
            auto *e = as<ExprStmt>(item);
            idle = idle && (item->kind == NodeKind::fence_stmt || (e && !e->expr));
        }
    } else {
        idle = body->kind == NodeKind::fence_stmt;
    }
    return idle && reads_shared(condition);
}

/// Does the declaration of a for loop become several, or get a name for its structure? C wants one
/// declaration there, and no tag in it.
bool Loops::goes_in_front(Declaration *init) {
    const Decl *tag = init->specifiers.defines_tag ? init->specifiers.tag : nullptr;
    bool found = DeclarationLowering(in).is_rewritten(init) || (tag && tag->name == Name::none);
    for (Declarator *x : init->declarators)
        found = found || DeclarationLowering(in).is_removed(init, x);
    return found;
}

Node *Loops::loop(Stmt *s) {
    auto *f = as<ForStmt>(s);
    const bool followed = f && InductionVariables(in).follows_head(f);
    if (Node *own = f && !followed && !is_one_thread() ? OwnerGuards(in).without_guard(f) : nullptr) return own;
    if (Node *turned = f && !followed && !is_one_thread() ? Rotations(in).rotated(f) : nullptr) return turned;
    auto *w = as<WhileStmt>(s);
    auto *d = as<DoStmt>(s);
    Stmt *body = f ? f->body : w ? w->body : d->body;
    Expr *condition = f ? f->condition : w ? w->condition : d->condition;
    auto *init = f ? as<Declaration>(f->init) : nullptr;
    ForStmt *counting = unit.while_loops.with_step(s, in.function ? in.function->decl : nullptr);
    if (counting && (in.passes.strip_mine || in.passes.strength_reduction || in.passes.group_prefetch) &&
        !waits(body, condition))
        if (Node *runs = StripMine(in).loop(counting)) return runs;
    if (init && goes_in_front(init))
        return plain_for(f->init, f->condition, f->step,
                         waits(body, condition) ? make("{ " + abi::spin + "(); }") : node(body));
    if (!waits(body, condition)) return rebuild(s);
    Weaver weaver(ctx, s->range);
    const auto part = [&](Expr *e, bool truth) {
        if (!e) return;
        if (Node *lowered = truth ? this->condition(e) : effect(e); lowered != e) weaver.replace(extent(e), lowered);
    };
    if (d) weaver.replace(body->range, " { " + abi::spin + "(); } ");
    if (f && f->init) part(as<Expr>(f->init), false);
    part(condition, true);
    if (f) part(f->step, false);
    if (!d) weaver.replace(body->range, " { " + abi::spin + "(); }");
    return weaver.finish(s);
}

Node *Loops::loop_start(const CountedLoop &loop) {
    if (loop.declares()) return DeclarationLowering(in).declaration(static_cast<Declaration *>(loop.init));
    return loop.init ? make({effect(static_cast<Expr *>(loop.init)), ";"}) : make("");
}

/// for (init; condition; step) body, from lowered parts; a declaration that had to be split goes
/// before it, in a block.
Node *Loops::plain_for(Node *init, Expr *condition, Expr *step, Node *body) {
    Composer out(ctx);
    auto *d = as<Declaration>(init);
    const bool split = d && goes_in_front(d);
    Node *first = !init ? nullptr : d ? DeclarationLowering(in).declaration(d) : effect(as<Expr>(init));
    if (split) out.text("{ ").node(first).text(" ");
    out.text("for (");
    if (!split) out.node(first);
    const auto &tokens = ctx.source.tokens();
    const bool closed = d && !split && !d->range.empty() && tokens[d->range.last - 1].kind == Tok::semicolon;
    out.text(closed ? " " : "; ");
    if (condition) out.node(this->condition(condition));
    out.text("; ");
    if (step) out.node(effect(step));
    out.text(") ").node(body);
    if (split) out.text(" }");
    return out.finish();
}

} // namespace polder::cc

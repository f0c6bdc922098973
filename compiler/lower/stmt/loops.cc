// loops: those that passes of the optimiser take, and those that wait for another thread.
//   before   while (!flag) ;                                          // shared int flag
//   after    while (!(*(int *)polder_addr_1node(polder_s_flag))) { polder_spin(); }
// So is a loop that does nothing but call upc_poll.
//
// A loop that goes from element to element, as `while (a[++i] < x) ;`, does not wait.
//
// A waiting loop must let other threads run when there are fewer cores, and must read again. A call
// of polder_spin does both: the back end cannot see through it.
#include "compiler/lower/stmt/loops.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/passes/owner_guards.h"
#include "compiler/lower/passes/rotations.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/sema/constant.h"

#include <algorithm>

namespace polder::cc {

namespace {

/// The function that a call names; null if it calls through a pointer.
NameExpr *callee_of(CallExpr *call) {
    auto *cast = as<ImplicitCast>(call->callee);
    return as<NameExpr>(cast ? cast->operand : call->callee);
}

bool calls_anything(Node *n) {
    if (as<CallExpr>(n)) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || calls_anything(child); });
    return found;
}

} // namespace

std::string_view Loops::called(Expr *e) {
    auto *call = as<CallExpr>(e);
    auto *callee = call ? callee_of(call) : nullptr;
    return callee && callee->decl && callee->decl->name != Name::none ? source_name(callee->decl) : std::string_view();
}

bool Loops::reads_shared(Node *n) {
    if (auto *e = as<Expr>(n); e && (types.is_shared(e->type) || called(e).starts_with("upc_"))) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || reads_shared(child); });
    return found;
}

/// Does it call a function of this unit that reads shared memory?
bool Loops::calls_reader(Node *n) {
    std::unordered_set<const Decl *> seen;
    const auto calls = [&](auto &self, Node *part) -> bool {
        auto *call = as<CallExpr>(part);
        const FunctionDecl *f = call ? unit.facts.definition(called_function(call->callee)) : nullptr;
        bool found = f && f->body && seen.insert(f->canonical).second && (reads_shared(f->body) || self(self, f->body));
        for_each_child(part, [&](Node *child) { found = found || self(self, child); });
        return found;
    };
    return calls(calls, n);
}

namespace {

/// Variables that a part of a loop's head steps by a constant, and those that it changes otherwise.
struct HeadChanges {
    std::unordered_set<const Decl *> stepped = {};
    std::unordered_set<const Decl *> set = {};
};

void find_changes(Context &ctx, Node *n, HeadChanges &to) {
    const LoopStep step = as<Expr>(n) ? step_of(static_cast<Expr *>(n)) : LoopStep{};
    const ConstantValue by = step.by ? evaluate(ctx, step.by) : ConstantValue();
    const bool steps = step.variable && (!step.by || (by.known && !by.is_floating && by.value != 0));
    auto *assignment = as<AssignExpr>(n);
    const VarDecl *target = assignment ? named_variable(assignment->target) : nullptr;
    if (steps)
        to.stepped.insert(step.variable->canonical);
    else if (target)
        to.set.insert(target->canonical);
    if (auto *x = as<Declarator>(n); x && x->decl) to.set.insert(x->decl->canonical);
    for_each_child(n, [&](Node *child) { find_changes(ctx, child, to); });
}

/// Is it a sum of multiples, with a variable that steps? Remainders and masks come round.
bool moves(Expr *e, const HeadChanges &changes) {
    e = without_conversions(e);
    if (const VarDecl *v = named_variable(e))
        return changes.stepped.count(v->canonical) && !changes.set.count(v->canonical);
    if (auto *u = as<UnaryExpr>(e); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
        return moves(u->operand, changes);
    auto *sum = as<BinaryExpr>(e);
    return sum && (sum->op == BinaryOp::add || sum->op == BinaryOp::sub) &&
           moves(sum->left, changes) != moves(sum->right, changes);
}

/// Is it another object in each iteration?
bool object_moves(Expr *lvalue, const HeadChanges &changes) {
    Expr *e = without_parens(lvalue);
    if (auto *m = as<MemberExpr>(e)) return m->arrow ? moves(m->base, changes) : object_moves(m->base, changes);
    if (auto *x = as<IndexExpr>(e))
        return moves(x->index, changes) || (!decayed_array(x->base) && moves(x->base, changes));
    auto *u = as<UnaryExpr>(e);
    return u && u->op == UnaryOp::dereference && moves(u->operand, changes);
}

} // namespace

/// Does a condition go from object to object? Each shared object that it reads is found by a
/// variable that steps, and it reads none in another way. `step`: of a `for`, or null.
bool Loops::goes_on(Expr *condition, Expr *step) {
    HeadChanges changes;
    find_changes(ctx, condition, changes);
    if (step) find_changes(ctx, step, changes);
    const auto all_move = [&](auto &self, Node *n) -> bool {
        if (n->kind == NodeKind::call_expr || n->kind == NodeKind::stmt_expr || n->kind == NodeKind::cast_expr)
            return !reads_shared(n) && !calls_reader(n);
        auto *read = as<ImplicitCast>(n);
        if (read && read->conversion == Conversion::lvalue_to_rvalue && types.is_shared(read->operand->type) &&
            !object_moves(read->operand, changes))
            return false;
        auto *u = as<UnaryExpr>(n);
        auto *a = as<AssignExpr>(n);
        const bool updates = (a && a->compound && types.is_shared(a->target->type)) ||
                             (u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement &&
                              types.is_shared(u->operand->type));
        bool all = !updates;
        for_each_child(n, [&](Node *child) { all = all && self(self, child); });
        return all;
    };
    return !changes.stepped.empty() && all_move(all_move, condition);
}

bool Loops::is_poll(Stmt *s) {
    auto *e = as<ExprStmt>(s);
    const std::string_view name = e && e->expr ? called(e->expr) : std::string_view();
    return name == "upc_poll" || name == "bupc_poll";
}

/// Does the loop do nothing but test shared memory, or poll until a condition is true? `step`: of a
/// `for`, or null.
bool Loops::waits(Stmt *body, Expr *condition, Expr *step) {
    if (!condition || !body) return false;
    bool polls = false;
    const auto idle = [&](Node *item) {
        auto *s = as<Stmt>(item);
        auto *e = as<ExprStmt>(item);
        const bool poll = s && is_poll(s);
        polls = polls || poll;
        return poll || item->kind == NodeKind::fence_stmt || (e && !e->expr);
    };
    auto *block = as<CompoundStmt>(body);
    if (block ? !std::ranges::all_of(block->items, idle) : !idle(body)) return false;
    const bool reads = reads_shared(condition) || calls_reader(condition);
    return (reads && !goes_on(condition, step)) || (polls && !calls_anything(condition));
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
        !waits(body, condition, f ? f->step : nullptr))
        if (Node *runs = StripMine(in).loop(counting)) return runs;
    const bool is_wait = waits(body, condition, f ? f->step : nullptr);
    if (init && (is_wait || goes_in_front(init)))
        return plain_for(f->init, f->condition, f->step, is_wait ? make("{ " + abi::spin + "(); }") : node(body));
    if (!is_wait) return rebuild(s);
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

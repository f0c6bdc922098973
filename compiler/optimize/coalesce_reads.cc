// Block spans on other nodes that a run only reads (pass coalesce). All elements of the run are
// fetched into a buffer at once. The run goes over the buffer as it does over memory of this node.
//   in far code   T *q = here(span)                       becomes
//                 left = polder_far_cut(part, ...): what fits into a buffer, too;
//                 T *q = polder_far_begin(part, buffer, ...)
// What a run writes elsewhere: coalesce_writes.cc.
//
// Why it is right. Reads move to the front of the run. UPC 1.3, B.3, allows that if nothing strict
// lies between, and no write of the thread to the same location.
//   1. The loop has no strict access, barrier, fence, nor a call that could contain one.
//   2. Its writes to shared memory go to groups whose spans are on this node, which are other
//      locations, or to groups that are sent. Those lie apart. Else the general body runs.
//   3. What was written before is seen, as polder_far_begin goes by the thread's cache.
//   4. Only elements that the run reads are asked for, or others between two of them. The least and
//      the greatest reference of the group are in every iteration, behind no condition, and no jump
//      ends the loop before its time.
#include "compiler/analysis/access_function.h"
#include "compiler/optimize/passes.h"
#include "compiler/unit/library_calls.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr long most_step = 8;        // elements: others are not worth their transfer
constexpr unsigned most_fetched = 8; // groups of a loop: each has a buffer on the stack

/// Functions of the C library that touch neither shared memory nor the order of accesses.
bool is_plain_library(std::string_view name) {
    return is_mathematics(name) || name == "memcpy" || name == "memset";
}

/// The reference that a stored-to shared lvalue is, or is a part of.
Expr *stored_in(Expr *e) {
    for (;;) {
        if (auto *p = as<ParenExpr>(e))
            e = p->inner;
        else if (auto *m = as<MemberExpr>(e); m && !m->arrow)
            e = m->base;
        else if (auto *u = as<UnaryExpr>(e);
                 u && (u->op == UnaryOp::real || u->op == UnaryOp::imag || u->op == UnaryOp::extension))
            e = u->operand;
        else
            return e;
    }
}

/// May reads of shared memory move to the front of this code?
class ReadsMove {
public:
    ReadsMove(LoopNest &nest, const Surroundings &in) : nest_(nest), in_(in), types_(in.ctx().types) {}

    /// In the nest, stores go to its references, which are noted. In a function that is called,
    /// there may be none.
    bool may_move(Node *n, bool in_nest) {
        if (auto *e = as<Expr>(n); e && e->lvalue && is_strict_access(types_, e)) return false;
        bool may = true;
        if (auto *a = as<AssignExpr>(n))
            may = may_store(a->target, in_nest);
        else if (auto *u = as<UnaryExpr>(n); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
            may = may_store(u->operand, in_nest);
        else if (auto *c = as<CallExpr>(n))
            may = is_harmless(c);
        else if (auto *b = as<BreakStmt>(n))
            may = !in_nest || b->target != nest_.loop.written;
        else if (n->kind == NodeKind::return_stmt || n->kind == NodeKind::goto_stmt)
            may = !in_nest;
        else if (n->kind == NodeKind::barrier_stmt || n->kind == NodeKind::fence_stmt ||
                 n->kind == NodeKind::asm_stmt || n->kind == NodeKind::pragma_stmt)
            may = false;
        for_each_child(n, [&](Node *child) { may = may && may_move(child, in_nest); });
        return may;
    }

private:
    bool may_store(Expr *target, bool in_nest) {
        if (!types_.is_shared(target->type) || in_.is_own_place(target)) // on this node is no location elsewhere
            return true;
        const Expr *reference = stored_in(target);
        const auto is_this = [&](const Reference &r) { return r.expr == reference; };
        if (!in_nest || std::none_of(nest_.references.begin(), nest_.references.end(), is_this)) return false;
        nest_.stored.insert(reference);
        return true;
    }

    /// Does a call leave the order of shared accesses alone, and shared memory as it is?
    bool is_harmless(const CallExpr *call) {
        const FunctionDecl *f = called_function(call->callee);
        if (!f) return false;
        if (!seen_.insert(f->canonical).second) return true;
        const FunctionDecl *defined = in_.analyses.facts.definition(f);
        if (defined && defined->body) return may_move(defined->body, false);
        std::string_view name = in_.ctx().source.name(f->name);
        if (name.starts_with("__builtin_")) name.remove_prefix(10);
        return is_plain_library(name);
    }

    LoopNest &nest_;
    const Surroundings &in_;
    const TypeTable &types_;
    std::unordered_set<const Decl *> seen_ = {};
};

/// Notes the references that are evaluated whenever n is. False: what follows n may not be.
bool find_certain(Node *n, LoopNest &nest, const Surroundings &in) {
    LoopFacts &facts = in.analyses.facts;
    bool goes_on = true;
    const auto visit = [&](Node *child) {
        if (child && goes_on) goes_on = find_certain(child, nest, in);
    };
    if (n->kind == NodeKind::continue_stmt || n->kind == NodeKind::break_stmt) return false;
    if (n->kind == NodeKind::size_expr || n->kind == NodeKind::switch_stmt || n->kind == NodeKind::while_stmt ||
        n->kind == NodeKind::do_stmt || n->kind == NodeKind::forall_stmt || n->kind == NodeKind::generic_expr ||
        n->kind == NodeKind::choose_expr)
        return !facts.effects(n).jumps;
    if (auto *i = as<IfStmt>(n)) {
        visit(i->condition);
        return goes_on && !facts.effects(n).jumps;
    }
    if (auto *c = as<ConditionalExpr>(n)) {
        visit(c->condition);
        return goes_on;
    }
    if (auto *b = as<BinaryExpr>(n); b && (b->op == BinaryOp::logical_and || b->op == BinaryOp::logical_or)) {
        visit(b->left);
        return goes_on;
    }
    if (auto *f = as<ForStmt>(n)) {
        visit(f->init);
        const bool jumps = facts.effects(f->body).jumps;
        // At least once. A loop that may wait for a change of what its condition reads is none.
        if (nest.entered.count(f)) {
            visit(f->condition);
            if (!jumps) // all of its iterations
                find_certain(f->body, nest, in);
        }
        return goes_on && !jumps;
    }
    if (auto *e = as<IndexExpr>(n); e && !in.ctx().types.canonical(e->type).is_volatile_or_atomic())
        nest.certain.insert(e);
    for_each_child(n, visit);
    return goes_on;
}

} // namespace

void coalesce(LoopNest &nest, const Surroundings &in) {
    if (!in.is_far() || !in.passes.coalesce || nest.groups.empty() || nest.loop.is_guarded() || nest.by_threads) return;
    const TokenIndex where = nest.loop.statement->range.first;
    if (in.analyses.notes.calls_itself(in.analyses.facts, in.analyses.function))
        return in.not_done(Pass::coalesce, where, "the function calls itself, and each call would have its buffers");
    if (!ReadsMove(nest, in).may_move(nest.loop.body, true))
        return in.not_done(Pass::coalesce, where,
                           "the loop has jumps, calls, strict accesses or stores that reads may not move over");
    find_certain(nest.loop.body, nest, in);
    unsigned fetched = 0;
    for (Group &g : nest.groups) {
        const Reference &least = *g.members.front();
        bool stored = false;
        for (const Reference *r : g.members)
            stored = stored || nest.stored.count(r->expr);
        g.fetched = !stored && (!g.contiguous || least.indexed) && least.stride >= 0 && least.stride <= most_step &&
                    nest.certain.count(least.expr) && nest.certain.count(g.highest->expr) && fetched < most_fetched;
        fetched += g.fetched;
    }
    const unsigned sent = coalesce_writes(nest, in, most_fetched - fetched);
    const auto spans = [](unsigned n) { return std::to_string(n) + (n == 1 ? " span" : " spans"); };
    if (fetched)
        in.done(Pass::coalesce, where,
                "what lies elsewhere is fetched a run at a time: " + spans(fetched) +
                    (sent ? "; what is written there is sent: " + spans(sent) : std::string()));
    else if (sent)
        in.done(Pass::coalesce, where, "what is written elsewhere is sent a run at a time: " + spans(sent));
}

} // namespace polder::cc

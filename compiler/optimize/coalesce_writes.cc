// Block spans on other nodes that a run writes to (pass coalesce). The run writes to a buffer.
// Behind the run, what it wrote goes to the thread's cache at once, which sends adjacent bytes as
// one put.
//   in far code   a[i] = b[i] + c                          becomes
//                 left = polder_far_cut(part of a, ...);
//                 T *q = polder_far_begin(part of a, buffer, ...);  for (...) q[i] = ...;
//                 polder_far_end(part of a, ...);
// What the run reads of the same span is fetched into the buffer before (a[i] += b[i]).
//
// Vocabulary. stretch: elements of a group that lie behind one another and of which the run writes
// all.
//
// Why it is right. Writes move to the back of the run. UPC 1.3, B.3, allows that if nothing strict
// lies between. Nor may an access of the thread to the same location come to the other side.
//   1. The loop has no strict access, barrier, fence, nor a call that could contain one
//      (reads_may_move).
//   2. What it accesses by references of the group goes to the buffer, in the order of the program.
//   3. Other groups are on this node, or are fetched or sent themselves. A test before each run
//      says that those lie apart; else the general body runs.
//   4. There is no other access to shared memory in the loop, nor in what it calls, but to own
//      elements.
//   5. Only bytes that the program writes are sent. Each written reference is an assignment to a
//      whole scalar in every iteration, and together they leave no element of a stretch out.
//   6. The body has no loops but counted ones. So it waits for no thread that might wait for the
//      write.
#include "compiler/optimize/passes.h"

#include <algorithm>

namespace polder::cc {

namespace {

/// Notes which references are assigned to as a whole, and which are read or used in another way.
void find_uses(Node *n, LoopNest &nest, const TypeTable &types) {
    auto *a = as<AssignExpr>(n);
    auto *u = as<UnaryExpr>(n);
    const bool steps = u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement;
    Expr *target = a ? a->target : steps ? u->operand : nullptr;
    auto *e = target ? as<IndexExpr>(without_parens(target)) : nullptr;
    if (!e || !types.is_scalar(e->type) || types.canonical(e->type).has(q_atomic)) {
        if (auto *i = as<IndexExpr>(n)) nest.read.insert(i);
        return for_each_child(n, [&](Node *child) { find_uses(child, nest, types); });
    }
    nest.assigned.insert(e);
    if (steps || a->compound) nest.read.insert(e);
    for_each_child(e, [&](Node *child) { find_uses(child, nest, types); });
    if (a) find_uses(a->value, nest, types);
}

/// Are all accesses to shared memory references of the nest, or to what is on this node?
class WritesMove {
public:
    WritesMove(const LoopNest &nest, const Surroundings &in) : nest_(nest), in_(in), types_(in.ctx().types) {}

    /// In a function that is called there may be none.
    bool may_move(Node *n, bool in_nest) {
        if (n->kind == NodeKind::size_expr) return true;
        if (n->kind == NodeKind::while_stmt || n->kind == NodeKind::do_stmt || n->kind == NodeKind::forall_stmt)
            return false;
        if (auto *f = as<ForStmt>(n); f && (!in_nest || !strip_loop(in_.analyses, f, nest_.loop.statement)))
            return false;
        if (auto *c = as<CallExpr>(n)) {
            const FunctionDecl *f = called_function(c->callee);
            const FunctionDecl *defined = f ? in_.analyses.facts.definition(f) : nullptr;
            if (defined && defined->body && seen_.insert(f->canonical).second && !may_move(defined->body, false))
                return false;
        }
        auto *e = as<Expr>(n);
        if (e && e->lvalue && types_.is_shared(e->type) && !types_.is_array(e->type)) {
            const auto is_this = [&](const Reference &r) { return r.expr == e; };
            const auto *u = as<UnaryExpr>(e);
            const auto *m = as<MemberExpr>(e);
            const bool part = as<ParenExpr>(e) || (m && !m->arrow) || (u && u->op != UnaryOp::dereference);
            if (!part && !in_.is_own_place(e) &&
                !(in_nest && std::any_of(nest_.references.begin(), nest_.references.end(), is_this)))
                return false;
        }
        bool may = true;
        for_each_child(n, [&](Node *child) { may = may && may_move(child, in_nest); });
        return may;
    }

private:
    const LoopNest &nest_;
    const Surroundings &in_;
    const TypeTable &types_;
    std::unordered_set<const Decl *> seen_ = {};
};

/// Does each run write all elements of the stretches that references of the group are written in?
/// Finds these.
bool is_covered(Group &g, const LoopNest &nest) {
    const Reference &least = *g.members.front();
    std::vector<std::pair<long, long>> stretches; // first, last
    for (const Reference *r : g.members) {
        if (!nest.stored.count(r->expr)) continue;
        if (!nest.assigned.count(r->expr) || !nest.certain.count(r->expr) || !r->dense || !r->indexed) return false;
        const long first = r->offset - least.offset;
        const long last = first + r->extent;
        if (!stretches.empty() && first <= stretches.back().second + 1)
            stretches.back().second = std::max(stretches.back().second, last);
        else
            stretches.emplace_back(first, last);
    }
    for (auto &[first, last] : stretches) {
        const long count = last - first + 1;
        if (count < least.stride) return false;
        g.stretches.emplace_back(first, count);
    }
    return !g.stretches.empty();
}

} // namespace

/// Which groups are sent where they lie elsewhere; how many: `room` at most.
unsigned coalesce_writes(LoopNest &nest, const Surroundings &in, unsigned room) {
    if (nest.stored.empty() || !WritesMove(nest, in).may_move(nest.loop.body, true)) return 0;
    find_uses(nest.loop.body, nest, in.ctx().types);
    unsigned sent = 0;
    for (Group &g : nest.groups) {
        const Reference &least = *g.members.front();
        if (g.fetched || sent == room || (g.contiguous && !least.indexed) || least.stride < 0 ||
            !nest.certain.count(least.expr) || !nest.certain.count(g.highest->expr) || !is_covered(g, nest))
            continue;
        g.fetched = g.sent = true;
        g.read = std::any_of(g.members.begin(), g.members.end(),
                             [&](const Reference *r) { return nest.read.count(r->expr); });
        ++sent;
    }
    return sent;
}

} // namespace polder::cc

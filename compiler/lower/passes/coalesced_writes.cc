// Block spans on other nodes that a run writes to (pass coalesce). The run writes to a buffer.
// Behind the run, what it wrote goes to the thread's cache at once, which sends adjacent bytes as
// one put.
//   in far code   a[i] = b[i] + c                          becomes
//                 f = the span is elsewhere;  left = what fits into a buffer, too;
//                 T *q = f ? buffer - low : here(span);  for (...) q[i] = ...;
//                 if (f) polder_far_send(address of low, buffer, bytes);
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
#include "compiler/lower/passes/strip_mine.h"

#include <algorithm>

namespace polder::cc {

/// Notes which references are assigned to as a whole, and which are read or used in another way.
void StripMine::find_uses(Node *n, Plan &plan) {
    auto *a = as<AssignExpr>(n);
    auto *u = as<UnaryExpr>(n);
    const bool steps = u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement;
    Expr *target = a ? a->target : steps ? u->operand : nullptr;
    auto *e = target ? as<IndexExpr>(without_parens(target)) : nullptr;
    if (!e || !types_.is_scalar(e->type) || types_.canonical(e->type).has(q_atomic)) {
        if (auto *i = as<IndexExpr>(n)) plan.read.insert(i);
        return for_each_child(n, [&](Node *child) { find_uses(child, plan); });
    }
    plan.assigned.insert(e);
    if (steps || a->compound) plan.read.insert(e);
    for_each_child(e, [&](Node *child) { find_uses(child, plan); });
    if (a) find_uses(a->value, plan);
}

/// Are all accesses to shared memory references of the plan, or to what is on this node? In a
/// function that is called there may be none.
bool StripMine::writes_may_move(Node *n, const Plan *plan, std::unordered_set<const Decl *> &seen) {
    if (n->kind == NodeKind::size_expr) return true;
    if (n->kind == NodeKind::while_stmt || n->kind == NodeKind::do_stmt || n->kind == NodeKind::forall_stmt)
        return false;
    if (auto *f = as<ForStmt>(n); f && (!plan || !strip_loop(f, plan->loop.statement))) return false;
    if (auto *c = as<CallExpr>(n)) {
        const FunctionDecl *f = called_function(c->callee);
        const FunctionDecl *defined = f ? facts_.definition(f) : nullptr;
        if (defined && defined->body && seen.insert(f->canonical).second &&
            !writes_may_move(defined->body, nullptr, seen))
            return false;
    }
    auto *e = as<Expr>(n);
    if (e && e->lvalue && types_.is_shared(e->type) && !types_.is_array(e->type)) {
        const auto is_this = [&](const Reference &r) { return r.expr == e; };
        const auto *u = as<UnaryExpr>(e);
        const auto *m = as<MemberExpr>(e);
        const bool part = as<ParenExpr>(e) || (m && !m->arrow) || (u && u->op != UnaryOp::dereference);
        if (!part && !lower_.is_own_place(e) &&
            !(plan && std::any_of(plan->references.begin(), plan->references.end(), is_this)))
            return false;
    }
    bool may = true;
    for_each_child(n, [&](Node *child) { may = may && writes_may_move(child, plan, seen); });
    return may;
}

/// Does each run write all elements of the stretches that references of the group are written in?
/// Finds these.
bool StripMine::is_covered(Group &g, const Plan &plan) {
    const Reference &least = *g.members.front();
    std::vector<std::pair<long, long>> stretches; // first, last
    for (const Reference *r : g.members) {
        if (!plan.stored.count(r->expr)) continue;
        if (!plan.assigned.count(r->expr) || !plan.certain.count(r->expr) || !r->dense || !r->indexed) return false;
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

/// Which groups are sent where they lie elsewhere; how many: `room` at most.
unsigned StripMine::survey_sent(Plan &plan, unsigned room) {
    std::unordered_set<const Decl *> seen;
    if (plan.stored.empty() || !writes_may_move(plan.loop.body, &plan, seen)) return 0;
    find_uses(plan.loop.body, plan);
    unsigned sent = 0;
    for (Group &g : plan.groups) {
        const Reference &least = *g.members.front();
        if (g.fetched || sent == room || (g.contiguous && !least.indexed) || least.stride < 0 ||
            !plan.certain.count(least.expr) || !plan.certain.count(g.highest->expr) || !is_covered(g, plan))
            continue;
        g.fetched = g.sent = true;
        g.read = std::any_of(g.members.begin(), g.members.end(),
                             [&](const Reference *r) { return plan.read.count(r->expr); });
        ++sent;
    }
    return sent;
}

/// Code: no span that is sent overlaps another one elsewhere, over the run.
std::string StripMine::apart_tests(const Plan &plan, const std::string &left) {
    std::string tests;
    for (size_t w = 0; w < plan.groups.size(); ++w)
        for (size_t o = 0; o < plan.groups.size() && plan.groups[w].sent; ++o) {
            const Group &sent = plan.groups[w];
            const Group &other = plan.groups[o];
            if (o == w || !other.fetched || (other.sent && o < w)) continue;
            tests += " && (!(" + sent.elsewhere + " & " + other.elsewhere + ") || " + abi::apart + "(" + sent.address +
                     ", " + sent.address + " + " + bytes_of(sent, left) + ", " + other.address + ", " + other.address +
                     " + " + bytes_of(other, left) + "))";
        }
    return tests;
}

/// Behind a run: what it has written in buffers.
std::string StripMine::sends(const Plan &plan, const std::string &left) {
    std::string text;
    for (const Group &g : plan.groups) {
        if (!g.sent) continue;
        const Reference &least = *g.members.front();
        const std::string size = lower_.element_size(least.expr->base->type);
        text += " if (" + g.elsewhere + ") {";
        for (const auto &[first, count] : g.stretches) {
            const std::string begin = std::to_string(first) + " * " + size;
            text += " " + abi::far_send + "(" + g.address + " + " + begin + ", " + g.buffer + " + " + begin +
                    ", (unsigned long)(" + std::to_string(count) + " + (" + left + " - 1) * " +
                    std::to_string(least.stride) + "L) * " + size + ");";
        }
        text += " }";
    }
    return text;
}

} // namespace polder::cc

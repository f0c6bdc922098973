// Block spans on other nodes that a run only reads (pass coalesce). All elements of the run are
// fetched into a buffer at once. The run goes over the buffer as it does over memory of this node.
//   in far code   T *q = here(span)                       becomes
//                 f = the span is elsewhere;  left = what fits into a buffer, too;
//                 T *q = f ? polder_far_fetch(buffer, ...) - low : here(span)
// What a run writes elsewhere: coalesced_writes.cc.
//
// Why it is right. Reads move to the front of the run. UPC 1.3, B.3, allows that if nothing strict
// lies between, and no write of the thread to the same location.
//   1. The loop has no strict access, barrier, fence, nor a call that could contain one.
//   2. Its writes to shared memory go to groups whose spans are on this node, which are other
//      locations, or to groups that are sent. Those lie apart. Else the general body runs.
//   3. What was written before is seen, as polder_far_fetch goes by the thread's cache.
//   4. Only elements that the run reads are asked for, or others between two of them. The least and
//      the greatest reference of the group are in every iteration, behind no condition, and no jump
//      ends the loop before its time.
#include "compiler/lower/passes/strip_mine.h"

namespace polder::cc {

namespace {

constexpr long most_step = 8;           // elements: others are not worth their transfer
constexpr unsigned most_fetched = 8;    // groups of a loop: each has a buffer on the stack
constexpr unsigned buffer_bytes = 8192; // polder_far_fits in abi.h knows it

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

} // namespace

/// Does a call leave the order of shared accesses alone, and shared memory as it is?
bool StripMine::is_harmless(const CallExpr *call, std::unordered_set<const Decl *> &seen) {
    const FunctionDecl *f = called_function(call->callee);
    if (!f) return false;
    if (!seen.insert(f->canonical).second) return true;
    const std::string name(lower_.source_name(f));
    const FunctionDecl *defined = facts_.definition(f);
    if (defined && defined->body) return reads_may_move(defined->body, nullptr, seen);
    return is_plain_library(name.rfind("__builtin_", 0) == 0 ? name.substr(10) : name);
}

/// May reads of shared memory move to the front of this code? Stores go to references of the plan,
/// which are noted.
bool StripMine::reads_may_move(Node *n, Plan *plan, std::unordered_set<const Decl *> &seen) {
    const auto may_store = [&](Expr *target) {
        if (!types_.is_shared(target->type) ||
            lower_.is_own_place(target)) // what is on this node is no location elsewhere
            return true;
        const Expr *reference = stored_in(target);
        for (const Reference &r : plan ? plan->references : std::vector<Reference>())
            if (r.expr == reference) {
                plan->stored.insert(r.expr);
                return true;
            }
        return false;
    };
    bool may = true;
    if (auto *e = as<Expr>(n); e && e->lvalue && types_.is_shared(e->type) && lower_.is_strict(e)) return false;
    if (auto *a = as<AssignExpr>(n))
        may = may_store(a->target);
    else if (auto *u = as<UnaryExpr>(n); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
        may = may_store(u->operand);
    else if (auto *c = as<CallExpr>(n))
        may = is_harmless(c, seen);
    else if (auto *b = as<BreakStmt>(n))
        may = !plan || b->target != plan->loop.written;
    else if (n->kind == NodeKind::return_stmt || n->kind == NodeKind::goto_stmt)
        may = !plan;
    else if (n->kind == NodeKind::barrier_stmt || n->kind == NodeKind::fence_stmt || n->kind == NodeKind::asm_stmt ||
             n->kind == NodeKind::pragma_stmt)
        may = false;
    for_each_child(n, [&](Node *child) { may = may && reads_may_move(child, plan, seen); });
    return may;
}

/// Notes the references that are evaluated whenever n is. False: what follows n may not be.
bool StripMine::find_certain(Node *n, Plan &plan) {
    bool goes_on = true;
    const auto visit = [&](Node *child) {
        if (child && goes_on) goes_on = find_certain(child, plan);
    };
    if (n->kind == NodeKind::continue_stmt || n->kind == NodeKind::break_stmt) return false;
    if (n->kind == NodeKind::size_expr || n->kind == NodeKind::switch_stmt || n->kind == NodeKind::while_stmt ||
        n->kind == NodeKind::do_stmt || n->kind == NodeKind::forall_stmt || n->kind == NodeKind::generic_expr ||
        n->kind == NodeKind::choose_expr)
        return !facts_.effects(n).jumps;
    if (auto *i = as<IfStmt>(n)) {
        visit(i->condition);
        return goes_on && !facts_.effects(n).jumps;
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
        const bool jumps = facts_.effects(f->body).jumps;
        if (plan.entered.count(
                f)) { // at least once; a loop that may wait for a change of what its condition reads is another matter
            visit(f->condition);
            if (!jumps) // all of its iterations
                find_certain(f->body, plan);
        }
        return goes_on && !jumps;
    }
    if (auto *e = as<IndexExpr>(n); e && !types_.canonical(e->type).has(q_volatile)) plan.certain.insert(e);
    for_each_child(n, visit);
    return goes_on;
}

/// Which groups are fetched where they lie elsewhere.
void StripMine::survey_far(Plan &plan) {
    if (!lower_.is_far_code() || !lower_.passes.coalesce || plan.groups.empty()) return;
    const TokenIndex where = plan.loop.statement->range.first;
    std::unordered_set<const Decl *> seen;
    if (!reads_may_move(plan.loop.body, &plan, seen))
        return lower_.not_done(Pass::coalesce, where,
                               "the loop has jumps, calls, strict accesses or stores that reads may not move over");
    find_certain(plan.loop.body, plan);
    unsigned fetched = 0;
    for (Group &g : plan.groups) {
        const Reference &least = *g.members.front();
        bool stored = false;
        for (const Reference *r : g.members)
            stored = stored || plan.stored.count(r->expr);
        g.fetched = !stored && (!g.contiguous || least.indexed) && least.stride >= 0 && least.stride <= most_step &&
                    plan.certain.count(least.expr) && plan.certain.count(g.highest->expr) && fetched < most_fetched;
        fetched += g.fetched;
    }
    const unsigned sent = survey_sent(plan, most_fetched - fetched);
    const auto spans = [](unsigned n) { return std::to_string(n) + (n == 1 ? " piece" : " pieces"); };
    if (fetched)
        lower_.done(Pass::coalesce, where,
                    "what lies elsewhere is fetched a run at a time: " + spans(fetched) +
                        (sent ? "; what is written there is sent: " + spans(sent) : std::string()));
    else if (sent)
        lower_.done(Pass::coalesce, where, "what is written elsewhere is sent a run at a time: " + spans(sent));
}

/// Code in front of a run: how much of it fits into the buffers.
void StripMine::declare_fetch(Group &g, const std::string &left, Composer &out) {
    const Reference &least = *g.members.front();
    const std::string size = lower_.element_size(least.expr->base->type);
    g.address = lower_.fresh("address", least.expr);
    g.elsewhere = lower_.fresh("elsewhere", least.expr);
    out.text("const " + abi::ga + " " + g.address + " = " + g.span + ".bias + (" + abi::ga + ")" + g.low + " * " +
             size + "; const int " + g.elsewhere + " = !" + std::string(lower_.near_test()) + g.address + "); if (" +
             g.elsewhere + ") " + left + " = " + abi::far_fits + "(" + g.high + " - " + g.low + ", " +
             std::to_string(least.stride) + ", " + size + ", " + left + "); ");
}

/// Bytes from the least to the greatest element of a run.
std::string StripMine::bytes_of(const Group &g, const std::string &left) {
    const Reference &least = *g.members.front();
    return "(unsigned long)(" + g.high + " - " + g.low + " + (" + left + " - 1) * " + std::to_string(least.stride) +
           "L + 1) * " + lower_.element_size(least.expr->base->type);
}

/// Where element 0 of a group is, as it were, in this run.
std::string StripMine::fetched_pointer(Group &g, const std::string &left, std::string &buffers) {
    const std::string size = lower_.element_size(g.members.front()->expr->base->type);
    g.buffer = lower_.fresh("buffer", g.members.front()->expr);
    buffers += "char " + g.buffer + "[" + std::to_string(buffer_bytes) + "] __attribute__((aligned(64))); ";
    const std::string place =
        g.read ? abi::far_fetch + "(" + g.buffer + ", " + g.address + ", " + bytes_of(g, left) + ")" : g.buffer;
    return "(" + g.elsewhere + " ? (void *)((" + abi::ga + ")" + place + " - (" + abi::ga + ")" + g.low + " * " + size +
           ") : " + std::string(lower_.here()) + g.span + ".bias))";
}

} // namespace polder::cc

// forall: a loop whose iterations belong to threads.
//   before   upc_forall (i = 0; i < n; i++; &a[i]) a[i] = f(i);
//   after    { const int polder_f1 = *polder_depth; *polder_depth = 1;
//              for (i = 0; i < n; i++)
//                if (polder_f1 || polder_thread_of(polder_e, ...) == polder_e.mythread)
//                  a[i] = f(i);
//              *polder_depth = polder_f1; }
//
// Only the outermost upc_forall selects iterations. One inside it, in the same function or in one
// that it calls, runs as a plain loop. Inside a function that is decided here. Across calls a
// counter of the thread decides; it is kept only where the body may call something that looks at
// it.
//
// A body that leaves the loop is undefined in UPC. What the loop has done so far is done, and the
// counter is restored by a cleanup of the variable that remembers it.
#include "compiler/lower/forall/foralls.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/forall/iteration_runs.h"
#include "compiler/lower/forall/pointer_foralls.h"
#include "compiler/lower/forall/strided_foralls.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/lower/stmt/loops.h"

namespace polder::cc {

/// Could a call below n reach another upc_forall?
bool Foralls::may_run_forall(Node *n) {
    std::unordered_set<const Decl *> seen;
    return n && may_run_forall(n, seen);
}

bool Foralls::may_run_forall(Node *n, std::unordered_set<const Decl *> &seen) {
    if (auto *call = as<CallExpr>(n)) {
        const FunctionDecl *f = called_function(call->callee);
        const bool is_plain = f && (f->is_builtin || f->in_c_code || source_name(f).substr(0, 4) == "upc_");
        const FunctionDecl *defined = is_plain ? nullptr : unit.facts.definition(f);
        if (is_plain) { // it may call what it is given
            for (const Expr *argument : call->args)
                if (types.is_pointer(argument->type) && types.is_function(types.pointee(argument->type))) return true;
        } else if (!defined || !defined->body) {
            return true;
        } else if (seen.insert(defined->canonical).second &&
                   (contains(defined->body, NodeKind::forall_stmt) || may_run_forall(defined->body, seen))) {
            return true;
        }
    }
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || may_run_forall(child, seen); });
    return found;
}

/// The test whether an iteration is the calling thread's.
Node *Foralls::owns(ForallStmt *s) {
    if (s->affinity_kind == Affinity::integer) {
        Addresses(in).say_divided(extent(s->affinity).first);
        const QualType type = types.canonical(s->affinity->type);
        if (types.size_of(type) < 8 || (types.size_of(type) == 8 && types.is_signed(type)))
            return call(abi::owns_number, {env(), make({"(long)(", value(s->affinity), ")"})});
        const std::string signedness = types.is_signed(type) ? "(long)" : "(unsigned long)"; // more than a long holds
        return call(abi::owns_number,
                    {env(), make({"(long)((", value(s->affinity), ") % ", signedness, threads(), ")"})});
    }
    return make({abi::thread_of + "(", env(), ", ", Pointers(in).ga_of(s->affinity), ") == ", env(), ".mythread"});
}

/// A loop that does not look at the iterations of other threads, or null.
Node *Foralls::selecting_loop(ForallStmt *s) {
    const char *why = "the body leaves the loop";
    if (!s->is_left) {
        if (Node *loop =
                in.passes.forall_own || in.passes.forall_stride ? IterationRuns(in).forall_runs(s, why) : nullptr)
            return loop;
        if (Node *loop = in.passes.forall_stride ? StridedForalls(in).strided(s) : nullptr) return loop;
        if (Node *loop = in.passes.forall_stride ? PointerForalls(in).forall_pointer(s, why) : nullptr) return loop;
    }
    if (in.passes.forall_stride) not_done(Pass::forall_stride, s->range.first, why);
    return nullptr;
}

/// With one thread: a loop over all iterations. Null if the affinity does something.
Node *Foralls::whole_loop(ForallStmt *s) {
    if (!unit.facts.only_reads(unit.facts.effects(s->affinity))) return nullptr;
    auto *loop = ctx.make<ForStmt>();
    loop->range = s->range;
    loop->upc = s->upc;
    loop->init = s->init;
    loop->condition = s->condition;
    loop->step = s->step;
    loop->body = s->body;
    Node *runs = in.passes.strip_mine && s->condition && s->step ? StripMine(in).loop(loop) : nullptr;
    return runs ? runs : Loops(in).plain_for(s->init, s->condition, s->step, node(s->body));
}

Node *Foralls::forall(ForallStmt *s) {
    const bool selects = s->affinity_kind == Affinity::integer || s->affinity_kind == Affinity::pointer;
    if (!selects || in.controlled) return Loops(in).plain_for(s->init, s->condition, s->step, node(s->body));
    if (Node *loop = is_one_thread() ? whole_loop(s) : nullptr) return loop;
    // The upc_foralls that it controls are those of its body (UPC 1.3 6.6.2), not of its head.
    const bool head_runs_forall = may_run_forall(s->init) || may_run_forall(s->condition) || may_run_forall(s->step) ||
                                  may_run_forall(s->affinity);
    if (Node *loop = head_runs_forall ? nullptr : selecting_loop(s)) return loop;
    if (head_runs_forall && in.passes.forall_stride)
        not_done(Pass::forall_stride, s->range.first, "its head calls a function that may run a upc_forall");
    in.function->env = in.function->depth = true;
    const std::string outer = fresh("inside");
    Node *test = owns(s);
    LowerContext inside = in;
    inside.controlled = true;
    const std::string around_body = !head_runs_forall
                                        ? ""
                                        : "const int " + fresh("inside") + " __attribute__((cleanup(" +
                                              abi::forall_leave + "))) = " + outer + "; *polder_depth = 1; ";
    Node *body = make({"{ if (", outer, " || ", test, ") { " + around_body, Lowering(inside).node(s->body), " } }"});
    const bool counts = !head_runs_forall && may_run_forall(s->body);
    const bool cleans = counts && s->is_left;
    Node *loop = Loops(in).plain_for(s->init, s->condition, s->step, body);
    return make({"{ const int ", outer, cleans ? " __attribute__((cleanup(" + abi::forall_leave + ")))" : "",
                 " = *polder_depth; ", counts ? "*polder_depth = 1; " : "", loop,
                 counts && !cleans ? " *polder_depth = " + outer + "; }" : std::string(" }")});
}

} // namespace polder::cc

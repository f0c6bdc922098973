// Rotated all-to-all loops: which loops over threads may begin with any of them.
//
// Proof obligation.
//   1. The loop has THREADS iterations of nothing but upc_memget and upc_memput, perhaps behind a
//      condition without side effects.
//   2. Each iteration is with another thread: the place of the shared side moves by a block each
//      time. Several transfers of an iteration are with the same thread.
//   3. Targets of upc_memget do not overlap.
//   4. The private side is private memory, or apart from what the thread's own iteration moves.
//      Private sides of two transfers of which one is written are apart as a whole.
// What cannot be known of conditions 2 to 4 is tested when the loop starts
// (compiler/lower/passes/rotations.cc).
#include "compiler/analysis/invariance.h"
#include "compiler/optimize/own_iterations.h"
#include "compiler/sema/constant.h"

namespace polder::cc {

namespace {

constexpr size_t most_transfers = 4; // of an iteration: each is compared with each

/// A private address that is linear in the variable: base + index, &base[index] and base[index] of
/// an array of arrays.
bool is_linear_address(Expr *address, const IndexScope &scope, const VarDecl *i) {
    TypeTable &types = scope.ctx.types;
    Expr *e = without_conversions(address);
    Expr *base = nullptr;
    Expr *index = nullptr;
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::address) e = without_conversions(u->operand);
    if (auto *x = as<IndexExpr>(e)) {
        base = x->base;
        index = x->index;
    } else if (auto *sum = as<BinaryExpr>(e); sum && sum->op == BinaryOp::add) {
        base = types.is_pointer(types.decayed(sum->left->type)) ? sum->left : sum->right;
        index = base == sum->left ? sum->right : sum->left;
    }
    VarDecl *v = variable_of(base ? base : e);
    std::optional<long> factor;
    if (!base && v && !types.is_shared(v->type) &&
        !types.is_pointer_to_shared(types.decayed(v->type))) // the same in every iteration
        return e != without_conversions(address) || types.is_array(v->type) ||
               scope.facts.is_fixed(v, scope.loop, scope.function);
    return v && !types.is_shared(v->type) && !types.is_pointer_to_shared(types.decayed(v->type)) &&
           (types.is_array(v->type) || scope.facts.is_fixed(v, scope.loop, scope.function)) && base &&
           is_linear(index, scope, i, factor);
}

/// The transfers that are all of an iteration. False if it is more, or nothing.
bool transfers_of(Context &ctx, Stmt *body, std::vector<CallExpr *> &calls) {
    if (auto *block = as<CompoundStmt>(body)) {
        for (Node *item : block->items)
            if (!as<Stmt>(item) || !transfers_of(ctx, static_cast<Stmt *>(item), calls)) return false;
        return !block->items.empty();
    }
    if (auto *test = as<IfStmt>(body))
        return !test->else_branch && is_pure_expression(ctx.types, test->condition, nullptr) &&
               transfers_of(ctx, test->then_branch, calls);
    auto *e = as<ExprStmt>(body);
    auto *call = e && e->expr ? as<CallExpr>(without_conversions(e->expr)) : nullptr;
    const FunctionDecl *f = call ? called_function(call->callee) : nullptr;
    if (!f || call->args.size() != 3) return false;
    const std::string_view name = ctx.source.name(f->name);
    if (name != "upc_memget" && name != "upc_memput") return false;
    calls.push_back(call);
    return true;
}

/// Fills in what is known of a transfer of the loop, or says why it is not one with another thread
/// in each iteration.
const char *recognise_transfer(const FunctionAnalyses &in, ForStmt *s, const VarDecl *i, CallExpr *call,
                               Transfer &transfer) {
    const IndexScope scope{in.facts, in.ctx, s, in.function, {i->canonical}};
    transfer.gets = in.ctx.source.name(called_function(call->callee)->name) == "upc_memget";
    transfer.local = call->args[transfer.gets ? 0 : 1];
    transfer.remote = call->args[transfer.gets ? 1 : 0];
    transfer.length = call->args[2];
    if (!is_linear_address(transfer.local, scope, i)) return "the private side is not linear in the variable";
    if (!in.facts.is_stable(transfer.length, s, in.function)) return "the length may change in the loop";
    IterationAffinity &owner = transfer.owner;
    if (const char *why = AffinityOfLoop(in, s, i).of_pointer(transfer.remote, owner)) return why;
    const bool moves_by_block = owner.factor && owner.block && *owner.factor == static_cast<long>(owner.block);
    return moves_by_block ? nullptr : "not each iteration is with another thread";
}

} // namespace

bool is_over_threads(const FunctionAnalyses &in, ForStmt *s, RotatedLoop &rotated) {
    CountedLoop &loop = rotated.loop;
    if (recognise_counted_loop(in.ctx, {s->init, s->condition, s->step, s->body}, loop) ||
        !is_threads(in.ctx, loop.bound) || loop.inclusive || loop.offset || loop.step != 1 || !loop.init)
        return false;
    auto *d = as<Declaration>(loop.init);
    auto *a = as<AssignExpr>(without_parens(as<Expr>(loop.init)));
    Expr *start = d ? d->declarators[0]->init : a ? a->value : nullptr;
    const ConstantValue zero = start ? evaluate(in.ctx, start) : ConstantValue();
    return zero.known && !zero.is_floating && zero.value == 0;
}

const char *find_rotation(const FunctionAnalyses &in, ForStmt *s, RotatedLoop &rotated) {
    std::vector<CallExpr *> calls;
    if (!transfers_of(in.ctx, s->body, calls) || calls.size() > most_transfers)
        return "an iteration is more than some upc_memget or upc_memput";
    if (const char *why = why_not_fixed(in, rotated.loop, s, s->body)) return why;
    if (in.facts.is_governed(s, in.function)) return "a directive stands in front of the loop";
    for (CallExpr *call : calls) {
        Transfer transfer;
        if (const char *why = recognise_transfer(in, s, rotated.loop.variable, call, transfer)) return why;
        rotated.transfers.push_back(transfer);
    }
    return nullptr;
}

} // namespace polder::cc

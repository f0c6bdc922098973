// Rotated all-to-all loops. In a loop over all threads each iteration is a transfer, or a
// few, with one of them. As written, all threads begin with thread 0 and go on in step, so one node
// at a time has to serve all. Rotated, each thread begins with its own part and goes round.
//   before   for (t = 0; t < THREADS; t++)
//              upc_memget(&buffer[t * n], &a[t], n * sizeof(int));               // shared int a[]
//   after    { t = 0; <length>; <&buffer[0]>; t = 1; <&buffer[n]>; t = 0;
//              const long turn = polder_may_turn(...) ? iteration of the own part : 0;
//              for (long k = 0; k < THREADS; k++) { t = (k + turn) mod THREADS; upc_memget(...); }
//              t = THREADS; }
//
// Conditions.
//   1. The loop has THREADS iterations of nothing but upc_memget and upc_memput, perhaps behind a
//      condition without side effects.
//   2. Each iteration is with another thread: the place of the shared side moves by a block each
//      time. Several transfers of an iteration are with the same thread.
//   3. Targets of upc_memget do not overlap.
//   4. The private side is private memory, or apart from what the thread's own iteration moves.
//      Private sides of two transfers of which one is written are apart as a whole.
// What the compiler cannot know of conditions 2 to 4 is tested when the loop starts.
//
// Cost: no locality is lost, as nothing but transfers is turned. Loops over elements (Sobel's rows)
// keep their order, in which neighbouring elements are used together.
#include "compiler/lower/lower.h"

#include "compiler/sema/constant.h"

namespace polder::cc {

namespace {

constexpr size_t most_transfers = 4; // of an iteration: each is compared with each

} // namespace

/// A private address that is linear in the variable: base + index, &base[index] and base[index] of
/// an array of arrays.
bool Lowering::is_linear_address(Expr *address, const IndexScope &scope, const VarDecl *i) {
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
               facts_.is_fixed(v, scope.loop, scope.function);
    return v && !types.is_shared(v->type) && !types.is_pointer_to_shared(types.decayed(v->type)) &&
           (types.is_array(v->type) || facts_.is_fixed(v, scope.loop, scope.function)) && base &&
           is_linear(index, scope, i, factor);
}

/// The transfers that are all of an iteration. False if it is more, or nothing.
bool Lowering::transfers_of(Stmt *body, std::vector<CallExpr *> &calls) {
    if (auto *block = as<CompoundStmt>(body)) {
        for (Node *item : block->items)
            if (!as<Stmt>(item) || !transfers_of(static_cast<Stmt *>(item), calls)) return false;
        return !block->items.empty();
    }
    if (auto *test = as<IfStmt>(body))
        return !test->else_branch && is_pure_expression(test->condition, nullptr) &&
               transfers_of(test->then_branch, calls);
    auto *e = as<ExprStmt>(body);
    auto *call = e && e->expr ? as<CallExpr>(without_conversions(e->expr)) : nullptr;
    const FunctionDecl *f = call ? called_function(call->callee) : nullptr;
    if (!f || call->args.size() != 3 || (source_name(f) != "upc_memget" && source_name(f) != "upc_memput"))
        return false;
    calls.push_back(call);
    return true;
}

/// What is known of a transfer, or why it is not one with another thread in each iteration.
const char *Lowering::find_transfer(ForStmt *s, const VarDecl *i, CallExpr *call, Transfer &transfer) {
    const IndexScope scope{facts_, ctx, s, function_->decl, {i->canonical}};
    transfer.gets = source_name(called_function(call->callee)) == "upc_memget";
    transfer.local = call->args[transfer.gets ? 0 : 1];
    transfer.remote = call->args[transfer.gets ? 1 : 0];
    transfer.length = call->args[2];
    if (!is_linear_address(transfer.local, scope, i)) return "the private side is not linear in the variable";
    if (!facts_.is_stable(transfer.length, s, function_->decl)) return "the length may change in the loop";
    if (const char *why = affinity_of_pointer(transfer.remote, scope, i, transfer.owner)) return why;
    transfer.block = transfer.owner.block_text.empty() ? 0 : std::stol(transfer.owner.block_text);
    return transfer.owner.factor && *transfer.owner.factor == transfer.block && transfer.block
               ? nullptr
               : "not each iteration is with another thread";
}

/// Code: may the iterations be done in any order? All transfers of one are with the same thread,
/// and none touches what one of another iteration writes.
std::string Lowering::may_rotate(const std::vector<Transfer> &transfers) {
    std::string test;
    for (const Transfer &t : transfers) {
        const auto sides = [](const Transfer &of) { return of.first + ", " + of.second + ", " + of.bytes; };
        test += (test.empty() ? "" : " && ") + (abi::may_turn + "(" + env()) + ", " + sides(t) +
                (t.gets ? ", 1, " : ", 0, ") + t.at + ")";
        for (const Transfer &other : transfers) {
            if (&other == &t) continue;
            test +=
                " && " + abi::side_apart + "(" + env() + ", " + sides(t) + ", " + other.at + ", " + other.bytes + ")";
            if (&other > &t) test += " && " + t.own + " == " + other.own;
            if (&other > &t && (t.gets || other.gets))
                test += " && " + abi::sides_apart + "(" + env() + ", " + sides(t) + ", " + sides(other) + ")";
        }
    }
    return test;
}

const char *Lowering::rotate_transfers(ForStmt *s, const CountedLoop &loop, const std::vector<CallExpr *> &calls,
                                       Node *&result) {
    std::vector<Transfer> transfers(calls.size());
    for (size_t c = 0; c < calls.size(); ++c)
        if (const char *why = find_transfer(s, loop.variable, calls[c], transfers[c])) return why;
    function_->env = true;
    const std::string name(source_name(loop.variable)),
        type = print(types.canonical(loop.variable->type).unqualified()), n = "(long)" + threads();
    const std::string turned = fresh("turned");
    const std::string k = fresh("iteration");
    Composer out(ctx);
    out.text("{ ").node(loop_start(loop));
    for (Transfer &t : transfers) {
        t.first = fresh("side");
        t.second = fresh("next_side");
        t.bytes = fresh("bytes");
        t.own = fresh("own");
        t.at = fresh("address");
        out.text(" " + name + " = 1; const void *const " + t.second + " = ").node(value(t.local));
        out.text("; " + name + " = 0; const void *const " + t.first + " = ")
            .node(value(t.local))
            .text("; const unsigned long " + t.bytes + " = ")
            .node(value(t.length));
        out.text("; const long " + t.own + " = " + abi::own_first + "(" + env() + ", 0, 1L, (")
            .node(t.owner.place())
            .text(") / " + std::to_string(t.block) + "L, " + n + "); ");
        out.text(name + " = (" + type + ")" + t.own + "; const " + abi::ga + " " + t.at + " = ")
            .node(ga_of(t.remote))
            .text(";");
    }
    out.text(" const long " + turned + " = " + may_rotate(transfers) + " ? " + transfers[0].own + " : 0; for (long " +
             k + " = 0; " + k + " < " + n + "; " + k + "++) { " + name + " = (" + type + ")(" + k + " + " + turned +
             " < " + n + " ? " + k + " + " + turned + " : " + k + " + " + turned + " - " + n + "); ");
    out.node(node(s->body)).text(" }");
    if (!loop.declares()) out.text(" " + name + " = (" + type + ")" + n + ";");
    result = out.text(" }").finish();
    return nullptr;
}

/// The loop from the thread's own part on, or null.
Node *Lowering::rotated(ForStmt *s) {
    CountedLoop loop;
    if (!passes.rotate || !function_ || !function_->decl ||
        recognise_counted_loop(ctx, {s->init, s->condition, s->step, s->body}, loop) || !is_threads(loop.bound) ||
        loop.inclusive || loop.step != 1 || !loop.init)
        return nullptr;
    auto *d = as<Declaration>(loop.init);
    auto *a = as<AssignExpr>(without_parens(as<Expr>(loop.init)));
    Expr *start = d ? d->declarators[0]->init : a ? a->value : nullptr;
    const ConstantValue zero = start ? evaluate(ctx, start) : ConstantValue();
    if (!zero.known || zero.is_floating || zero.value != 0) return nullptr;
    const char *why = nullptr;
    Node *result = nullptr;
    std::vector<CallExpr *> calls;
    if (!transfers_of(s->body, calls) || calls.size() > most_transfers)
        why = "an iteration is more than some upc_memget or upc_memput";
    if (!why) why = is_loop_fixed(loop, s, s->body);
    if (!why && facts_.is_governed(s, function_->decl)) why = "a directive stands in front of the loop";
    if (!why) why = rotate_transfers(s, loop, calls, result);
    if (why)
        not_done(Pass::rotate, s->range.first, why);
    else
        done(Pass::rotate, s->range.first, "each thread starts with its own part and goes round");
    return why ? nullptr : result;
}

} // namespace polder::cc

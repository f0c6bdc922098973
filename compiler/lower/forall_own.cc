// forall, own part: a strided upc_forall whose body uses element i (or row i) of arrays laid out as the affinity says runs over
// the thread's own part of them as C would.
//   before   upc_forall (int i = 0; i < n; i++; &a[i]) a[i] = b[i] + c[j];           // all shared [64] double
//   after    { const int polder_f1 = *polder_depth; int i = 0;
//              if (polder_f1) for (; i < n; i++) { (general body) }
//              else { const long polder_n2 = (long)(n);
//                for (long polder_k3 = polder_forall_first(...); polder_k3 < polder_n2; polder_k3 = next own block) {
//                  const long polder_b4 = the end of the block, at most n; long polder_r5 = place in the own part;
//                  for (i = (int)polder_k3; (long)i < polder_b4; i++, polder_r5++) {
//                    own(a)[polder_r5] = own(b)[polder_r5] + (general access to c[j]); } } } }
//
// The own elements of an array lie one behind the other, so the backend sees a counted loop over plain arrays and vectorises
// it. The bound is read once, so it must not change in the body. The body goes out twice; one with labels, statics or directives
// in it is left to the strided loop.
#include "compiler/lower/pieces.h"

#include <utility>

namespace polder::cc {

namespace {

bool is_twice_possible(Node *n) {
    if (n->kind == NodeKind::label_stmt || n->kind == NodeKind::asm_stmt || n->kind == NodeKind::pragma_stmt ||
        n->kind == NodeKind::label_address)
        return false;
    if (auto *d = as<Declaration>(n);
        d && (d->specifiers.storage == Storage::static_ || d->specifiers.storage == Storage::extern_))
        return false;
    bool possible = true;
    for_each_child(n, [&](Node *child) { possible = possible && is_twice_possible(child); });
    return possible;
}

} // namespace

/// Does every variable in the bound keep its value through the loop?
bool Lowering::is_invariant(Expr *bound, Stmt *body) {
    bool invariant = true;
    if (auto *n = as<NameExpr>(bound))
        if (auto *v = as<VarDecl>(n->decl)) {
            const bool constant = types.canonical(v->type).has(q_const);
            invariant =
                constant || (!v->is_static_storage && !may_change(body, v) && !takes_address(function_->decl->body, v));
        }
    for_each_child(bound, [&](Node *child) {
        auto *part = as<Expr>(child);
        invariant = invariant && (!part || is_invariant(part, body));
    });
    return invariant;
}

bool Lowering::takes_address(Node *n, const VarDecl *v) {
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address)
        if (auto *name = as<NameExpr>(u->operand); name && name->decl == v) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || takes_address(child, v); });
    return found;
}

/// Where the calling thread's part of the array begins.
Node *Lowering::own_part(VarDecl *object) {
    return make("(", shared_object(object), " + (", env(), ".mythread << ", env(), ".shift))");
}

Node *Lowering::own_loop(ForallStmt *s, VarDecl *i, BinaryExpr *test, uint64_t block) {
    if (!function_->decl || s->body->range.last - s->body->range.first > 400 || !is_twice_possible(s->body) ||
        !is_invariant(test->right, s->body))
        return nullptr;
    const std::string outer = fresh("f"), start = fresh("f"), row = fresh("r"), name(source_name(i));
    OwnLoop own{i, block, row, false, nullptr, {}};
    OwnLoop *around = std::exchange(own_, &own);
    const size_t mark = report_.mark();
    ++function_->controlled;
    const std::string stop = block != 1 && (passes.pieces || passes.strength) ? fresh("b") : "";
    Node *runs = stop.empty() ? nullptr : pieces_->own_loop(s, s->body, i, stop, {{row, "1"}});
    Node *fast = runs ? runs : node(s->body);
    own_ = around;
    const bool seldom = std::exchange(seldom_, nodes_ == Nodes::several); // inside a controlling loop of a caller
    report_.silence();
    Node *general = own.used ? node(s->body) : nullptr;
    seldom_ = seldom;
    report_.speak();
    --function_->controlled;
    if (!own.used) {
        report_.forget(mark);
        return nullptr;
    }
    function_->env = function_->depth = true;
    const std::string type = print(types.canonical(i->type).unqualified()),
                      one = test->op == BinaryOp::le ? " + 1" : "";
    const bool declared = as<Declaration>(s->init), nests = may_run_forall(s->body) || may_run_forall(s);
    Composer out(ctx);
    out.text("{ const int " + outer + " = *polder_depth; " + (nests ? "*polder_depth = 1; " : ""));
    if (declared)
        out.node(declaration(static_cast<Declaration *>(s->init)));
    else if (s->init)
        out.node(effect(static_cast<Expr *>(s->init))).text(";");
    out.text(" const " + type + " " + start + " = " + name + "; if (" + outer + ") for (; ")
        .node(condition(s->condition));
    out.text("; " + name + "++) { ").node(general).text(" } else { ");
    out.node(block == 1 ? own_elements(own, test, fast) : own_blocks(own, test, fast, runs ? stop : ""));
    if (declared)
        out.text("(void)" + start + "; }");
    else
        out.text(" " + name + " = (long)" + start + " < (long)(")
            .node(value(test->right))
            .text(")" + one + " ? (" + type + ")(")
            .node(value(test->right))
            .text(")" + one + " : " + start + "; }");
    out.text(nests ? " *polder_depth = " + outer + "; }" : " }");
    return out.finish();
}

/// Block 1: own elements are THREADS apart.
Node *Lowering::own_elements(const OwnLoop &own, BinaryExpr *test, Node *body) {
    const std::string name(source_name(own.variable)), type = print(types.canonical(own.variable->type).unqualified());
    const std::string one = test->op == BinaryOp::le ? " + 1" : "", left = fresh("c"), count = "(long)" + threads();
    const std::string first = fresh("k");
    return make("const long ", first, " = polder_forall_first(", env(), ", 0, (long)", name,
                ", 1, 9223372036854775807L); ", name, " = (", type, ")", first, "; long ", own.row, " = ", first, " / ",
                count, "; for (long ", left, " = polder_forall_count(", env(), ", ", first, ", (long)(",
                value(test->right), ")", one, "); ", left, " > 0; ", left, "--, ", own.row, "++, ", name, " = (", type,
                ")((long)", name, " + ", count, ")) { ", body, " } ");
}

/// Block B: a loop over own blocks, and one inside a block.
/// `ends`: the body is a loop already, from the variable's value to where this variable of C says.
Node *Lowering::own_blocks(const OwnLoop &own, BinaryExpr *test, Node *body, const std::string &ends) {
    const std::string name(source_name(own.variable)), type = print(types.canonical(own.variable->type).unqualified());
    const std::string one = test->op == BinaryOp::le ? " + 1" : "", b = std::to_string(own.block) + "L",
                      count = "(long)" + threads();
    const std::string end = fresh("n"), at = fresh("k"), stop = ends.empty() ? fresh("b") : ends;
    if (!ends.empty())
        body = make(name, " = (", type, ")", at, "; ", body);
    else
        body = make("for (", name, " = (", type, ")", at, "; (long)", name, " < ", stop, "; ", name, "++, ", own.row,
                    "++) { ", body, " }");
    return make("const long ", end, " = (long)(", value(test->right), ")", one, "; for (long ", at,
                " = polder_forall_first(", env(), ", 0, (long)", name, ", " + b + ", 9223372036854775807L); ", at,
                " < ", end, "; ", at, " = (", at, " / " + b + " + ", count, ") * " + b + ") { const long ", stop,
                " = (", at, " / " + b + " + 1) * " + b + " < ", end, " ? (", at, " / " + b + " + 1) * " + b + " : ",
                end, "; long ", own.row, " = ", at, " / (" + b + " * ", count, ") * " + b + " + ", at, " % " + b + "; ",
                body, " } ");
}

} // namespace polder::cc

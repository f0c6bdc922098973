// forall, strided: where a thread's iterations follow from the loop variable alone, the others are not even looked at.
//   before   upc_forall (i = 0; i < n; i++; &a[i]) a[i] = f(i);                   // shared [4] double a[]
//   after    { const int polder_f1 = *polder_depth; *polder_depth = 1; i = 0; const int polder_f2 = i;
//              for (i = (int)polder_forall_first(polder_e, polder_f1, (long)i, 4, 2147483647L); i < n;
//                   i = (int)polder_forall_next(polder_e, polder_f1, (long)i, 4, 2147483647L)) { a[i] = f(i); }
//              if (!polder_f1) i = polder_f2 < (n) ? (n) : polder_f2; *polder_depth = polder_f1; }
//
// Valid where the affinity is i itself or element i of a shared array (or of its rows), i steps by one up to a bound without
// side effects, and the body leaves i alone. The bound may change in the body: it is only read where the thread's own iterations
// read it, and nothing of this thread happens in between. Inside a controlling upc_forall the step is one.
#include "compiler/lower/lower.h"
#include "compiler/lower/stepped_loop.h"

namespace polder::cc {

namespace {

bool is_literal(Expr *e, uint64_t value) {
    auto *l = as<Literal>(without_value_conversions(e));
    return l && l->literal == LiteralKind::integer && l->value == value;
}

/// What is incremented by one.
VarDecl *counted(Expr *step) {
    const LoopStep found = step_of(step);
    const bool one =
        !found.negative &&
        (!found.by || (as<AssignExpr>(without_value_conversions(step))->compound && is_literal(found.by, 1)));
    return one ? found.variable : nullptr;
}

/// Can the expression be read at any time, any number of times, and does it not depend on `i`?
bool is_pure(const TypeTable &types, Expr *e, const VarDecl *i) {
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr:
    case NodeKind::size_expr:
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::implicit_cast: break;
    case NodeKind::unary_expr:
        if (static_cast<UnaryExpr *>(e)->op > UnaryOp::bit_not) return false;
        break;
    case NodeKind::cast_expr: // its first child is the type name, which is no expression
        return types.is_arithmetic(e->type) && is_pure(types, static_cast<CastExpr *>(e)->operand, i);
    case NodeKind::name_expr: {
        auto *v = as<VarDecl>(static_cast<NameExpr *>(e)->decl);
        if (v && (v == i || types.is_shared(v->type) || types.canonical(v->type).has(q_volatile))) return false;
        break;
    }
    default: return false;
    }
    bool pure = true;
    if (e->kind != NodeKind::size_expr)
        for_each_child(e, [&](Node *child) {
            auto *part = as<Expr>(child);
            pure = pure && part && is_pure(types, part, i);
        });
    return pure;
}

} // namespace

bool Lowering::is_pure_expression(Expr *e, const VarDecl *i) {
    return is_pure(types, e, i);
}

/// Could anything below n change `i`?
bool Lowering::may_change(Node *n, const VarDecl *i) {
    if (auto *a = as<AssignExpr>(n); a && named_variable(a->target) == i) return true;
    if (auto *u = as<UnaryExpr>(n))
        if (u->op == UnaryOp::address || (u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement))
            if (named_variable(u->operand) == i) return true;
    if (n->kind == NodeKind::asm_stmt || (as<PragmaStmt>(n) && as<PragmaStmt>(n)->pragma == PragmaKind::omp))
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || may_change(child, i); });
    return found;
}

/// The block in units of `i` of the array that lvalue is element (or row) i of; 0 if it is something else.
uint64_t Lowering::block_of_position(Expr *lvalue, const VarDecl *i, bool found) {
    lvalue = without_value_conversions(lvalue);
    if (auto *m = as<MemberExpr>(lvalue); m && !m->arrow && !found) return block_of_position(m->base, i, false);
    if (auto *v = named_variable(lvalue)) return found && types.is_shared(v->type) ? 1 : 0;
    auto *x = as<IndexExpr>(lvalue);
    auto *decay = x ? as<ImplicitCast>(x->base) : nullptr;
    if (!decay || decay->conversion != Conversion::array_to_pointer) return 0;
    if (is_literal(x->index, 0)) return block_of_position(decay->operand, i, found);
    return !found && named_variable(x->index) == i ? rows_in_block(x->base->type, decay->operand, i) : 0;
}

/// How many rows of `pointer`'s target make a block of the array.
uint64_t Lowering::rows_in_block(QualType pointer, Expr *array, const VarDecl *i) {
    const QualType row = types.pointee(pointer);
    const uint64_t block = types.block_of(row), elements = types.is_array(row) ? types.elements_in(row) : 1;
    if (block == 0 || elements == 0 || types.times_threads(row) || block % elements != 0) return 0;
    return block_of_position(array, i, true) ? block / elements : 0;
}

uint64_t Lowering::block_of_affinity(ForallStmt *s, const VarDecl *i) {
    Expr *e = without_value_conversions(s->affinity);
    if (s->affinity_kind == Affinity::integer) return named_variable(e) == i ? 1 : 0;
    if (auto *u = as<UnaryExpr>(e)) return u->op == UnaryOp::address ? block_of_position(u->operand, i, false) : 0;
    auto *sum = as<BinaryExpr>(e);
    if (sum && sum->op == BinaryOp::add) {
        Expr *base = types.is_pointer(sum->left->type) ? sum->left : sum->right,
             *index = base == sum->left ? sum->right : sum->left;
        auto *decay = as<ImplicitCast>(base);
        const bool whole = decay && decay->conversion == Conversion::array_to_pointer && named_variable(index) == i;
        return whole ? rows_in_block(base->type, decay->operand, i) : 0;
    }
    auto *decay = as<ImplicitCast>(e);
    return decay && decay->conversion == Conversion::array_to_pointer ? block_of_position(decay->operand, i, false) : 0;
}

/// The strided loop, or null where it would not be right.
Node *Lowering::strided(ForallStmt *s) {
    VarDecl *i = counted(s->step);
    auto *test = s->condition ? as<BinaryExpr>(without_value_conversions(s->condition)) : nullptr;
    if (!i || !test || (test->op != BinaryOp::lt && test->op != BinaryOp::le) || named_variable(test->left) != i)
        return nullptr;
    const QualType type = types.canonical(i->type);
    const bool beyond_long = !types.is_signed(type) && types.size_of(type) == 8; // forall_runs.cc counts those
    if (!is_counter(types, type) || beyond_long || i->is_static_storage || type.has(q_volatile) ||
        types.is_signed(test->left->type) != types.is_signed(type))
        return nullptr;
    auto *declared = as<Declaration>(s->init);
    auto *assigned = as<AssignExpr>(s->init);
    const bool starts =
        declared ? declared->declarators.size() == 1 && declared->declarators[0]->decl == i && !is_rewritten(declared)
                 : !s->init || (assigned && !assigned->compound && named_variable(assigned->target) == i);
    if (!starts || !is_pure(types, test->right, i) || may_change(s->body, i)) return nullptr;
    const uint64_t block = block_of_affinity(s, i);
    if (!block) return nullptr;
    if (Node *own = passes.forall_own ? own_loop(s, i, test, block) : nullptr) {
        done(Pass::forall_own, s->range.first,
             "own elements as plain memory, " +
                 std::string(block == 1 ? "from own iteration to own iteration" : "in runs of own iterations"));
        return own;
    }
    if (!passes.forall_stride) return nullptr;
    done(Pass::forall_stride, s->range.first, "from own iteration to own iteration");
    return strided_loop(s, i, test, block);
}

Node *Lowering::strided_loop(ForallStmt *s, VarDecl *i, BinaryExpr *test, uint64_t block) {
    function_->env = function_->depth = true;
    const QualType type = types.canonical(i->type).unqualified();
    const std::string outer = fresh("f"), start = fresh("f"), name(source_name(i)), plain_type = print(type);
    const bool declared = as<Declaration>(s->init), narrow = types.size_of(type) == 4;
    const std::string most = !narrow ? "9223372036854775807L" : types.is_signed(type) ? "2147483647L" : "4294967295L";
    const bool nests = may_run_forall(s->body) || may_run_forall(s);
    const std::string arguments =
        "(" + env() + ", " + outer + ", (long)" + name + ", " + std::to_string(block) + ", " + most + ")";
    Node *init = declared  ? declaration(static_cast<Declaration *>(s->init))
                 : s->init ? make(effect(static_cast<Expr *>(s->init)), ";")
                           : make("");
    ++function_->controlled;
    Node *body = node(s->body);
    --function_->controlled;
    Composer out(ctx);
    out.text("{ const int " + outer + " = *polder_depth; " + (nests ? "*polder_depth = 1; " : "")).node(init).text(" ");
    if (!declared) out.text("const " + plain_type + " " + start + " = " + name + "; ");
    out.text("for (" + name + " = (" + plain_type + ")polder_forall_first" + arguments + "; ")
        .node(condition(s->condition));
    out.text("; " + name + " = (" + plain_type + ")polder_forall_next" + arguments + ") { ").node(body).text(" }");
    if (!declared) {
        const std::string one = test->op == BinaryOp::le ? " + 1" : "";
        out.text(" if (!" + outer + ") " + name + " = " + start + (one.empty() ? " < (" : " <= ("))
            .node(value(test->right));
        out.text(") ? (" + plain_type + ")(").node(value(test->right)).text(")" + one + " : " + start + ";");
    }
    out.text(nests ? " *polder_depth = " + outer + "; }" : " }");
    return out.finish();
}

} // namespace polder::cc

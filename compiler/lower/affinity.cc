// Affinity analysis of a counted loop. Whose an iteration is, as arithmetic: (place / block)
// mod THREADS, with a place that is linear in the variable (include/polder/iterations.h).
//   &a[c * i + d], a + i, &m[i][j], &p[i]  place: the linear index; block: the array's
//   i, c * i + d, (i * c) % THREADS        place: the number; block 1
//   i / B, (i / B) % THREADS               place: the dividend; block B, which may be known at run
//                                          time only
//
// Code for the place is made where it is needed: once with the variable at its start. If the factor
// is no constant, it is made once more with the variable one step further. All of it can be
// evaluated at any time.
#include "compiler/lower/lower.h"

#include "compiler/sema/constant.h"

namespace polder::cc {

VarDecl *Lowering::variable_of(Expr *e) {
    auto *n = e ? as<NameExpr>(without_conversions(e)) : nullptr;
    return n ? as<VarDecl>(n->decl) : nullptr;
}

bool Lowering::is_threads(Expr *e) {
    e = without_conversions(e);
    if (auto *cast = as<CastExpr>(e); cast && types.is_integer(cast->type) && types.size_of(cast->type) >= 4)
        return is_threads(cast->operand);
    if (e->kind == NodeKind::threads_expr) return true;
    const ConstantValue c = ctx.options.static_threads ? evaluate(ctx, e) : ConstantValue();
    return c.known && !c.is_floating && c.value == ctx.options.static_threads;
}

/// Is the expression linear in the loop's variable? `factor` is its coefficient where that is a
/// constant.
bool Lowering::is_linear(Expr *e, const IndexScope &scope, const VarDecl *i, std::optional<long> &factor) {
    const std::optional<Affine> polynomial = affine(e, scope);
    const std::string atom = atom_of(i);
    if (!polynomial || polynomial->degree(atom) > 1) return false;
    factor = polynomial->coefficient(atom);
    return true;
}

const char *Lowering::affinity_of_number(Expr *number, bool of_guard, const IndexScope &scope, const VarDecl *i,
                                         IterationAffinity &owner) {
    Expr *e = without_conversions(number);
    auto *b = as<BinaryExpr>(e);
    if (b && b->op == BinaryOp::rem && is_threads(b->right)) {
        owner.below = types.is_signed(b->type) ? abi::below_remainder : abi::below_unsigned;
        e = b->left; // with its conversion: that of a negative number to an unsigned type is another number
        b = as<BinaryExpr>(without_conversions(e));
        if (b && b->op == BinaryOp::div && types.is_signed(b->type) != types.is_signed(e->type))
            return "the affinity mixes signed and unsigned division";
    } else if (of_guard) {
        return "the comparison is with no remainder by THREADS";
    }
    if (!of_guard) owner.below = abi::below_floor; // a remainder more or less is the same thread
    owner.block_text = "1";
    if (b && b->op == BinaryOp::div) {
        auto *body = static_cast<Stmt *>(scope.loop);
        const ConstantValue by = evaluate(ctx, b->right);
        if (by.known && (by.is_floating || by.value <= 0 || by.value > INT32_MAX))
            return "the affinity divides by something odd";
        if (!by.known && (!is_pure_expression(b->right, i) || !is_invariant(b->right, body)))
            return "the affinity divides by something that may change";
        owner.block_text = by.known ? std::to_string(static_cast<long>(by.value)) : "";
        owner.divisor = b->right;
        if (!of_guard)
            owner.below = types.is_signed(b->type) ? abi::below_quotient : abi::below_unsigned;
        else if (!types.is_signed(b->type) && owner.below != abi::below_unsigned)
            return "the affinity mixes signed and unsigned division";
        e = b->left;
    }
    if (!types.is_integer(e->type) || types.size_of(e->type) > 8) return "the affinity is no integer of 64 bits";
    const bool unsigned_arithmetic = !types.is_signed(types.canonical(e->type));
    if (unsigned_arithmetic && !of_guard) // what is above 2^63 counts as negative
        owner.below = abi::below_unsigned;
    if (!is_linear(e, scope, i, owner.factor)) return "the affinity is not linear in the variable of the loop";
    owner.place = [this, e] { return make("(long)(", value(e), ")"); };
    if (!owner.block_text.empty()) {
        owner.own_index = e;
        owner.own_block = static_cast<uint64_t>(std::stol(owner.block_text));
    }
    return nullptr;
}

/// The element whose place decides: what `&lvalue` points to, behind members and indexes inside one
/// element.
const char *Lowering::affinity_of_lvalue(Expr *lvalue, const IndexScope &scope, const VarDecl *i,
                                         IterationAffinity &owner) {
    Expr *e = without_parens(lvalue);
    while (auto *m = as<MemberExpr>(e)) {
        if (m->arrow) return "the affinity goes through a pointer";
        e = without_parens(m->base);
    }
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::dereference)
        return affinity_of_pointer(u->operand, scope, i, owner);
    auto *x = as<IndexExpr>(e);
    if (!x) return "the affinity is no element of an array";
    if (Expr *array = decayed_array(x->base); as<MemberExpr>(array)) // inside a structure, which lies on one thread
        return is_pure_expression(x->index, nullptr) ? affinity_of_lvalue(array, scope, i, owner)
                                                     : "the affinity has side effects";
    return affinity_of_element(x->base, x->index, scope, i, owner);
}

const char *Lowering::affinity_of_pointer(Expr *pointer, const IndexScope &scope, const VarDecl *i,
                                          IterationAffinity &owner) {
    Expr *e = without_conversions(pointer);
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::address)
        return affinity_of_lvalue(u->operand, scope, i, owner);
    if (auto *sum = as<BinaryExpr>(e); sum && sum->op == BinaryOp::add) {
        Expr *base = types.is_pointer(sum->left->type) ? sum->left : sum->right;
        return affinity_of_element(base, base == sum->left ? sum->right : sum->left, scope, i, owner);
    }
    if (types.is_array(e->type) && as<IndexExpr>(e)) // a row
        return affinity_of_lvalue(e, scope, i, owner);
    return "the affinity is no element of an array";
}

const char *Lowering::affinity_of_element(Expr *base, Expr *index, const IndexScope &scope, const VarDecl *i,
                                          IterationAffinity &owner) {
    // The chain of indexes, outermost last; each must be linear.
    std::optional<long> factor = 0;
    Expr *array = base;
    Expr *first = index;
    Expr *root = base;
    QualType outermost = base->type;
    bool inner_zero = true;
    for (Expr *b = base, *x = index;;) {
        std::optional<long> one;
        if (!is_linear(x, scope, i, one)) return "the index of the affinity is not linear in the variable of the loop";
        const QualType pointee = types.pointee(b->type);
        const bool scaled_by_threads = types.is_array(pointee) && types.times_threads(pointee);
        const long scale = types.is_array(pointee) ? static_cast<long>(types.elements_in(pointee)) : 1;
        if (!one || (scaled_by_threads && *one))
            factor.reset();
        else if (factor)
            *factor += *one * scale;
        first = x;
        root = b;
        outermost = b->type;
        array = decayed_array(b);
        auto *outer = as<IndexExpr>(array);
        if (!outer) break;
        const ConstantValue zero = evaluate(ctx, x);
        inner_zero = inner_zero && zero.known && zero.value == 0;
        b = outer->base;
        x = outer->index;
    }
    const uint64_t block = types.block_of(types.pointee(base->type));
    const bool object = array && as<NameExpr>(array);
    auto *read = as<ImplicitCast>(without_parens(root));
    VarDecl *pointer = read && read->conversion == Conversion::lvalue_to_rvalue ? variable_of(root) : nullptr;
    if (!object && (array || !pointer || !facts_.is_fixed(pointer, scope.loop, scope.function)))
        return "the affinity goes through a pointer that may change";
    owner.below = abi::below_floor;
    owner.element = true;
    owner.block_text = std::to_string(block ? block : 1);
    const uint64_t rows = block ? rows_of_pointer(outermost) : 0;
    if (rows && inner_zero) {
        owner.own_index = first;
        owner.own_block = rows;
        owner.block_text = std::to_string(rows);
        std::optional<long> one;
        is_linear(first, scope, i, one);
        owner.factor = one;
        owner.origin = object ? nullptr : root;
        owner.place = [this, first, object, root] {
            return object ? make("(long)(", value(first), ")")
                          : make("(", start_place(root), " / " + std::to_string(row_length(root->type)) + "L + (long)(",
                                 value(first), "))");
        };
        return nullptr;
    }
    owner.factor = block ? factor : std::optional<long>(0);
    owner.place = place_of_element(base, index, object ? nullptr : root);
    return nullptr;
}

/// The linear index in ultimate elements, counted from where `pointer` begins (null: from the start
/// of an array). Without blocks, the thread.
std::function<Node *()> Lowering::place_of_element(Expr *base, Expr *index, Expr *pointer) {
    return [this, base, index, pointer]() -> Node * {
        if (types.block_of(types.pointee(base->type)) == 0)
            return pointer ? make("(long)" + abi::thread_of + "(", env(), ", ", ga_of(pointer), ")") : make("0L");
        Element e = element(base, index);
        return pointer ? make("(", start_place(pointer), " + ", e.linear, ")") : make(e.linear);
    };
}

/// Of what a pointer points to, in ultimate elements.
uint64_t Lowering::row_length(QualType pointer) const {
    const QualType row = types.pointee(pointer);
    return types.is_array(row) ? types.elements_in(row) : 1;
}

/// How many of what a pointer points to make a block; 0 if blocks end inside.
uint64_t Lowering::rows_of_pointer(QualType pointer) const {
    const QualType row = types.pointee(pointer);
    const uint64_t block = types.block_of(row);
    const uint64_t length = row_length(pointer);
    return length == 0 || types.times_threads(row) || block % length ? 0 : block / length;
}

/// The same in units of what it points to; -1 if it begins in the middle of one.
Node *Lowering::start_row(Expr *pointer) {
    const uint64_t length = row_length(pointer->type);
    return length == 1 ? start_place(pointer)
                       : make(abi::row_of + "(", start_place(pointer), ", " + std::to_string(length) + ")");
}

/// Where a pointer into blocks begins to count: as a place of an array that begins on thread 0.
Node *Lowering::start_place(Expr *pointer) {
    const uint64_t block = types.block_of(types.pointee(pointer->type));
    if (block == 1) return make("(long)" + abi::thread_of + "(", env(), ", ", value(pointer), ")");
    return make("((long)" + abi::thread_of + "(", env(), ", (", value(pointer),
                ").ga) * " + std::to_string(block) + " + (long)(", value(pointer), ").phase)");
}

} // namespace polder::cc

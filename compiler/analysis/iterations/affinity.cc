// Recognises the forms of affinity (affinity.h).
#include "compiler/analysis/iterations/affinity.h"

#include "compiler/analysis/invariance.h"
#include "compiler/sema/constant.h"

namespace polder::cc {

VarDecl *variable_of(Expr *e) {
    auto *n = e ? as<NameExpr>(without_conversions(e)) : nullptr;
    return n ? as<VarDecl>(n->decl) : nullptr;
}

IndexScope affinity_scope(const FunctionAnalyses &in, Stmt *loop, const VarDecl *variable) {
    IndexScope scope{in.facts, in.ctx, loop, in.function, {variable->canonical}};
    scope.place = LoopFacts::Place::evaluated;
    return scope;
}

bool is_threads(Context &ctx, Expr *e) {
    e = without_conversions(e);
    if (auto *cast = as<CastExpr>(e); cast && ctx.types.is_integer(cast->type) && ctx.types.size_of(cast->type) >= 4)
        return is_threads(ctx, cast->operand);
    if (e->kind == NodeKind::threads_expr) return true;
    const ConstantValue c = ctx.options.static_threads ? evaluate(ctx, e) : ConstantValue();
    return c.known && !c.is_floating && c.value == ctx.options.static_threads;
}

bool is_linear(Expr *e, const IndexScope &scope, const VarDecl *i, std::optional<long> &factor) {
    const std::optional<Affine> polynomial = affine(e, scope);
    const std::string atom = atom_of(i);
    if (!polynomial || polynomial->degree(atom) > 1) return false;
    factor = polynomial->coefficient(atom);
    return true;
}

uint64_t row_length(const TypeTable &types, QualType pointer) {
    const QualType row = types.pointee(pointer);
    return types.is_array(row) ? types.elements_in(row) : 1;
}

uint64_t rows_of_pointer(const TypeTable &types, QualType pointer) {
    const QualType row = types.pointee(pointer);
    const uint64_t block = types.block_of(row);
    const uint64_t length = row_length(types, pointer);
    return length == 0 || types.times_threads(row) || block % length ? 0 : block / length;
}

bool AffinityOfLoop::is_linear(Expr *e, std::optional<long> &factor, IterationAffinity &owner) {
    IndexScope front = scope_;
    front.place = LoopFacts::Place::front;
    owner.reads = owner.reads || !affine(e, front);
    return cc::is_linear(e, scope_, variable_, factor);
}

const char *AffinityOfLoop::of_number(Expr *number, bool of_guard, IterationAffinity &owner) {
    Expr *e = without_conversions(number);
    auto *b = as<BinaryExpr>(e);
    if (b && b->op == BinaryOp::rem && is_threads(in_.ctx, b->right)) {
        owner.below = types_.is_signed(b->type) ? Below::remainder : Below::unsigned_number;
        e = b->left; // with its conversion: that of a negative number to an unsigned type is another number
        b = as<BinaryExpr>(without_conversions(e));
        if (b && b->op == BinaryOp::div && types_.is_signed(b->type) != types_.is_signed(e->type))
            return "the affinity mixes signed and unsigned division";
    } else if (of_guard) {
        return "the comparison is with no remainder by THREADS";
    }
    if (!of_guard) owner.below = Below::floor; // a remainder more or less is the same thread
    owner.block = 1;
    if (b && b->op == BinaryOp::div) {
        ConstantValue by = evaluate(in_.ctx, b->right);
        by.known = by.known && !by.times_threads;
        if (by.known && (by.is_floating || by.value <= 0 || by.value > INT32_MAX))
            return "the affinity divides by something odd";
        if (!by.known && (!is_pure_expression(types_, b->right, variable_) || !is_invariant(in_, b->right, body_)))
            return "the affinity divides by something that may change";
        owner.block = by.known ? static_cast<uint64_t>(by.value) : 0;
        owner.divisor = b->right;
        if (!of_guard)
            owner.below = types_.is_signed(b->type) ? Below::quotient : Below::unsigned_number;
        else if (!types_.is_signed(b->type) && owner.below != Below::unsigned_number)
            return "the affinity mixes signed and unsigned division";
        e = b->left;
    }
    if (!types_.is_integer(e->type) || types_.size_of(e->type) > 8) return "the affinity is no integer of 64 bits";
    const bool unsigned_arithmetic = !types_.is_signed(types_.canonical(e->type));
    if (unsigned_arithmetic && !of_guard) // what is above 2^63 counts as negative
        owner.below = Below::unsigned_number;
    if (!is_linear(e, owner.factor, owner)) return "the affinity is not linear in the variable of the loop";
    owner.place = {e};
    if (owner.block) {
        owner.own_index = e;
        owner.own_block = owner.block;
    }
    return nullptr;
}

/// The element whose place decides: what `&lvalue` points to, behind members and indexes inside one
/// element.
const char *AffinityOfLoop::of_lvalue(Expr *lvalue, IterationAffinity &owner) {
    Expr *e = without_parens(lvalue);
    while (auto *m = as<MemberExpr>(e)) {
        if (m->arrow) return "the affinity goes through a pointer";
        e = without_parens(m->base);
    }
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::dereference) return of_pointer(u->operand, owner);
    auto *x = as<IndexExpr>(e);
    if (!x) return "the affinity is no element of an array";
    if (Expr *array = decayed_array(x->base); as<MemberExpr>(array)) // inside a structure, which lies on one thread
        return is_pure_expression(types_, x->index, nullptr) ? of_lvalue(array, owner)
                                                             : "the affinity has side effects";
    return of_element(x->base, x->index, owner);
}

const char *AffinityOfLoop::of_pointer(Expr *pointer, IterationAffinity &owner) {
    Expr *e = without_conversions(pointer);
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::address) return of_lvalue(u->operand, owner);
    if (auto *sum = as<BinaryExpr>(e); sum && sum->op == BinaryOp::add) {
        Expr *base = types_.is_pointer(sum->left->type) ? sum->left : sum->right;
        return of_element(base, base == sum->left ? sum->right : sum->left, owner);
    }
    if (types_.is_array(e->type) && as<IndexExpr>(e)) // a row
        return of_lvalue(e, owner);
    return "the affinity is no element of an array";
}

const char *AffinityOfLoop::of_element(Expr *base, Expr *index, IterationAffinity &owner) {
    // The chain of indexes, outermost last; each must be linear.
    std::optional<long> factor = 0;
    Expr *array = base;
    Expr *first = index;
    Expr *root = base;
    QualType outermost = base->type;
    bool inner_zero = true;
    for (Expr *b = base, *x = index;;) {
        std::optional<long> one;
        if (!is_linear(x, one, owner)) return "the index of the affinity is not linear in the variable of the loop";
        const QualType pointee = types_.pointee(b->type);
        const bool scaled_by_threads = types_.is_array(pointee) && types_.times_threads(pointee);
        const long scale = types_.is_array(pointee) ? static_cast<long>(types_.elements_in(pointee)) : 1;
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
        const ConstantValue zero = evaluate(in_.ctx, x);
        inner_zero = inner_zero && zero.known && zero.value == 0;
        b = outer->base;
        x = outer->index;
    }
    const uint64_t block = types_.block_of(types_.pointee(base->type));
    const bool object = array && as<NameExpr>(array);
    // What the affinity reads is read first of all in an iteration.
    const std::string pointer =
        object || array ? "" : in_.facts.fixed_pointer(root, scope_.loop, scope_.function, LoopFacts::Place::evaluated);
    const bool is_read_again = pointers_may_change_ && !array && reads_private(in_, root, variable_);
    if (!object && pointer.empty() && !is_read_again) return "the affinity goes through a pointer that may change";
    owner.pointer = pointer;
    owner.below = Below::floor;
    owner.element = true;
    owner.block = block ? block : 1;
    Expr *origin = object ? nullptr : root;
    const uint64_t rows = block ? rows_of_pointer(types_, outermost) : 0;
    if (rows && inner_zero) {
        owner.own_index = first;
        owner.own_block = rows;
        owner.block = rows;
        std::optional<long> one;
        is_linear(first, one, owner);
        owner.factor = one;
        owner.origin = origin;
        owner.place = {first, nullptr, nullptr, origin};
        return nullptr;
    }
    owner.factor = block ? factor : std::optional<long>(0);
    owner.place = {nullptr, base, index, origin};
    return nullptr;
}

} // namespace polder::cc

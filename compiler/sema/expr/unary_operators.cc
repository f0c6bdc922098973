// What each operator needs of its operand, and the type of its result.
#include "compiler/sema/expr/unary_operators.h"

#include "compiler/unit/compose.h"

namespace polder::cc {

Expr *UnaryOperators::on_paren(TokenRange range, Expr *inner) {
    ParenExpr *e = ctx.make<ParenExpr>();
    e->range = range;
    e->where = inner->where;
    e->inner = inner;
    e->type = inner->type;
    e->lvalue = inner->lvalue;
    e->strict = inner->strict;
    return e;
}

Expr *UnaryOperators::address_of(Expr *operand, TokenIndex where, TokenRange range) {
    UnaryExpr *e = ctx.make<UnaryExpr>();
    e->op = UnaryOp::address;
    e->range = range;
    e->where = where;
    e->operand = operand;
    if (types.is_error(operand->type)) {
        e->type = types.error();
        return e;
    }
    if (!operand->lvalue && !types.is_function(operand->type) && !types.is_array(operand->type)) {
        report(DiagId::sema_address_of_rvalue, where, {}, range);
        return poison(range);
    }
    if (const FieldDecl *f = bit_field(operand); f && types.is_shared(operand->type)) {
        report(DiagId::upc_address_of_bit_field, where, {quoted(f->name)}, range);
        return poison(range);
    }
    e->type = types.pointer_to(operand->type);
    return e;
}

Expr *UnaryOperators::dereference(Expr *operand, TokenIndex where, TokenRange range) {
    operand = conversions_.rvalue(operand);
    UnaryExpr *e = ctx.make<UnaryExpr>();
    e->op = UnaryOp::dereference;
    e->range = range;
    e->where = where;
    e->operand = operand;
    e->type = types.error();
    if (types.is_error(operand->type)) return e;
    if (!types.is_pointer(operand->type)) {
        report(DiagId::sema_not_a_pointer, where, {quoted(operand->type)}, range);
        return poison(range);
    }
    if (types.is_shared_void_pointer(operand->type)) {
        report(DiagId::upc_dereference_void, where, {quoted(operand->type)}, range);
        return poison(range);
    }
    e->type = types.pointee(operand->type);
    e->lvalue = !types.is_function(e->type);
    state.finish_lvalue(e);
    return e;
}

Expr *UnaryOperators::increment(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range) {
    UnaryExpr *e = ctx.make<UnaryExpr>();
    e->op = op;
    e->range = range;
    e->where = where;
    e->operand = operand;
    e->type = types.error();
    if (types.is_error(operand->type)) return e;
    if (!rules_.modifiable(operand, where)) return poison(range);
    const QualType t = types.decayed(operand->type);
    if (types.is_pointer(t)) {
        if (!rules_.pointer_arithmetic(t, operand->range, where)) return poison(range);
    } else if (!types.is_arithmetic(t) && !types.is_vector(t)) {
        report(DiagId::sema_bad_unary, where, {source.spelling(where), quoted(t)}, range);
        return poison(range);
    }
    e->type = t;
    return e;
}

/// `__real x` and `__imag x`: a part of a complex object is an object.
Expr *UnaryOperators::complex_part(UnaryExpr *e) {
    Expr *operand = e->operand;
    const bool shared = types.is_shared(operand->type) && !types.is_array(operand->type);
    const QualType stored = shared ? types.unshared(operand->type) : operand->type;
    if (types.kind(stored) == TypeKind::complex) {
        const uint8_t inherited = types.canonical(operand->type).qualifiers() & uint8_t(~q_shared);
        e->type = types.get(stored).element;
        if (shared) e->type = types.shared(e->type, 0);
        e->type = e->type.with(inherited);
        e->lvalue = operand->lvalue;
        state.finish_lvalue(e);
        return e;
    }
    if (shared || !operand->lvalue)
        e->operand = conversions_.rvalue(operand);
    else
        e->lvalue = true;
    e->type = types.decayed(operand->type);
    return e;
}

Expr *UnaryOperators::on_unary(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range) {
    switch (op) {
    case UnaryOp::address: return address_of(operand, where, range);
    case UnaryOp::dereference: return dereference(operand, where, range);
    case UnaryOp::pre_increment:
    case UnaryOp::pre_decrement:
    case UnaryOp::post_increment:
    case UnaryOp::post_decrement: return increment(op, where, operand, range);
    default: break;
    }
    UnaryExpr *e = ctx.make<UnaryExpr>();
    e->op = op;
    e->range = range;
    e->where = where;
    e->operand = operand;
    e->type = operand->type;
    if (op == UnaryOp::extension) {
        e->lvalue = operand->lvalue;
        e->strict = operand->strict;
        return e;
    }
    if (types.is_error(operand->type)) return e;
    if (op == UnaryOp::logical_not) {
        e->operand = conversions_.condition(operand);
        e->type = types.basic(TypeKind::int_);
        if (types.is_vector(operand->type)) e->type = types.decayed(operand->type);
        return e;
    }
    if (op == UnaryOp::real || op == UnaryOp::imag) return complex_part(e);
    e->operand = conversions_.promote(operand);
    e->type = e->operand->type;
    const bool ok = op == UnaryOp::bit_not ? types.is_integer(e->type) || types.is_vector(e->type) ||
                                                 types.kind(e->type) == TypeKind::complex
                                           : types.is_arithmetic(e->type) || types.is_vector(e->type);
    if (ok) return e;
    report(DiagId::sema_bad_unary, where, {source.spelling(where), quoted(e->type)}, range);
    return poison(range);
}

Expr *UnaryOperators::on_cast(Declaration *type_name, Expr *operand, TokenRange range) {
    QualType to = type_name->type;
    // Programs write (shared [] T *shared)upc_alloc(n) after the type of the variable; the pointer
    // is a value all the same.
    if (types.is_shared(to) && types.is_pointer(to) && !types.is_array(to)) {
        report(DiagId::upc_cast_to_shared_pointer, range.first, {quoted(to)}, operand->range);
        to = types.unshared(to);
    }
    operand = conversions_.rvalue(operand);
    CastExpr *e = ctx.make<CastExpr>();
    e->range = range;
    e->where = range.first;
    e->type_name = type_name;
    e->operand = operand;
    e->type = types.is_error(to) ? to : types.is_shared(to) ? types.error() : to.unqualified();
    if (types.is_error(to) || types.is_error(operand->type) || types.is_void(to)) return e;
    if (upc() && !rules_.castable(to, operand, range.first)) return poison(range);
    return e;
}

namespace {

constexpr const char *size_names[] = {"sizeof", "_Alignof", "upc_localsizeof", "upc_blocksizeof", "upc_elemsizeof"};

} // namespace

Expr *UnaryOperators::on_size(SizeOp op, TokenIndex where, Declaration *type_name, Expr *operand, TokenRange range) {
    SizeExpr *e = ctx.make<SizeExpr>();
    e->op = op;
    e->range = range;
    e->where = where;
    e->type_name = type_name;
    e->operand = operand;
    e->measured = type_name ? type_name->type : operand->type;
    e->type = types.size_type();
    const QualType t = e->measured;
    if (types.is_error(t)) return e;
    const char *name = size_names[int(op)];
    const bool upc_op = op != SizeOp::sizeof_ && op != SizeOp::alignof_;
    if (upc_op && types.is_function(t)) {
        report(DiagId::upc_size_of_function, where, {name, quoted(t)}, range);
        return poison(range);
    }
    if (!types.is_shared(t)) {
        if (!upc_op) return e;
        report(DiagId::upc_size_of_private, where, {name, quoted(t)}, range);
        e->measured = types.shared(t, 1); // as if it were shared
    }
    const QualType stored = types.unshared(types.ultimate_element(t));
    if (types.is_void(stored) || !types.is_complete(stored) ||
        (types.is_array(t) && types.get(t).size == ArraySize::incomplete && op != SizeOp::blocksizeof &&
         op != SizeOp::elemsizeof && op != SizeOp::alignof_)) {
        report(DiagId::upc_size_of_incomplete, where, {name, quoted(t)}, range);
        return poison(range);
    }
    if (operand && bit_field(operand)) {
        report(DiagId::upc_size_of_bit_field, where, {name}, range);
        return poison(range);
    }
    return e;
}

} // namespace polder::cc

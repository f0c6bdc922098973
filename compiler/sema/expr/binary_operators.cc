// Conversions of both operands, and the type of the result.
#include "compiler/sema/expr/binary_operators.h"

#include "compiler/sema/upc_type.h"
#include "compiler/type/compatible.h"
#include "compiler/type/conversions.h"
#include "compiler/unit/compose.h"

namespace polder::cc {

namespace {

bool is_relational(BinaryOp op) {
    return op >= BinaryOp::lt && op <= BinaryOp::ge;
}

} // namespace

Expr *BinaryOperators::binary_node(BinaryOp op, TokenIndex where, Expr *l, Expr *r, QualType type, TokenRange range) {
    BinaryExpr *e = ctx.make<BinaryExpr>();
    e->op = op;
    e->left = l;
    e->right = r;
    e->type = type;
    e->where = where;
    e->range = range;
    return e;
}

Expr *BinaryOperators::invalid_operands(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    report(DiagId::sema_bad_operands, where, {operator_spelling(op), quoted(l->type), quoted(r->type)}, range);
    return poison(range);
}

Expr *BinaryOperators::vector_binary(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    const QualType v = types.is_vector(l->type) ? l->type : r->type;
    QualType result = types.decayed(v);
    if (is_relational(op) || op == BinaryOp::eq || op == BinaryOp::ne || op == BinaryOp::logical_and ||
        op == BinaryOp::logical_or) {
        const Type &t = types.get(v);
        static constexpr TypeKind lanes[] = {TypeKind::schar, TypeKind::short_, TypeKind::int_, TypeKind::long_};
        const uint64_t size = types.size_of(t.element);
        result = types.vector_of(types.basic(lanes[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3]), t.count);
    }
    return binary_node(op, where, l, r, result, range);
}

Expr *BinaryOperators::additive(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    const bool lp = types.is_pointer(l->type);
    const bool rp = types.is_pointer(r->type);
    if (lp && rp && op == BinaryOp::sub) {
        if (!rules_.comparable(op, where, l, r, range)) return poison(range);
        return binary_node(op, where, l, r, types.ptrdiff_type(), range);
    }
    Expr *pointer = lp ? l : r;
    Expr *&offset = lp ? r : l;
    if ((lp && rp) || (rp && op == BinaryOp::sub) || !types.is_integer(offset->type))
        return invalid_operands(op, where, l, r, range);
    if (!rules_.pointer_arithmetic(pointer->type, extent(pointer), where)) return poison(range);
    offset = conversions_.promote(offset);
    return binary_node(op, where, l, r, pointer->type, range);
}

Expr *BinaryOperators::comparison(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    const QualType result = types.basic(TypeKind::int_);
    const bool lp = types.is_pointer(l->type);
    const bool rp = types.is_pointer(r->type);
    if (lp || rp) {
        if (!(lp || types.is_integer(l->type)) || !(rp || types.is_integer(r->type)))
            return invalid_operands(op, where, l, r, range);
        if (!rules_.comparable(op, where, l, r, range)) return poison(range);
        return binary_node(op, where, l, r, result, range);
    }
    if (!types.is_arithmetic(l->type) || !types.is_arithmetic(r->type)) return invalid_operands(op, where, l, r, range);
    const QualType common = usual_arithmetic(types, conversions_.promote(l)->type, conversions_.promote(r)->type);
    return binary_node(op, where, conversions_.arithmetic_to(l, common), conversions_.arithmetic_to(r, common), result,
                       range);
}

Expr *BinaryOperators::on_binary(BinaryOp op, TokenIndex where, Expr *left, Expr *right) {
    const TokenRange range{extent(left).first, extent(right).last};
    if (op == BinaryOp::comma) {
        Expr *l = left->lvalue && types.is_shared(left->type) ? conversions_.rvalue(left) : left;
        Expr *r = conversions_.rvalue(right);
        return binary_node(op, where, l, r, r->type, range);
    }
    Expr *l = conversions_.rvalue(left);
    Expr *r = conversions_.rvalue(right);
    if (any_poison(l, r)) {
        const bool boolean = op == BinaryOp::logical_and || op == BinaryOp::logical_or;
        return binary_node(op, where, l, r, boolean ? types.basic(TypeKind::int_) : types.error(), range);
    }
    if (types.is_vector(l->type) || types.is_vector(r->type)) return vector_binary(op, where, l, r, range);
    switch (op) {
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
        return binary_node(op, where, conversions_.condition(l), conversions_.condition(r), types.basic(TypeKind::int_),
                           range);
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
    case BinaryOp::eq:
    case BinaryOp::ne: return comparison(op, where, l, r, range);
    case BinaryOp::add:
    case BinaryOp::sub:
        if (types.is_pointer(l->type) || types.is_pointer(r->type)) return additive(op, where, l, r, range);
        break;
    default: break;
    }
    const bool integers = types.is_integer(l->type) && types.is_integer(r->type);
    if (op == BinaryOp::shl || op == BinaryOp::shr) {
        if (!integers) return invalid_operands(op, where, l, r, range);
        l = conversions_.promote(l);
        return binary_node(op, where, l, conversions_.promote(r), l->type, range);
    }
    const bool integer_only =
        op == BinaryOp::rem || op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
    if (integer_only ? !integers : !types.is_arithmetic(l->type) || !types.is_arithmetic(r->type))
        return invalid_operands(op, where, l, r, range);
    l = conversions_.promote(l);
    r = conversions_.promote(r);
    const QualType common = usual_arithmetic(types, l->type, r->type);
    return binary_node(op, where, conversions_.arithmetic_to(l, common), conversions_.arithmetic_to(r, common), common,
                       range);
}

Expr *BinaryOperators::on_conditional(Expr *cond, Expr *then_value, Expr *else_value, TokenIndex where) {
    ConditionalExpr *e = ctx.make<ConditionalExpr>();
    e->range = {extent(cond).first, extent(else_value).last};
    e->where = where;
    e->condition = conversions_.condition(cond);
    Expr *a = then_value ? conversions_.rvalue(then_value) : e->condition;
    Expr *b = conversions_.rvalue(else_value);
    e->then_value = then_value ? a : nullptr;
    e->else_value = b;
    e->type = types.error();
    if (types.is_error(e->condition->type) && !then_value) return e;
    if (types.is_error(a->type) || types.is_error(b->type)) {
        e->type = types.is_error(a->type) ? b->type : a->type;
        return e;
    }
    if (types.is_void(a->type) || types.is_void(b->type))
        e->type = types.basic(TypeKind::void_);
    else if (types.is_vector(e->condition->type) || types.is_vector(a->type) || types.is_vector(b->type))
        e->type = types.is_vector(a->type) ? a->type : types.is_vector(b->type) ? b->type : e->condition->type;
    else if (types.is_arithmetic(a->type) && types.is_arithmetic(b->type)) {
        Expr *pa = conversions_.promote(a);
        Expr *pb = conversions_.promote(b);
        e->type = usual_arithmetic(types, pa->type, pb->type);
        e->then_value = then_value ? conversions_.arithmetic_to(pa, e->type) : nullptr;
        e->else_value = conversions_.arithmetic_to(pb, e->type);
    } else if (types.is_pointer(a->type) || types.is_pointer(b->type)) {
        if (types.kind(a->type) == TypeKind::record || types.kind(b->type) == TypeKind::record) {
            report(DiagId::upc_mixed_conditional, where, {quoted(a->type), quoted(b->type)}, e->range);
            return poison(e->range);
        }
        e->type = rules_.common_pointer(a, b, where, e->range);
        if (e->type.is_null()) return poison(e->range);
        e->then_value = then_value ? a : nullptr;
        e->else_value = b;
    } else
        e->type = a->type;
    return e;
}

} // namespace polder::cc

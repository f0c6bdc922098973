// Assignment operators. A compound assignment keeps its value as written; only what UPC forbids is
// reported here. A bit-field is promoted, as its width is known here alone.
#include "compiler/sema/expr/binary_operators.h"

#include "compiler/unit/compose.h"

namespace polder::cc {

/// Of +=, -= and the like: the value is added to a pointer, or both are numbers.
bool BinaryOperators::compound_operands(const AssignExpr *e) {
    const QualType t = e->type;
    const QualType v = e->value->type;
    const bool sum = e->op == BinaryOp::add || e->op == BinaryOp::sub;
    const bool bad = types.is_pointer(t) ? !sum || !types.is_integer(v)
                                         : types.is_pointer_to_shared(v) || types.kind(t) == TypeKind::record;
    if (bad) {
        report(DiagId::sema_bad_operands, e->where, {source.spelling(e->where), quoted(t), quoted(v)}, e->range);
        return false;
    }
    return !types.is_pointer(t) || rules_.pointer_arithmetic(t, e->target->range, e->where);
}

Expr *BinaryOperators::on_assign(bool compound, BinaryOp op, TokenIndex where, Expr *target, Expr *value) {
    AssignExpr *e = ctx.make<AssignExpr>();
    e->range = {extent(target).first, extent(value).last};
    e->where = where;
    e->compound = compound;
    e->op = op;
    e->target = target;
    e->value = compound && value_bit_field(value) ? conversions_.promote(value) : conversions_.rvalue(value);
    e->type = types.error();
    if (types.is_error(target->type) || (target->invalid && !target->lvalue) || value->invalid) return e;
    if (!rules_.modifiable(target, where)) return poison(e->range);
    e->type = types.decayed(target->type);
    if (!compound) {
        e->value = conversions_.assign_convert(e->value, target->type, AssignContext::assignment, where);
        return e;
    }
    if (!types.is_error(e->value->type) && !compound_operands(e)) return poison(e->range);
    return e;
}

} // namespace polder::cc

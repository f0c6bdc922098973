// Assignment operators. A compound assignment keeps its value as written; only what UPC forbids is
// reported here.
#include "compiler/sema/sema.h"

namespace polder::cc {

namespace {

TokenRange span(const Expr *e) {
    while (const ImplicitCast *c = as<ImplicitCast>(e))
        e = c->operand;
    return e->range;
}

} // namespace

Expr *Sema::on_assign(bool compound, BinaryOp op, TokenIndex where, Expr *target, Expr *value) {
    AssignExpr *e = ctx.make<AssignExpr>();
    e->range = {span(target).first, span(value).last};
    e->where = where;
    e->compound = compound;
    e->op = op;
    e->target = target;
    e->value = rvalue(value);
    e->type = types.error();
    if (types.is_error(target->type) || (target->invalid && !target->lvalue) || value->invalid) return e;
    if (!check_modifiable(target, where)) return poison(e->range);
    e->type = types.decayed(target->type);
    if (!compound) {
        e->value = assign_convert(e->value, target->type, AssignContext::assignment, where);
        return e;
    }
    if (types.is_error(e->value->type)) return e;
    const QualType t = e->type;
    const QualType v = e->value->type;
    if (types.is_pointer(t)) {
        if ((op != BinaryOp::add && op != BinaryOp::sub) || !types.is_integer(v)) {
            report(DiagId::sema_bad_operands, where, {source.spelling(where), quoted(t), quoted(v)}, e->range);
            return poison(e->range);
        }
        Expr *pointer = ctx.make<Literal>(); // only its type is asked for
        pointer->type = t;
        pointer->range = target->range;
        if (!check_pointer_arithmetic(pointer, where)) return poison(e->range);
    } else if (types.is_pointer_to_shared(v) || (types.kind(t) == TypeKind::record)) {
        report(DiagId::sema_bad_operands, where, {source.spelling(where), quoted(t), quoted(v)}, e->range);
        return poison(e->range);
    }
    return e;
}

} // namespace polder::cc

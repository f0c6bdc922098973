// The type of an element or a member, with the qualifiers of what it is part of.
#include "compiler/sema/expr/postfix_operators.h"

#include "compiler/unit/compose.h"

#include <utility>

namespace polder::cc {

Expr *PostfixOperators::on_index(Expr *base, Expr *index, TokenIndex where, TokenRange range) {
    IndexExpr *e = ctx.make<IndexExpr>();
    e->range = range;
    e->where = where;
    e->type = types.error();
    e->lvalue = true;
    const bool shared_base = types.is_shared(base->type) && !types.is_array(base->type);
    if (const QualType stored = shared_base ? types.unshared(base->type) : base->type; types.is_vector(stored)) {
        e->base = base;
        e->index = conversions_.promote(index);
        e->type = types.get(stored).element;
        e->lvalue = base->lvalue;
        const uint8_t inherited = types.canonical(base->type).qualifiers();
        if (shared_base) e->type = types.shared(e->type, 0);
        e->type = e->type.with(inherited & (q_const | q_volatile | (shared_base ? q_strict | q_relaxed : 0)));
        state.finish_lvalue(e);
        return e;
    }
    e->base = conversions_.rvalue(base);
    e->index = conversions_.rvalue(index);
    if (any_poison(e->base, e->index)) return e;
    if (!types.is_pointer(e->base->type) && types.is_pointer(e->index->type)) {
        std::swap(e->base, e->index);
        e->swapped = true;
    }
    if (!types.is_pointer(e->base->type) || !types.is_integer(e->index->type)) {
        report(types.is_pointer(e->base->type) ? DiagId::sema_bad_index : DiagId::sema_not_subscriptable, where,
               {quoted(types.is_pointer(e->base->type) ? e->index->type : e->base->type)}, range);
        return poison(range);
    }
    if (!rules_.pointer_arithmetic(e->base->type, extent(e->base), where)) return poison(range);
    e->index = conversions_.promote(e->index);
    e->type = types.pointee(e->base->type);
    state.finish_lvalue(e);
    return e;
}

/// The other operator is advised where it would do.
void PostfixOperators::report_no_record(const Expr *base, bool arrow, TokenIndex name, TokenRange range) {
    const QualType wanted = arrow || !types.is_pointer(base->type) ? base->type : types.pointee(base->type);
    const QualType stored = types.canonical(types.is_shared(wanted) ? types.unshared(wanted) : wanted);
    const bool other_would_do = !types.is_array(base->type) && types.kind(stored) == TypeKind::record;
    const DiagId id = !other_would_do ? DiagId::sema_not_a_record
                      : arrow         ? DiagId::sema_arrow_on_value
                                      : DiagId::sema_dot_on_pointer;
    report(id, name, {quoted(base->type)}, range);
}

Expr *PostfixOperators::on_member(Expr *base, bool arrow, TokenIndex name, TokenRange range) {
    MemberExpr *e = ctx.make<MemberExpr>();
    e->range = range;
    e->where = name;
    e->arrow = arrow;
    e->type = types.error();
    e->lvalue = true;
    e->base = arrow || types.is_array(base->type) ? conversions_.rvalue(base) : base;
    if (types.is_error(base->type)) return e;
    QualType record = e->base->type;
    if (types.is_pointer(record) != arrow) {
        report_no_record(base, arrow, name, range);
        return poison(range);
    }
    if (arrow) record = types.pointee(record);
    if (types.is_error(record)) return e;
    const bool shared = types.is_shared(record);
    const QualType stored = types.canonical(shared ? types.unshared(record) : record);
    const Type &t = types[stored];
    if (t.kind != TypeKind::record) {
        report(DiagId::sema_not_a_record, name, {quoted(record)}, range);
        return poison(range);
    }
    const Name field = source.tokens()[name].name;
    if (!t.record->complete) {
        report(DiagId::sema_incomplete_record, name, {quoted(record)}, range);
        return poison(range);
    }
    if (!state.members.find(t.record, field, e->path)) {
        report(DiagId::sema_no_member, name, {quoted(stored.unqualified()), quoted(field)}, range);
        return poison(range);
    }
    e->field = e->path.back();
    e->type = e->field->type;
    if (types.is_error(e->type)) return e;
    const uint8_t inherited = types.canonical(record).qualifiers() & (q_const | q_volatile);
    e->lvalue = arrow || base->lvalue;
    if (shared) {
        const uint8_t reference = types.canonical(record).qualifiers() & (q_strict | q_relaxed);
        e->type = types.shared(e->type, 0).with(inherited | reference);
        state.finish_lvalue(e);
    } else
        e->type = e->type.with(inherited);
    return e;
}

} // namespace polder::cc

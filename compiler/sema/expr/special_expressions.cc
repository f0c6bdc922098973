// Each action makes its node; a choice among expressions takes over what the chosen one is.
#include "compiler/sema/expr/special_expressions.h"

#include "compiler/sema/fold.h"
#include "compiler/type/compatible.h"

namespace polder::cc {

Expr *SpecialExpressions::on_compound_literal(Declaration *type_name, InitList *init, TokenRange range) {
    CompoundLiteral *e = ctx.make<CompoundLiteral>();
    e->range = range;
    e->where = range.first;
    e->type_name = type_name;
    e->file_scope = !state.function;
    Expr *i = init;
    e->type = initializers_.check_literal(e, type_name->type, i);
    e->init = i;
    e->lvalue = true;
    if (types.is_shared(e->type)) {
        report(DiagId::upc_shared_compound_literal, range.first, {quoted(e->type)}, range);
        return poison(range);
    }
    return e;
}

Expr *SpecialExpressions::on_statement_expression(CompoundStmt *body, TokenRange range) {
    StmtExpr *e = ctx.make<StmtExpr>();
    e->range = range;
    e->where = range.first;
    e->body = body;
    e->type = types.basic(TypeKind::void_);
    Node *last = body->items.empty() ? nullptr : body->items.back();
    while (LabelStmt *l = as<LabelStmt>(last))
        last = l->body;
    if (ExprStmt *s = as<ExprStmt>(last); s && s->expr) {
        s->expr = conversions_.rvalue(s->expr);
        e->type = s->expr->type;
    }
    return e;
}

Expr *SpecialExpressions::on_generic(GenericExpr *e) {
    const QualType control = types.decayed(e->control->type);
    Expr *fallback = nullptr;
    bool any = types.is_error(control);
    for (const GenericExpr::Branch &b : e->branches) {
        if (!b.type_name)
            fallback = b.value;
        else if (types.is_error(b.type_name->type))
            any = true;
        else if (!any && compatible(types, control, b.type_name->type)) {
            if (e->chosen && types.mentions_shared(control)) // of other types the back end says it
                report(DiagId::upc_generic_twice, b.type_name->range.first, {quoted(control)}, b.type_name->range);
            if (!e->chosen) e->chosen = b.value;
        }
    }
    if (!e->chosen) e->chosen = fallback;
    if (!e->chosen || any) {
        if (!any) report(DiagId::sema_generic_no_match, e->where, {quoted(control)}, e->range);
        e->type = types.error();
        return e;
    }
    e->type = e->chosen->type;
    e->lvalue = e->chosen->lvalue;
    e->strict = e->chosen->strict;
    return e;
}

Expr *SpecialExpressions::on_label_address(TokenIndex name, TokenRange range) {
    LabelAddress *e = ctx.make<LabelAddress>();
    e->range = range;
    e->where = name;
    e->type = types.pointer_to(types.basic(TypeKind::void_));
    if (!state.function) {
        report(DiagId::sema_label_outside, name, {});
        return poison(range);
    }
    e->label = labels_.label(name, false);
    return e;
}

Expr *SpecialExpressions::on_va_arg(Expr *list, Declaration *type_name, TokenRange range) {
    VaArgExpr *e = ctx.make<VaArgExpr>();
    e->range = range;
    e->where = range.first;
    e->list = list;
    e->type_name = type_name;
    e->type = types.is_error(type_name->type) ? types.error() : types.decayed(type_name->type);
    return e;
}

Expr *SpecialExpressions::on_offsetof(Declaration *type_name, const std::vector<MemberDesignation> &path,
                                      TokenRange range) {
    OffsetofExpr *e = ctx.make<OffsetofExpr>();
    e->range = range;
    e->where = range.first;
    e->type_name = type_name;
    e->type = types.size_type();
    QualType t = types.unshared(type_name->type);
    for (const MemberDesignation &m : path) {
        if (types.is_error(t)) return e;
        if (m.index) {
            Expr *index = conversions_.rvalue(m.index);
            e->indices.push_back(index);
            __int128 v = 0;
            if (!types.is_array(t)) {
                report(DiagId::sema_not_subscriptable, m.where, {quoted(t)});
                return poison(range);
            }
            t = types.element(t);
            if (evaluate_integer(ctx, index, v))
                e->value += uint64_t(v) * types.size_of(t);
            else
                e->constant = false;
            continue;
        }
        const Type &record = types.get(t);
        std::vector<FieldDecl *> fields;
        if (record.kind != TypeKind::record || !state.members.find(record.record, m.field, fields)) {
            report(DiagId::sema_no_member, m.where, {quoted(t), quoted(m.field)});
            return poison(range);
        }
        for (const FieldDecl *f : fields)
            e->value += f->offset;
        t = fields.back()->type;
    }
    return e;
}

Expr *SpecialExpressions::on_choose(Expr *condition, Expr *then_value, Expr *else_value, TokenRange range) {
    ChooseExpr *e = ctx.make<ChooseExpr>();
    e->range = range;
    e->where = range.first;
    e->condition = conversions_.rvalue(condition);
    e->then_value = then_value;
    e->else_value = else_value;
    __int128 v = 0;
    e->type = types.error();
    if (!evaluate_integer(ctx, e->condition, v)) return e;
    e->chosen = v ? then_value : else_value;
    e->type = e->chosen->type;
    e->lvalue = e->chosen->lvalue;
    e->strict = e->chosen->strict;
    return e;
}

Expr *SpecialExpressions::on_types_compatible(Declaration *left, Declaration *right, TokenRange range) {
    TypesCompatibleExpr *e = ctx.make<TypesCompatibleExpr>();
    e->range = range;
    e->where = range.first;
    e->left = left;
    e->right = right;
    e->type = types.basic(TypeKind::int_);
    if (!types.is_error(left->type) && !types.is_error(right->type))
        e->value = compatible(types, left->type.unqualified(), right->type.unqualified());
    return e;
}

Expr *SpecialExpressions::on_convertvector(Expr *operand, Declaration *type_name, TokenRange range) {
    ConvertvectorExpr *e = ctx.make<ConvertvectorExpr>();
    e->range = range;
    e->where = range.first;
    e->operand = conversions_.rvalue(operand);
    e->type_name = type_name;
    e->type = type_name->type;
    return e;
}

} // namespace polder::cc

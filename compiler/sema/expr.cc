// Actions for unary operators, casts, sizes, conditional and the other expressions that are neither
// binary nor postfix.
#include "compiler/sema/fold.h"
#include "compiler/sema/sema.h"
#include "compiler/sema/upc_type.h"
#include "compiler/type/compatible.h"

namespace polder::cc {

Expr *Sema::on_paren(TokenRange range, Expr *inner) {
    ParenExpr *e = ctx.make<ParenExpr>();
    e->range = range;
    e->where = inner->where;
    e->inner = inner;
    e->type = inner->type;
    e->lvalue = inner->lvalue;
    e->strict = inner->strict;
    return e;
}

Expr *Sema::address_of(Expr *operand, TokenIndex where, TokenRange range) {
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

Expr *Sema::dereference(Expr *operand, TokenIndex where, TokenRange range) {
    operand = rvalue(operand);
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
    finish_lvalue(e);
    return e;
}

bool Sema::check_modifiable(Expr *target, TokenIndex where) {
    if (types.is_error(target->type)) return true;
    if (!target->lvalue) {
        report(DiagId::sema_lvalue_required, where, {}, target->range);
        return false;
    }
    if (!types.is_shared(target->type)) return true; // const and the like: the back end sees them
    if (types.is_array(target->type)) {
        report(DiagId::sema_lvalue_required, where, {}, target->range);
        return false;
    }
    if (types.canonical(target->type).has(q_const)) {
        report(DiagId::upc_assign_to_const, where, {quoted(target->type)}, target->range);
        return false;
    }
    return true;
}

Expr *Sema::increment(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range) {
    UnaryExpr *e = ctx.make<UnaryExpr>();
    e->op = op;
    e->range = range;
    e->where = where;
    e->operand = operand;
    e->type = types.error();
    if (types.is_error(operand->type)) return e;
    if (!check_modifiable(operand, where)) return poison(range);
    const QualType t = types.decayed(operand->type);
    if (types.is_pointer(t)) {
        Expr *value = ctx.make<Literal>(); // only its type is asked for
        value->type = t;
        value->range = operand->range;
        if (!check_pointer_arithmetic(value, where)) return poison(range);
    } else if (!types.is_arithmetic(t) && !types.is_vector(t)) {
        report(DiagId::sema_bad_unary, where, {source.spelling(where), quoted(t)}, range);
        return poison(range);
    }
    e->type = t;
    return e;
}

Expr *Sema::on_unary(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range) {
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
        e->operand = condition(operand);
        e->type = types.basic(TypeKind::int_);
        if (types.is_vector(operand->type)) e->type = types.decayed(operand->type);
        return e;
    }
    if (op == UnaryOp::real || op == UnaryOp::imag) {
        const bool shared = types.is_shared(operand->type) && !types.is_array(operand->type);
        const QualType stored = shared ? types.unshared(operand->type) : operand->type;
        if (types.kind(stored) == TypeKind::complex) {
            const uint8_t inherited = types.canonical(operand->type).qualifiers() & uint8_t(~q_shared);
            e->type = types.get(stored).element;
            if (shared) e->type = types.shared(e->type, 0);
            e->type = e->type.with(inherited);
            e->lvalue = operand->lvalue;
            finish_lvalue(e);
            return e;
        }
        if (shared || !operand->lvalue)
            e->operand = rvalue(operand);
        else
            e->lvalue = true;
        e->type = types.decayed(operand->type);
        return e;
    }
    e->operand = promote(operand);
    e->type = e->operand->type;
    const bool ok = op == UnaryOp::bit_not ? types.is_integer(e->type) || types.is_vector(e->type) ||
                                                 types.kind(e->type) == TypeKind::complex
                                           : types.is_arithmetic(e->type) || types.is_vector(e->type);
    if (ok) return e;
    report(DiagId::sema_bad_unary, where, {source.spelling(where), quoted(e->type)}, range);
    return poison(range);
}

/// UPC 1.3 6.4.3p1: shared may not appear in a cast whose operand is not shared at that place.
bool Sema::check_cast(QualType to, Expr *operand, TokenIndex where) {
    const QualType from = operand->type;
    if (types.is_shared(to)) {
        report(DiagId::upc_cast_to_shared, where, {quoted(to)}, operand->range);
        return false;
    }
    const bool to_shared = types.is_pointer_to_shared(to);
    const bool from_shared = types.is_pointer_to_shared(from);
    if (to_shared && !from_shared && !is_null_constant(operand)) {
        report(types.is_pointer(from) ? DiagId::upc_private_to_shared : DiagId::upc_integer_to_shared, where,
               {quoted(from), quoted(to)}, operand->range);
        return false;
    }
    if (from_shared && !types.is_pointer(to) && !types.is_integer(to)) {
        report(DiagId::sema_incompatible_types, where, {quoted(from), quoted(to)}, operand->range);
        return false;
    }
    return true;
}

Expr *Sema::on_cast(Declaration *type_name, Expr *operand, TokenRange range) {
    QualType to = type_name->type;
    // Programs write (shared [] T *shared)upc_alloc(n) after the type of the variable; the pointer
    // is a value all the same.
    if (types.is_shared(to) && types.is_pointer(to) && !types.is_array(to)) {
        report(DiagId::upc_cast_to_shared_pointer, range.first, {quoted(to)}, operand->range);
        to = types.unshared(to);
    }
    operand = rvalue(operand);
    CastExpr *e = ctx.make<CastExpr>();
    e->range = range;
    e->where = range.first;
    e->type_name = type_name;
    e->operand = operand;
    e->type = types.is_error(to) ? to : types.is_shared(to) ? types.error() : to.unqualified();
    if (types.is_error(to) || types.is_error(operand->type) || types.is_void(to)) return e;
    if (upc() && !check_cast(to, operand, range.first)) return poison(range);
    return e;
}

namespace {

constexpr const char *size_names[] = {"sizeof", "_Alignof", "upc_localsizeof", "upc_blocksizeof", "upc_elemsizeof"};

} // namespace

Expr *Sema::on_size(SizeOp op, TokenIndex where, Declaration *type_name, Expr *operand, TokenRange range) {
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

Expr *Sema::on_compound_literal(Declaration *type_name, InitList *init, TokenRange range) {
    CompoundLiteral *e = ctx.make<CompoundLiteral>();
    e->range = range;
    e->where = range.first;
    e->type_name = type_name;
    e->file_scope = !function;
    Expr *i = init;
    e->type = check_literal(e, type_name->type, i);
    e->init = i;
    e->lvalue = true;
    if (types.is_shared(e->type)) {
        report(DiagId::upc_shared_compound_literal, range.first, {quoted(e->type)}, range);
        return poison(range);
    }
    return e;
}

Expr *Sema::on_statement_expression(CompoundStmt *body, TokenRange range) {
    StmtExpr *e = ctx.make<StmtExpr>();
    e->range = range;
    e->where = range.first;
    e->body = body;
    e->type = types.basic(TypeKind::void_);
    Node *last = body->items.empty() ? nullptr : body->items.back();
    while (LabelStmt *l = as<LabelStmt>(last))
        last = l->body;
    if (ExprStmt *s = as<ExprStmt>(last); s && s->expr) {
        s->expr = rvalue(s->expr);
        e->type = s->expr->type;
    }
    return e;
}

Expr *Sema::on_generic(GenericExpr *e) {
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

Expr *Sema::on_label_address(TokenIndex name, TokenRange range) {
    LabelAddress *e = ctx.make<LabelAddress>();
    e->range = range;
    e->where = name;
    e->type = types.pointer_to(types.basic(TypeKind::void_));
    if (!function) {
        report(DiagId::sema_label_outside, name, {});
        return poison(range);
    }
    e->label = label(name, false);
    return e;
}

Expr *Sema::on_va_arg(Expr *list, Declaration *type_name, TokenRange range) {
    VaArgExpr *e = ctx.make<VaArgExpr>();
    e->range = range;
    e->where = range.first;
    e->list = list;
    e->type_name = type_name;
    e->type = types.is_error(type_name->type) ? types.error() : types.decayed(type_name->type);
    return e;
}

Expr *Sema::on_offsetof(Declaration *type_name, const std::vector<MemberDesignation> &path, TokenRange range) {
    OffsetofExpr *e = ctx.make<OffsetofExpr>();
    e->range = range;
    e->where = range.first;
    e->type_name = type_name;
    e->type = types.size_type();
    QualType t = types.unshared(type_name->type);
    for (const MemberDesignation &m : path) {
        if (types.is_error(t)) return e;
        if (m.index) {
            Expr *index = rvalue(m.index);
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
        if (record.kind != TypeKind::record || !members.find(record.record, m.field, fields)) {
            report(DiagId::sema_no_member, m.where, {quoted(t), quoted(m.field)});
            return poison(range);
        }
        for (const FieldDecl *f : fields)
            e->value += f->offset;
        t = fields.back()->type;
    }
    return e;
}

Expr *Sema::on_choose(Expr *condition, Expr *then_value, Expr *else_value, TokenRange range) {
    ChooseExpr *e = ctx.make<ChooseExpr>();
    e->range = range;
    e->where = range.first;
    e->condition = rvalue(condition);
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

Expr *Sema::on_types_compatible(Declaration *left, Declaration *right, TokenRange range) {
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

Expr *Sema::on_convertvector(Expr *operand, Declaration *type_name, TokenRange range) {
    ConvertvectorExpr *e = ctx.make<ConvertvectorExpr>();
    e->range = range;
    e->where = range.first;
    e->operand = rvalue(operand);
    e->type_name = type_name;
    e->type = type_name->type;
    return e;
}

Expr *Sema::on_threads(TokenIndex t) {
    ThreadsExpr *e = ctx.make<ThreadsExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->type = types.basic(TypeKind::int_);
    return e;
}

Expr *Sema::on_mythread(TokenIndex t) {
    MythreadExpr *e = ctx.make<MythreadExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->type = types.basic(TypeKind::int_);
    return e;
}

Expr *Sema::on_max_block_size(TokenIndex t) {
    Literal *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    l->value = upc_max_block_size;
    l->type = types.basic(TypeKind::int_);
    return l;
}

} // namespace polder::cc

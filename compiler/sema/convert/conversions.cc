// The conversions of C11 6.3 in the order of C's rules; what UPC adds is about pointers-to-shared.
#include "compiler/sema/convert/conversions.h"

#include "compiler/sema/fold.h"
#include "compiler/sema/names/advise.h"
#include "compiler/sema/upc_type.h"
#include "compiler/type/compatible.h"
#include "compiler/type/conversions.h"

namespace polder::cc {

Expr *Conversions::implicit(Conversion c, QualType to, Expr *e) const {
    ImplicitCast *n = ctx.make<ImplicitCast>();
    n->conversion = c;
    n->operand = e;
    n->type = to;
    n->range = {e->range.first, e->range.first};
    n->where = e->where;
    return n;
}

Expr *Conversions::rvalue(Expr *e) const {
    const Type &t = types.get(e->type);
    switch (t.kind) {
    case TypeKind::error:
    case TypeKind::void_: return e;
    case TypeKind::array: return implicit(Conversion::array_to_pointer, types.pointer_to(types.element(e->type)), e);
    case TypeKind::function: return implicit(Conversion::function_to_pointer, types.pointer_to(e->type), e);
    default: break;
    }
    if (!e->lvalue) return e;
    if (types.is_shared(e->type) && types.is_void(types.unshared(e->type)))
        return poison(e->range); // its declaration was reported
    return implicit(Conversion::lvalue_to_rvalue, types.decayed(e->type), e);
}

/// The back end knows a pointer-to-shared as a number or a structure: what is no integer must be
/// said here.
Expr *Conversions::integer_required(Expr *e) const {
    if (!types.is_pointer_to_shared(e->type)) return e;
    report(DiagId::upc_integer_required, e->where, {quoted(e->type)}, e->range);
    return poison(e->range);
}

FieldDecl *bit_field(const Expr *e) {
    for (;;) {
        if (const ParenExpr *p = as<ParenExpr>(e))
            e = p->inner;
        else if (const ImplicitCast *c = as<ImplicitCast>(e); c && c->conversion == Conversion::lvalue_to_rvalue)
            e = c->operand;
        else
            break;
    }
    const MemberExpr *m = as<MemberExpr>(e);
    return m && m->field && m->field->bit_width ? m->field : nullptr;
}

FieldDecl *value_bit_field(const Expr *e) {
    for (;;) {
        e = without_parens(e);
        if (const AssignExpr *a = as<AssignExpr>(e))
            e = a->target;
        else if (const UnaryExpr *u = as<UnaryExpr>(e);
                 u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
            e = u->operand;
        else if (const BinaryExpr *b = as<BinaryExpr>(e); b && b->op == BinaryOp::comma)
            e = b->right;
        else
            return bit_field(e);
    }
}

Expr *Conversions::promote(Expr *e) const {
    e = rvalue(e);
    if (!types.is_integer(e->type)) return e;
    QualType to = promoted(types, e->type);
    if (const FieldDecl *f = value_bit_field(e)) {
        const unsigned bits = f->width;
        if (bits < 32 || (bits == 32 && types.is_signed(e->type)))
            to = types.basic(TypeKind::int_);
        else if (bits == 32)
            to = types.basic(TypeKind::uint);
    }
    return arithmetic_to(e, to);
}

Expr *Conversions::arithmetic_to(Expr *e, QualType to) const {
    return same(e->type, to) ? e : implicit(Conversion::arithmetic, to, e);
}

Expr *Conversions::condition(Expr *e) const {
    e = rvalue(e);
    if (types.is_error(e->type) || types.is_scalar(e->type) || types.is_arithmetic(e->type) || types.is_vector(e->type))
        return e;
    report(DiagId::sema_scalar_required, e->where, {quoted(e->type)}, e->range);
    return poison(e->range);
}

Expr *Conversions::default_argument(Expr *e) const {
    e = rvalue(e);
    if (types.kind(e->type) == TypeKind::float_) return arithmetic_to(e, types.basic(TypeKind::double_));
    return types.is_integer(e->type) ? promote(e) : e;
}

namespace {

bool is_void_pointer(const TypeTable &types, QualType p) {
    return types.is_void(types.pointee(p));
}

/// The name of the function in a call f(...), or null.
const NameExpr *called_name(const Expr *e) {
    const CallExpr *call = as<CallExpr>(e);
    const Expr *callee = call ? call->callee : nullptr;
    if (const ImplicitCast *cast = as<ImplicitCast>(callee)) callee = cast->operand;
    return as<NameExpr>(callee);
}

} // namespace

/// Notes say what gives memory that is shared, if a call gave private memory.
void Conversions::report_no_shared(Expr *e, QualType to, TokenIndex where) {
    report(types.is_pointer(e->type) ? DiagId::upc_private_to_shared : DiagId::upc_integer_to_shared, where,
           {quoted(e->type), quoted(to)}, e->range);
    const NameExpr *name = called_name(e);
    if (const FunctionDecl *callee = name ? as<FunctionDecl>(name->decl) : nullptr; callee && callee->is_builtin) {
        report(DiagId::note_undeclared_call, name->where, {quoted(callee->name)});
        suggestions_.suggest(name->where);
    }
    if (const Advice advice = advise_on_allocation(name ? source.spelling(name->where) : ""); !advice.instead.empty())
        report(DiagId::note_call_instead, name->where, {advice.what_for, advice.instead});
}

/// One of the types is a pointer-to-shared. UPC 1.3 6.4.3: no implicit conversion between shared
/// and private; between pointers-to-shared the blocks must agree unless one is generic.
void Conversions::check_shared_conversion(Expr *e, QualType to, TokenIndex where) {
    const QualType from = e->type;
    const bool to_shared = types.is_pointer_to_shared(to);
    const bool from_shared = types.is_pointer_to_shared(from);
    const std::string f = quoted(from);
    const std::string t = quoted(to);
    if (to_shared && !from_shared) {
        report_no_shared(e, to, where);
        return;
    }
    if (!to_shared) {
        report(types.is_pointer(to) ? DiagId::upc_shared_to_private : DiagId::upc_shared_to_integer, where, {f, t},
               e->range);
        return;
    }
    if (types.is_shared_void_pointer(to) || types.is_shared_void_pointer(from)) return;
    const QualType a = types.pointee(to);
    const QualType b = types.pointee(from);
    if (types.block_of(a) != types.block_of(b)) {
        report(DiagId::upc_block_mismatch, where, {f, t, describe_block(types, b), describe_block(types, a)}, e->range);
        return;
    }
    if (!compatible(types, unqualified_pointee(types, a), unqualified_pointee(types, b)))
        report(DiagId::upc_incompatible_pointers, where, {f, t}, e->range);
    else if (drops_qualifier(types, b, a))
        report(DiagId::upc_discards_qualifier, where, {f, t}, e->range);
}

Expr *Conversions::assign_pointer(Expr *e, QualType to, TokenIndex where) {
    const QualType from = e->type;
    const bool to_shared = types.is_pointer_to_shared(to);
    if (to_shared && is_null_pointer_constant(ctx, e)) return implicit(Conversion::shared_pointer, to, e);
    if (to_shared || types.is_pointer_to_shared(from)) {
        const uint32_t before = ctx.diags.errors();
        check_shared_conversion(e, to, where);
        if (ctx.diags.errors() != before) return poison(e->range);
        return same(from, to) ? e : implicit(Conversion::shared_pointer, to, e);
    }
    if (same(from, to)) return e;
    // The representations of nested pointers-to-shared differ where the back end sees equal types,
    // or the other way round.
    if (types.is_pointer(from) && types.is_pointer(to) && !is_void_pointer(types, from) &&
        !is_void_pointer(types, to) && (types.mentions_shared(from) || types.mentions_shared(to)) &&
        !compatible(types, unqualified_pointee(types, types.pointee(to)),
                    unqualified_pointee(types, types.pointee(from))))
        report(DiagId::upc_incompatible_pointers, where, {quoted(from), quoted(to)}, e->range);
    return implicit(Conversion::pointer, to, e);
}

Expr *Conversions::assign_convert(Expr *e, QualType to, AssignContext context, TokenIndex where) {
    e = rvalue(e);
    to = types.decayed(to);
    const QualType from = e->type;
    if (types.is_error(from) || types.is_error(to) || same(from, to)) return e;
    if (types.is_void(from)) {
        report(DiagId::sema_void_value, where, {}, e->range);
        return poison(e->range);
    }
    const bool to_pointer = types.is_pointer(to);
    const bool from_pointer = types.is_pointer(from);
    if (types.kind(to) == TypeKind::bool_ && (from_pointer || types.is_arithmetic(from)))
        return implicit(Conversion::to_bool, to, e);
    if (types.is_arithmetic(to) && types.is_arithmetic(from)) return arithmetic_to(e, to);
    if ((to_pointer && (from_pointer || types.is_integer(from))) || (from_pointer && types.is_integer(to)))
        return assign_pointer(e, to, where);
    if (types.is_pointer_to_shared(to) || types.is_pointer_to_shared(from) || context == AssignContext::barrier) {
        report(DiagId::sema_incompatible_types, where, {quoted(from), quoted(to)}, e->range);
        return poison(e->range);
    }
    return e; // records, vectors, va_list: equal, transparent, or a mistake the back end explains
}

} // namespace polder::cc

// Each rule asks first whether a pointer-to-shared is among the operands: of private ones the back
// end speaks, with two exceptions that it cannot see.
#include "compiler/sema/convert/operand_rules.h"

#include "compiler/sema/fold.h"
#include "compiler/sema/upc_type.h"
#include "compiler/type/compatible.h"
#include "compiler/unit/compose.h"

namespace polder::cc {

namespace {

constexpr std::string_view spellings[] = {
    "*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", ","};

/// Private pointers to types that differ and mention shared ones. Of others the back end speaks.
bool are_distinct(const TypeTable &types, QualType l, QualType r) {
    if (!types.is_pointer(l) || !types.is_pointer(r)) return false;
    if (!types.mentions_shared(l) && !types.mentions_shared(r)) return false;
    const QualType a = types.pointee(l);
    const QualType b = types.pointee(r);
    return !types.is_void(a) && !types.is_void(b) &&
           !compatible(types, unqualified_pointee(types, a), unqualified_pointee(types, b));
}

} // namespace

std::string_view operator_spelling(BinaryOp op) {
    return spellings[int(op)];
}

bool OperandRules::is_null_constant(const Expr *e) const {
    return is_null_pointer_constant(ctx, e);
}

bool OperandRules::modifiable(const Expr *target, TokenIndex where) const {
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

bool OperandRules::pointer_arithmetic(QualType pointer, TokenRange shown, TokenIndex where) const {
    if (!types.is_pointer_to_shared(pointer)) return true;
    const QualType stored = types.unshared(types.ultimate_element(types.pointee(pointer)));
    if (types.is_shared_void_pointer(pointer))
        report(DiagId::upc_void_arithmetic, where, {quoted(pointer)}, shown);
    else if (!types.is_complete(stored) || !types.is_complete(types.pointee(pointer)))
        report(DiagId::upc_incomplete_arithmetic, where, {quoted(pointer)}, shown);
    else
        return true;
    return false;
}

/// Two pointers-to-shared in an order or a difference: both have a type, and its size is known.
bool OperandRules::ordered(BinaryOp op, TokenIndex where, const Expr *l, const Expr *r, TokenRange range) const {
    const bool lv = types.is_shared_void_pointer(l->type);
    const bool rv = types.is_shared_void_pointer(r->type);
    if (lv || rv) {
        report(op == BinaryOp::sub ? DiagId::upc_void_arithmetic : DiagId::upc_relational_void, where,
               {quoted(lv ? l->type : r->type)}, range);
        return false;
    }
    if (types.is_complete(types.unshared(types.ultimate_element(types.pointee(l->type)))) &&
        types.is_complete(types.unshared(types.ultimate_element(types.pointee(r->type)))))
        return true;
    report(op == BinaryOp::sub ? DiagId::upc_incomplete_arithmetic : DiagId::upc_relational_incomplete, where,
           {quoted(l->type)}, range);
    return false;
}

bool OperandRules::same_target(BinaryOp op, TokenIndex where, const Expr *l, const Expr *r, TokenRange range) const {
    const QualType a = types.pointee(l->type);
    const QualType b = types.pointee(r->type);
    if (types.block_of(a) != types.block_of(b)) {
        report(DiagId::upc_operand_blocks, where,
               {operator_spelling(op), quoted(l->type), quoted(r->type), describe_block(types, a),
                describe_block(types, b)},
               range);
        return false;
    }
    if (compatible(types, unqualified_pointee(types, a), unqualified_pointee(types, b))) return true;
    report(op == BinaryOp::sub ? DiagId::upc_subtract_types : DiagId::upc_compare_distinct, where,
           {quoted(l->type), quoted(r->type)}, range);
    return op != BinaryOp::sub;
}

bool OperandRules::comparable(BinaryOp op, TokenIndex where, Expr *&l, Expr *&r, TokenRange range) const {
    const bool ls = types.is_pointer_to_shared(l->type);
    const bool rs = types.is_pointer_to_shared(r->type);
    if (!ls && !rs) {
        if (are_distinct(types, l->type, r->type) && !is_null_constant(l) && !is_null_constant(r))
            report(DiagId::upc_compare_distinct, where, {quoted(l->type), quoted(r->type)}, range);
        return true;
    }
    if (ls != rs) {
        Expr *&other = ls ? r : l;
        if (is_null_constant(other)) {
            other = conversions_.implicit(Conversion::shared_pointer, ls ? l->type : r->type, other);
            return true;
        }
        report(types.is_pointer(other->type) ? DiagId::upc_mixed_pointers : DiagId::upc_pointer_and_integer, where,
               {operator_spelling(op), quoted(l->type), quoted(r->type)}, range);
        return false;
    }
    if (op != BinaryOp::eq && op != BinaryOp::ne)
        return ordered(op, where, l, r, range) && same_target(op, where, l, r, range);
    const bool lv = types.is_shared_void_pointer(l->type);
    const bool rv = types.is_shared_void_pointer(r->type);
    if (!lv && !rv) return same_target(op, where, l, r, range);
    if (lv != rv) {
        Expr *&other = lv ? r : l;
        other = conversions_.implicit(Conversion::shared_pointer, lv ? l->type : r->type, other);
    }
    return true;
}

QualType OperandRules::common_private(const Expr *a, const Expr *b) const {
    if (!types.is_pointer(a->type) || (is_null_constant(a) && types.is_pointer(b->type))) return b->type;
    if (!types.is_pointer(b->type) || is_null_constant(b)) return a->type;
    const QualType pa = types.pointee(a->type);
    const QualType pb = types.pointee(b->type);
    const uint8_t q = (types.canonical(pa).qualifiers() | types.canonical(pb).qualifiers()) & (q_const | q_volatile);
    const bool other = !types.is_void(pa) && types.is_void(pb);
    return types.pointer_to((other ? pb : pa).with(q));
}

/// Of two pointers-to-shared of different types.
QualType OperandRules::common_shared(const Expr *a, const Expr *b, TokenIndex where, TokenRange range) const {
    const QualType pa = types.pointee(a->type);
    const QualType pb = types.pointee(b->type);
    const uint8_t q = (types.canonical(pa).qualifiers() | types.canonical(pb).qualifiers()) &
                      (q_const | q_volatile | q_strict | q_relaxed);
    if (compatible(types, unqualified_pointee(types, pa), unqualified_pointee(types, pb)))
        return types.pointer_to(pa.with(q));
    if (!types.is_shared_void_pointer(a->type) && !types.is_shared_void_pointer(b->type))
        report(DiagId::upc_conditional_blocks, where, {quoted(a->type), quoted(b->type)}, range);
    return types.pointer_to(types.shared(types.basic(TypeKind::void_), 1));
}

QualType OperandRules::common_pointer(Expr *&a, Expr *&b, TokenIndex where, TokenRange range) const {
    const bool as = types.is_pointer_to_shared(a->type);
    const bool bs = types.is_pointer_to_shared(b->type);
    if (!as && !bs) return common_private(a, b);
    if (as != bs) {
        Expr *&other = as ? b : a;
        const QualType t = as ? a->type : b->type;
        if (is_null_constant(other)) {
            other = conversions_.implicit(Conversion::shared_pointer, t, other);
            return t;
        }
        report(DiagId::upc_mixed_conditional, where, {quoted(a->type), quoted(b->type)}, range);
        return {};
    }
    if (same(a->type, b->type)) return a->type;
    const QualType result = common_shared(a, b, where, range);
    if (!same(a->type, result)) a = conversions_.implicit(Conversion::shared_pointer, result, a);
    if (!same(b->type, result)) b = conversions_.implicit(Conversion::shared_pointer, result, b);
    return result;
}

/// UPC 1.3 6.4.3p1: shared may not appear in a cast whose operand is not shared at that place.
bool OperandRules::castable(QualType to, const Expr *operand, TokenIndex where) const {
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

} // namespace polder::cc

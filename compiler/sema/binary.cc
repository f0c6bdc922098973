// Actions for binary and conditional operators: C11 6.5.5 to 6.5.15, vectors as GNU C has them, and
// UPC 1.3 6.4.2. No operator mixes a pointer-to-shared with a private pointer. Arithmetic and
// comparison need equal blocks and complete types.
#include "compiler/sema/sema.h"
#include "compiler/sema/upc_type.h"
#include "compiler/type/compatible.h"
#include "compiler/type/conversions.h"

namespace polder::cc {

namespace {

constexpr const char *spellings[] = {
    "*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", ","};

TokenRange span(const Expr *e) { // implicit conversions have no tokens
    while (const ImplicitCast *c = as<ImplicitCast>(e))
        e = c->operand;
    return e->range;
}

/// Private pointers to types that differ and mention shared ones. Of others the back end speaks.
bool are_distinct(const TypeTable &types, QualType l, QualType r) {
    if (!types.is_pointer(l) || !types.is_pointer(r)) return false;
    if (!types.mentions_shared(l) && !types.mentions_shared(r)) return false;
    const QualType a = types.pointee(l);
    const QualType b = types.pointee(r);
    return !types.is_void(a) && !types.is_void(b) &&
           !compatible(types, unqualified_pointee(types, a), unqualified_pointee(types, b));
}

bool is_relational(BinaryOp op) {
    return op >= BinaryOp::lt && op <= BinaryOp::ge;
}

} // namespace

Expr *Sema::binary_node(BinaryOp op, TokenIndex where, Expr *l, Expr *r, QualType type, TokenRange range) {
    BinaryExpr *e = ctx.make<BinaryExpr>();
    e->op = op;
    e->left = l;
    e->right = r;
    e->type = type;
    e->where = where;
    e->range = range;
    return e;
}

Expr *Sema::invalid_operands(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    report(DiagId::sema_bad_operands, where, {spellings[int(op)], quoted(l->type), quoted(r->type)}, range);
    return poison(range);
}

Expr *Sema::vector_binary(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
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

bool Sema::check_pointer_arithmetic(Expr *pointer, TokenIndex where) {
    if (!types.is_pointer_to_shared(pointer->type)) return true;
    const QualType stored = types.unshared(types.ultimate_element(types.pointee(pointer->type)));
    if (types.is_shared_void_pointer(pointer->type))
        report(DiagId::upc_void_arithmetic, where, {quoted(pointer->type)}, span(pointer));
    else if (!types.is_complete(stored) || !types.is_complete(types.pointee(pointer->type)))
        report(DiagId::upc_incomplete_arithmetic, where, {quoted(pointer->type)}, span(pointer));
    else
        return true;
    return false;
}

/// Two pointers of which one may be to shared; null constants are converted. Reports and returns
/// false where UPC forbids it.
bool Sema::comparable_pointers(BinaryOp op, TokenIndex where, Expr *&l, Expr *&r, TokenRange range) {
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
            other = implicit(Conversion::shared_pointer, ls ? l->type : r->type, other);
            return true;
        }
        report(types.is_pointer(other->type) ? DiagId::upc_mixed_pointers : DiagId::upc_pointer_and_integer, where,
               {spellings[int(op)], quoted(l->type), quoted(r->type)}, range);
        return false;
    }
    const bool lv = types.is_shared_void_pointer(l->type);
    const bool rv = types.is_shared_void_pointer(r->type);
    const bool equality = op == BinaryOp::eq || op == BinaryOp::ne;
    if (equality && (lv || rv)) {
        if (lv != rv) {
            Expr *&other = lv ? r : l;
            other = implicit(Conversion::shared_pointer, lv ? l->type : r->type, other);
        }
        return true;
    }
    const QualType a = types.pointee(l->type);
    const QualType b = types.pointee(r->type);
    if (!equality) {
        if (lv || rv) {
            report(op == BinaryOp::sub ? DiagId::upc_void_arithmetic : DiagId::upc_relational_void, where,
                   {quoted(lv ? l->type : r->type)}, range);
            return false;
        }
        if (!types.is_complete(types.unshared(types.ultimate_element(a))) ||
            !types.is_complete(types.unshared(types.ultimate_element(b)))) {
            report(op == BinaryOp::sub ? DiagId::upc_incomplete_arithmetic : DiagId::upc_relational_incomplete, where,
                   {quoted(l->type)}, range);
            return false;
        }
    }
    if (types.block_of(a) != types.block_of(b)) {
        report(
            DiagId::upc_operand_blocks, where,
            {spellings[int(op)], quoted(l->type), quoted(r->type), describe_block(types, a), describe_block(types, b)},
            range);
        return false;
    }
    if (!compatible(types, unqualified_pointee(types, a), unqualified_pointee(types, b))) {
        if (op == BinaryOp::sub) {
            report(DiagId::upc_subtract_types, where, {quoted(l->type), quoted(r->type)}, range);
            return false;
        }
        report(DiagId::upc_compare_distinct, where, {quoted(l->type), quoted(r->type)}, range);
    }
    return true;
}

Expr *Sema::subtract_pointers(TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    if (!comparable_pointers(BinaryOp::sub, where, l, r, range)) return poison(range);
    return binary_node(BinaryOp::sub, where, l, r, types.ptrdiff_type(), range);
}

Expr *Sema::additive(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    const bool lp = types.is_pointer(l->type);
    const bool rp = types.is_pointer(r->type);
    if (lp && rp && op == BinaryOp::sub) return subtract_pointers(where, l, r, range);
    Expr *pointer = lp ? l : r;
    Expr *&offset = lp ? r : l;
    if ((lp && rp) || (rp && op == BinaryOp::sub) || !types.is_integer(offset->type))
        return invalid_operands(op, where, l, r, range);
    if (!check_pointer_arithmetic(pointer, where)) return poison(range);
    offset = promote(offset);
    return binary_node(op, where, l, r, pointer->type, range);
}

Expr *Sema::comparison(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range) {
    const QualType result = types.basic(TypeKind::int_);
    const bool lp = types.is_pointer(l->type);
    const bool rp = types.is_pointer(r->type);
    if (lp || rp) {
        if (!(lp || types.is_integer(l->type)) || !(rp || types.is_integer(r->type)))
            return invalid_operands(op, where, l, r, range);
        if (!comparable_pointers(op, where, l, r, range)) return poison(range);
        return binary_node(op, where, l, r, result, range);
    }
    if (!types.is_arithmetic(l->type) || !types.is_arithmetic(r->type)) return invalid_operands(op, where, l, r, range);
    const QualType common = usual_arithmetic(types, promote(l)->type, promote(r)->type);
    return binary_node(op, where, arithmetic_to(l, common), arithmetic_to(r, common), result, range);
}

Expr *Sema::on_binary(BinaryOp op, TokenIndex where, Expr *left, Expr *right) {
    const TokenRange range{span(left).first, span(right).last};
    if (op == BinaryOp::comma) {
        Expr *l = left->lvalue && types.is_shared(left->type) ? rvalue(left) : left;
        Expr *r = rvalue(right);
        return binary_node(op, where, l, r, r->type, range);
    }
    Expr *l = rvalue(left);
    Expr *r = rvalue(right);
    if (any_poison(l, r)) {
        const bool boolean = op == BinaryOp::logical_and || op == BinaryOp::logical_or;
        return binary_node(op, where, l, r, boolean ? types.basic(TypeKind::int_) : types.error(), range);
    }
    if (types.is_vector(l->type) || types.is_vector(r->type)) return vector_binary(op, where, l, r, range);
    switch (op) {
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
        return binary_node(op, where, condition(l), condition(r), types.basic(TypeKind::int_), range);
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
        l = promote(l);
        return binary_node(op, where, l, promote(r), l->type, range);
    }
    const bool integer_only =
        op == BinaryOp::rem || op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
    if (integer_only ? !integers : !types.is_arithmetic(l->type) || !types.is_arithmetic(r->type))
        return invalid_operands(op, where, l, r, range);
    l = promote(l);
    r = promote(r);
    const QualType common = usual_arithmetic(types, l->type, r->type);
    return binary_node(op, where, arithmetic_to(l, common), arithmetic_to(r, common), common, range);
}

/// The type of c ? a : b with at least one pointer; converts both. Null type after an error.
QualType Sema::pointer_conditional(Expr *&a, Expr *&b, TokenIndex where, TokenRange range) {
    const bool as = types.is_pointer_to_shared(a->type);
    const bool bs = types.is_pointer_to_shared(b->type);
    if (!as && !bs) {
        if (!types.is_pointer(a->type) || (is_null_constant(a) && types.is_pointer(b->type))) return b->type;
        if (!types.is_pointer(b->type) || is_null_constant(b)) return a->type;
        const QualType pa = types.pointee(a->type);
        const QualType pb = types.pointee(b->type);
        const uint8_t q =
            (types.canonical(pa).qualifiers() | types.canonical(pb).qualifiers()) & (q_const | q_volatile);
        const bool va = types.is_void(pa);
        const bool vb = types.is_void(pb);
        if (va || vb) return types.pointer_to((va ? pa : pb).with(q));
        return types.pointer_to(pa.with(q));
    }
    if (as != bs) {
        Expr *&other = as ? b : a;
        const QualType t = as ? a->type : b->type;
        if (is_null_constant(other)) {
            other = implicit(Conversion::shared_pointer, t, other);
            return t;
        }
        report(DiagId::upc_mixed_conditional, where, {quoted(a->type), quoted(b->type)}, range);
        return {};
    }
    if (same(a->type, b->type)) return a->type;
    const QualType pa = types.pointee(a->type);
    const QualType pb = types.pointee(b->type);
    const uint8_t q = (types.canonical(pa).qualifiers() | types.canonical(pb).qualifiers()) &
                      (q_const | q_volatile | q_strict | q_relaxed);
    QualType result;
    if (compatible(types, unqualified_pointee(types, pa), unqualified_pointee(types, pb)))
        result = types.pointer_to(pa.with(q));
    else {
        if (!types.is_shared_void_pointer(a->type) && !types.is_shared_void_pointer(b->type))
            report(DiagId::upc_conditional_blocks, where, {quoted(a->type), quoted(b->type)}, range);
        result = types.pointer_to(types.shared(types.basic(TypeKind::void_), 1));
    }
    if (!same(a->type, result)) a = implicit(Conversion::shared_pointer, result, a);
    if (!same(b->type, result)) b = implicit(Conversion::shared_pointer, result, b);
    return result;
}

Expr *Sema::on_conditional(Expr *cond, Expr *then_value, Expr *else_value, TokenIndex where) {
    ConditionalExpr *e = ctx.make<ConditionalExpr>();
    e->range = {span(cond).first, span(else_value).last};
    e->where = where;
    e->condition = condition(cond);
    Expr *a = then_value ? rvalue(then_value) : e->condition;
    Expr *b = rvalue(else_value);
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
        Expr *pa = promote(a);
        Expr *pb = promote(b);
        e->type = usual_arithmetic(types, pa->type, pb->type);
        e->then_value = then_value ? arithmetic_to(pa, e->type) : nullptr;
        e->else_value = arithmetic_to(pb, e->type);
    } else if (types.is_pointer(a->type) || types.is_pointer(b->type)) {
        if (types.kind(a->type) == TypeKind::record || types.kind(b->type) == TypeKind::record) {
            report(DiagId::upc_mixed_conditional, where, {quoted(a->type), quoted(b->type)}, e->range);
            return poison(e->range);
        }
        e->type = pointer_conditional(a, b, where, e->range);
        if (e->type.is_null()) return poison(e->range);
        e->then_value = then_value ? a : nullptr;
        e->else_value = b;
    } else
        e->type = a->type;
    return e;
}

} // namespace polder::cc

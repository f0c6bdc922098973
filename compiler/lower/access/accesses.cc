// access: reads, writes and updates of shared objects.
//   before   shared int x, a[THREADS];
//            x = x + 1; a[i] += 2;
//   after    (*(int *)polder_addr_1node(polder_s_x)) = (*(int *)polder_addr_1node(polder_s_x)) + 1;
//            (*(int *)polder_addr_1node(
//                polder_index_cyclic(polder_e, polder_s_a, (i), sizeof(int)))) += 2;
//
// A relaxed access is a C lvalue, so every operator of C works on it as it stands: bit-fields,
// structs, compound assignment. Here is what single-node versions do; strict_accesses.cc and
// far_accesses.cc have the rest.
#include "compiler/lower/access/accesses.h"

#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/access/strict_accesses.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

std::string_view operator_text(BinaryOp op) {
    switch (op) {
    case BinaryOp::mul: return "*";
    case BinaryOp::div: return "/";
    case BinaryOp::rem: return "%";
    case BinaryOp::add: return "+";
    case BinaryOp::sub: return "-";
    case BinaryOp::shl: return "<<";
    case BinaryOp::shr: return ">>";
    case BinaryOp::bit_and: return "&";
    case BinaryOp::bit_xor: return "^";
    case BinaryOp::bit_or: return "|";
    default: return ",";
    }
}

bool Accesses::is_bit_field(Expr *lvalue) const {
    const auto *m = as<MemberExpr>(without_parens(lvalue));
    return m && m->field && m->field->bit_width;
}

bool Accesses::is_strict(Expr *lvalue) const {
    return is_strict_access(types, lvalue);
}

/// An element of a vector has no address.
bool Accesses::is_lane(Expr *lvalue) const {
    return cc::is_lane(types, lvalue);
}

/// The relaxed lvalue.
Node *Accesses::access(Expr *e) {
    if (ResolvedReferences(in).has(e)) return ResolvedReferences(in).element(static_cast<IndexExpr *>(e));
    const std::string type = print(types.unshared(e->type));
    if (auto *m = as<MemberExpr>(e);
        m && (!AccessChecks(in).checks() || is_bit_field(m) || AccessChecks(in).is_proven(m))) {
        if (!m->arrow) return rebuild(m);
        const QualType record = types.unshared(types.pointee(m->base->type));
        Weaver weaver(ctx, extent(e));
        weaver.replace(extent(m->base),
                       make({"((", print(record), " *)", AddressSpaces(in).near_place(),
                             AccessChecks(in).checked(
                                 e, [&](const LowerContext &inside) { return Pointers(inside).ga_of(m->base); }),
                             "))"}));
        return weaver.finish(e);
    }
    if (auto *u = as<UnaryExpr>(e); is_lane(e) || (u && (u->op == UnaryOp::real || u->op == UnaryOp::imag)))
        return rebuild(e);
    if (auto *i = as<IndexExpr>(e); i && is_one_thread()) { // C's form: compilers know best what to do with it
        const Element at = Addresses(in).element(i->base, i->index);
        if (at.contiguous && !at.own_base)
            return make({"(((", type, " *)", AddressSpaces(in).near_place(), at.base, "))[", at.linear, "])"});
    }
    if (is_far_code() && FarAccesses(in).is_own_place(e))
        return make({"(*(", type, " *)" + abi::addr_1node + "(", FarAccesses(in).own_pointer(e), "))"});
    return make({"(*(", type, " *)", AddressSpaces(in).near_place(),
                 AccessChecks(in).checked(e, [&](const LowerContext &inside) { return Addresses(inside).ga(e); }),
                 "))"});
}

Node *Accesses::load(Expr *e) {
    if (!is_strict(e)) return is_far_code() && types.is_shared(e->type) ? FarAccesses(in).far_load(e) : value(e);
    const QualType type = types.unshared(e->type);
    if (is_bit_field(e) || is_lane(e))
        return StrictAccesses(in).between_fences(type, is_far_code() ? FarAccesses(in).far_load(e) : value(e));
    return StrictAccesses(in).strict_load(
        type, AccessChecks(in).checked(e, [&](const LowerContext &inside) { return Addresses(inside).ga(e); }));
}

Node *Accesses::assign(AssignExpr *e, bool wants_value) {
    Expr *target = e->target;
    if (Node *followed = InductionVariables(in).assigned(e, wants_value)) return followed;
    if (e->compound && types.is_pointer_to_shared(target->type))
        return Pointers(in).pointer_update(target, value(e->value), e->op == BinaryOp::sub, false, wants_value);
    if (!is_strict(target))
        return is_far_code() && types.is_shared(target->type) ? FarAccesses(in).far_assign(e, wants_value) : rebuild(e);
    const QualType type = types.unshared(target->type);
    if (is_far_code() && (is_bit_field(target) || is_lane(target)))
        return StrictAccesses(in).between_fences(type, FarAccesses(in).far_assign(e, true));
    if (e->compound && is_lane(target)) return StrictAccesses(in).between_fences(type, rebuild(e));
    if (e->compound)
        return StrictAccesses(in).strict_update(target, operator_text(e->op), value(e->value), false, wants_value);
    if (!is_bit_field(target) && !is_lane(target)) {
        Node *address =
            AccessChecks(in).checked(target, [&](const LowerContext &inside) { return Addresses(inside).ga(target); });
        return StrictAccesses(in).strict_store(type, address, value(e->value), wants_value);
    }
    const std::string t = fresh("value");
    return make({"__extension__ ({ ", print(types.canonical(type).unqualified()), " ", t, " = ", value(e->value),
                 "; " + abi::fence + "(); ", t, " = ", value(target), " = ", t, "; " + abi::fence + "();",
                 wants_value ? " " + t + ";" : std::string(), " })"});
}

Node *Accesses::increment(UnaryExpr *e, bool wants_value) {
    if (Node *followed = InductionVariables(in).stepped(e, wants_value)) return followed;
    const bool negative = e->op == UnaryOp::pre_decrement || e->op == UnaryOp::post_decrement;
    const bool post = e->op == UnaryOp::post_increment || e->op == UnaryOp::post_decrement;
    if (types.is_pointer_to_shared(e->operand->type))
        return Pointers(in).pointer_update(e->operand, make("1"), negative, post, wants_value);
    if (!is_strict(e->operand))
        return is_far_code() && types.is_shared(e->operand->type) ? FarAccesses(in).far_increment(e, wants_value)
                                                                  : rebuild(e);
    if (is_far_code() && (is_bit_field(e->operand) || is_lane(e->operand)))
        return StrictAccesses(in).between_fences(types.unshared(e->operand->type),
                                                 FarAccesses(in).far_increment(e, true));
    if (is_lane(e->operand)) return StrictAccesses(in).between_fences(types.unshared(e->operand->type), rebuild(e));
    return StrictAccesses(in).strict_update(e->operand, negative ? "-" : "+", make("1"), post, wants_value);
}

} // namespace polder::cc

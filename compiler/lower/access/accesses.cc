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

ValueHolder Accesses::holder(std::string_view role, Expr *lvalue) const {
    const std::string name = fresh(role, lvalue);
    const std::string plain = print(types.canonical(types.unshared(lvalue->type)).unqualified());
    if (!is_bit_field(lvalue)) return {plain + " " + name, name, name};
    const uint32_t width = static_cast<const MemberExpr *>(without_parens(lvalue))->field->width;
    return {"struct { " + plain + " bits : " + std::to_string(width) + "; } " + name, name + ".bits",
            "+" + name + ".bits"};
}

namespace {

/// Is the object a union's member, or inside one?
bool is_in_union(const TypeTable &types, Expr *lvalue) {
    for (Expr *e = lvalue; e;) {
        e = chosen_expression(e);
        if (auto *m = as<MemberExpr>(e)) {
            for (const FieldDecl *step : m->path)
                if (!step->parent || step->parent->is_union) return true;
            e = m->arrow ? decayed_array(m->base) : m->base;
        } else if (auto *i = as<IndexExpr>(e)) {
            Expr *array = decayed_array(i->base);
            e = array || !is_lane(types, i) ? array : i->base;
        } else if (auto *u = as<UnaryExpr>(e)) {
            e = u->op == UnaryOp::dereference ? decayed_array(u->operand) : u->operand;
        } else {
            return false;
        }
    }
    return false;
}

} // namespace

LvalueForm Accesses::form_of(Expr *lvalue) const {
    const std::string type = print(types.unshared(lvalue->type));
    if (!is_in_union(types, lvalue)) return {"*(" + type + " *)", ""};
    // The attribute has an effect where a type is defined, not on one that is named.
    return {"((struct { " + type + " object; } __attribute__((__may_alias__)) *)", ")->object"};
}

/// The relaxed lvalue.
Node *Accesses::access(Expr *e) {
    if (ResolvedReferences(in).has(e)) return ResolvedReferences(in).element(static_cast<IndexExpr *>(e));
    if (auto *m = as<MemberExpr>(e);
        m && (!AccessChecks(in).checks() || is_bit_field(m) || AccessChecks(in).is_proven(m))) {
        if (!m->arrow) return rebuild(m);
        const QualType record = types.unshared(types.pointee(m->base->type));
        Weaver weaver(ctx, extent(e));
        weaver.replace(extent(m->base),
                       make({"((", print(record), " *)", AddressSpaces(in).near_place_behind(m->base),
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
            return make({"(((", print(types.unshared(e->type)), " *)", AddressSpaces(in).near_place_of(i->base),
                         at.base, "))[", at.linear, "])"});
    }
    const LvalueForm form = form_of(e);
    if (is_far_code() && FarAccesses(in).is_own_place(e))
        return make(
            {"(" + form.before + abi::addr_1node + "(", FarAccesses(in).own_pointer(e), ")" + form.after + ")"});
    auto *behind = as<UnaryExpr>(without_parens(e));
    const bool is_behind = behind && behind->op == UnaryOp::dereference;
    return make({"(" + form.before,
                 is_behind ? AddressSpaces(in).near_place_behind(behind->operand) : AddressSpaces(in).near_place(),
                 AccessChecks(in).checked(e, [&](const LowerContext &inside) { return Addresses(inside).ga(e); }),
                 ")" + form.after + ")"});
}

Node *Accesses::load(Expr *e) {
    if (!is_strict(e)) return is_far_code() && types.is_shared(e->type) ? FarAccesses(in).far_load(e) : value(e);
    const QualType type = types.unshared(e->type);
    if (is_bit_field(e) || is_lane(e))
        return StrictAccesses(in).between_fences(e, is_far_code() ? FarAccesses(in).far_load(e) : value(e));
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
        return StrictAccesses(in).between_fences(target, FarAccesses(in).far_assign(e, true));
    if (e->compound && is_lane(target)) return StrictAccesses(in).between_fences(target, rebuild(e));
    if (e->compound)
        return StrictAccesses(in).strict_update(target, operator_text(e->op), value(e->value), false, wants_value);
    if (!is_bit_field(target) && !is_lane(target)) {
        Node *address =
            AccessChecks(in).checked(target, [&](const LowerContext &inside) { return Addresses(inside).ga(target); });
        return StrictAccesses(in).strict_store(type, address, value(e->value), wants_value);
    }
    const ValueHolder t = holder("value", target);
    return make({"__extension__ ({ " + t.declaration + "; " + t.place + " = ", value(e->value),
                 "; " + abi::fence + "(); " + t.place + " = ", value(target),
                 " = " + t.place + "; " + abi::fence + "();", wants_value ? " " + t.read + ";" : std::string(), " })"});
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
        return StrictAccesses(in).between_fences(e->operand, FarAccesses(in).far_increment(e, true));
    if (is_lane(e->operand)) return StrictAccesses(in).between_fences(e->operand, rebuild(e));
    return StrictAccesses(in).strict_update(e->operand, negative ? "-" : "+", make("1"), post, wants_value);
}

} // namespace polder::cc

// pointers: arithmetic, comparison and conversion of pointers-to-shared.
//   before   shared [4] int *p, *q; shared [] int *r;
//            q = p + 1; n = q - p; if (p == NULL) *(int *)r = 0;
//   after    q = polder_add_blocked(polder_e, p, (long)(1), sizeof(int), 4);
//            n = polder_sub_blocked(polder_e, q, p, sizeof(int), 4);
//            if (((p).ga == 0UL)) *((int *)polder_addr_1node(r)) = 0;
//   before   p < q, p >= q
//   after    polder_is_before(polder_e, p, q, sizeof(int)), !polder_is_before(...)
#include "compiler/lower/access/pointers.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/access/strict_accesses.h"
#include "compiler/lower/checks/access_checks.h"

namespace polder::cc {

namespace {

/// The operand of a conversion between pointers-to-shared, which leaves the address as it is.
Expr *converted_from(Expr *e) {
    if (auto *c = as<ImplicitCast>(e)) return c->conversion == Conversion::shared_pointer ? c->operand : nullptr;
    if (auto *c = as<CastExpr>(e)) return c->operand;
    return nullptr;
}

/// May the name be written twice: no side effect, not volatile?
bool is_simple_variable(const TypeTable &types, Expr *e) {
    auto *n = as<NameExpr>(without_parens(e));
    auto *v = n ? as<VarDecl>(n->decl) : nullptr;
    return v && !types.is_shared(v->type) && !types.canonical(v->type).is_volatile_or_atomic();
}

} // namespace

std::string Pointers::element_type(QualType pointer) const {
    return print(types.unshared(types.ultimate_element(types.pointee(pointer))).unqualified());
}

std::string Pointers::element_size(QualType pointer) const {
    return "sizeof(" + element_type(pointer) + ")";
}

std::string Pointers::block(QualType pointer) const {
    return std::to_string(types.block_of(types.pointee(pointer)));
}

Node *Pointers::null_pointer(QualType pointer) {
    if (!types.has_phase(pointer)) return make("0UL");
    return make(in.constant ? "{0, 0}" : abi::gp_make + "(0, 0)");
}

/// The address in a pointer-to-shared valued expression.
Node *Pointers::ga_of(Expr *e) {
    if (const std::string *known = KnownValues::find(in.values, e); ctx.options.check && known)
        return make({*known, types.has_phase(e->type) ? ".ga" : ""});
    Expr *plain = without_parens(e);
    if (Expr *operand = converted_from(plain)) {
        if (types.is_pointer_to_shared(operand->type)) return ga_of(operand);
        if (as<ImplicitCast>(plain)) return make("0UL");
        return make({"((" + abi::ga + ")(", value(operand), "))"});
    }
    if (auto *c = as<ImplicitCast>(plain); c && c->conversion == Conversion::array_to_pointer)
        return Addresses(in).ga(c->operand);
    if (auto *u = as<UnaryExpr>(plain); u && u->op == UnaryOp::address) return Addresses(in).ga(u->operand);
    return types.has_phase(e->type) ? make({"(", value(e), ").ga"}) : value(e);
}

Node *Pointers::add_to(QualType pointer, Node *code, Node *offset, TokenIndex where, bool walks) {
    Element e;
    e.walks = walks;
    e.where = where;
    e.base = code;
    e.pointer = pointer;
    e.linear = Addresses(in).scaled(offset, types.pointee(pointer));
    e.contiguous =
        types.has_phase(pointer) ? types.block_of(types.pointee(pointer)) == 0 : Addresses(in).is_in_order(pointer);
    return Addresses(in).element_pointer(e);
}

/// ++, --, += and -= of a pointer-to-shared, wherever it is kept.
Node *Pointers::pointer_update(Expr *target, Node *offset, bool negative, bool old_value, bool wants_value) {
    const QualType type = types.unshared(target->type);
    const std::string plain = print(types.canonical(type).unqualified());
    Node *step = negative ? make({"-(long)(", offset, ")"}) : offset;
    const std::string old = fresh("old");
    const std::string at = fresh("address");
    const std::string next = fresh("new");
    const TokenIndex where = extent(target).first;
    if (Accesses(in).is_strict(target) ||
        (is_far_code() && types.is_shared(target->type) && !FarAccesses(in).is_own_place(target))) {
        const bool strict = Accesses(in).is_strict(target);
        const std::string result = wants_value ? " " + (old_value ? old : next) + ";" : "";
        return make(
            {"__extension__ ({ const " + abi::ga + " ", at, " = ",
             AccessChecks(in).checked(target, [&](const LowerContext &inside) { return Addresses(inside).ga(target); }),
             "; ", plain, " ", old, " = ",
             strict ? StrictAccesses(in).strict_load(type, make(at)) : FarAccesses(in).far_load(type, make(at)), ", ",
             next, " = ", add_to(type, make(old), step, where), "; ",
             strict ? StrictAccesses(in).strict_store(type, make(at), make(next), false)
                    : FarAccesses(in).far_store(type, make(at), make(next), false),
             ";", result, " })"});
    }
    if (is_simple_variable(types, target)) {
        const bool walks = AddressSpaces(in).walks(target);
        if (!old_value || !wants_value)
            return make({"(", value(target), " = ", add_to(type, value(target), step, where, walks), ")"});
        return make({"__extension__ ({ ", plain, " ", old, " = ", value(target), "; ", value(target), " = ",
                     add_to(type, make(old), step, where, walks), "; ", old, "; })"});
    }
    const std::string result = wants_value ? " " + (old_value ? old : next) + ";" : "";
    return make({"__extension__ ({ ", types.print(types.pointer_to(type), at), " = &(", value(target),
                 "); " + plain + " " + old + " = *" + at + ", " + next + " = ", add_to(type, make(old), step, where),
                 "; *" + at + " = " + next + ";" + result + " })"});
}

Node *Pointers::difference(Expr *left, Expr *right) {
    const QualType pointer = left->type;
    const QualType pointee = types.pointee(pointer);
    const uint64_t b = types.block_of(pointee);
    Node *elements;
    if (Addresses(in).is_in_order(pointer))
        elements = make({"((", element_type(pointer), " *)", AddressSpaces(in).as_pointer(), ga_of(left), ") - (",
                         element_type(pointer), " *)", AddressSpaces(in).as_pointer(), ga_of(right), "))"});
    else if (b == 1)
        elements = call(abi::sub_cyclic, {env(), ga_of(left), ga_of(right), element_size(pointer)});
    else
        elements = call(abi::sub_blocked, {env(), value(left), value(right), element_size(pointer), std::to_string(b)});
    if (!types.is_array(pointee)) return elements;
    const std::string count = std::to_string(types.elements_in(pointee));
    return make(
        {"(", elements, " / (" + count + (types.times_threads(pointee) ? " * (long)" + threads() : "L") + "))"});
}

Node *Pointers::compare(BinaryExpr *e) {
    const char *text = e->op == BinaryOp::eq   ? " == "
                       : e->op == BinaryOp::ne ? " != "
                       : e->op == BinaryOp::lt ? " < "
                       : e->op == BinaryOp::gt ? " > "
                       : e->op == BinaryOp::le ? " <= "
                                               : " >= ";
    const bool both = types.is_pointer_to_shared(e->left->type) && types.is_pointer_to_shared(e->right->type);
    auto address = [&](Expr *side) { return types.is_pointer_to_shared(side->type) ? ga_of(side) : make("0UL"); };
    const QualType pointee = types.pointee(both ? e->left->type : types.pointer_to(types.error()));
    const bool in_order = both && e->op != BinaryOp::eq && e->op != BinaryOp::ne &&
                          !Addresses(in).is_in_order(e->left->type) && !types.is_shared_void_pointer(e->left->type);
    if (in_order && types.block_of(pointee) == 1)
        return make({abi::block_order + "(", env(), ", ", ga_of(e->left), ")", text, abi::block_order + "(", env(),
                     ", ", ga_of(e->right), ")"});
    if (in_order) {
        const bool mirrored = e->op == BinaryOp::gt || e->op == BinaryOp::le;
        const char *negated = e->op == BinaryOp::le || e->op == BinaryOp::ge ? "!" : "";
        return make(
            {negated, call(abi::is_before, {env(), value(mirrored ? e->right : e->left),
                                            value(mirrored ? e->left : e->right), element_size(e->left->type)})});
    }
    return make({address(e->left), text, address(e->right)});
}

/// To a pointer-to-shared, from another one, from an integer, or from a null constant.
Node *Pointers::convert(Expr *operand, QualType to) {
    const QualType from = operand->type;
    if (!types.is_pointer_to_shared(to)) return value(operand);
    if (!types.is_pointer_to_shared(from)) {
        if (in.constant && types.has_phase(to)) return null_pointer(to);
        Node *address = make({"((" + abi::ga + ")(", value(operand), "))"});
        return types.has_phase(to) ? call(abi::gp_from_ga, {address}) : address;
    }
    if (!types.has_phase(to)) return ga_of(operand);
    if (!types.has_phase(from)) return call(abi::gp_from_ga, {value(operand)});
    const bool generic = types.is_shared_void_pointer(to) || types.is_shared_void_pointer(from);
    const QualType a = types.pointee(to);
    const QualType b = types.pointee(from);
    const bool same = !generic && types.block_of(a) == types.block_of(b) &&
                      types.size_of(types.unshared(types.ultimate_element(a))) ==
                          types.size_of(types.unshared(types.ultimate_element(b)));
    return generic || same ? value(operand) : call(abi::gp_from_ga, {ga_of(operand)});
}

Node *Pointers::cast(CastExpr *e) {
    if (types.is_pointer_to_shared(e->type)) {
        Node *pointer = convert(e->operand, e->type);
        return in.constant && types.has_phase(e->type) ? pointer : make({"(", pointer, ")"}); // braces there
    }
    if (!types.is_pointer_to_shared(e->operand->type)) return rebuild(e);
    if (types.is_void(e->type)) return make({"((void)", value(e->operand), ")"});
    if (types.is_pointer(e->type)) {
        Node *address = ga_of(e->operand);
        if (AccessChecks(in).checks()) address = call(abi::check_cast, {address, AccessChecks(in).check_place(e)});
        return make(
            {"((", print(e->type), ")", !is_far_code() ? abi::addr_1node + "(" : abi::to_private + "(", address, "))"});
    }
    if (types.kind(e->type) == TypeKind::bool_) return make({"(", ga_of(e->operand), " != 0)"});
    return make({"((", print(e->type), ")", ga_of(e->operand), ")"});
}

} // namespace polder::cc

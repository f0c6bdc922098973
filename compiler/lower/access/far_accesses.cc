// far: relaxed accesses in code that also runs in jobs of several nodes. Each asks whether the
// object is on this node.
//   before   x = a[i] + 1;                               // shared int x, a[THREADS]
//   after    ({ int polder_t1 = <a[i]> + 1; const polder_ga polder_t2 = polder_s_x;
//               if (polder_is_near_nnode(polder_t2))
//                   *(int *)polder_addr_nnode(polder_t2) = polder_t1;
//               else { int polder_t3 = polder_t1; polder_far_store4(polder_t2, &polder_t3); } });
//            where <a[i]> is
//            ({ const polder_ga polder_t4 = polder_index_cyclic(...); int polder_t5;
//               if (polder_is_near_nnode(polder_t4))
//                   polder_t5 = *(int *)polder_addr_nnode(polder_t4);
//               else polder_far_load4(&polder_t5, polder_t4); polder_t5; })
//
// On this node the operation is C's own on the object. Elsewhere it is done on a copy. The copy is
// fetched before, where the operation reads, and sent back after, where it writes. Of a bit-field
// it is the bytes that the field lies in. What a copy's address is given to is inlined for 1, 2, 4
// and 8 bytes, so values stay in registers. Structures go through memory, padding included. What is
// the calling thread's own by construction (own_parts.cc) needs no test. Cold paths are kept
// short: they leave the test to what they call.
#include "compiler/lower/access/far_accesses.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/lower/passes/indirect_prefetch.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

namespace {

bool in_register(uint64_t size) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

AbiFunction<2> far_load_of(uint64_t size) {
    return size == 1 ? abi::far_load1 : size == 2 ? abi::far_load2 : size == 4 ? abi::far_load4 : abi::far_load8;
}
AbiFunction<2> far_store_of(uint64_t size) {
    return size == 1 ? abi::far_store1 : size == 2 ? abi::far_store2 : size == 4 ? abi::far_store4 : abi::far_store8;
}

/// Between a copy in memory and an object elsewhere.
std::string fetch_text(uint64_t size, const std::string &copy, const std::string &at) {
    return in_register(size) ? far_load_of(size) + "(&" + copy + ", " + at + "); "
                             : abi::far_get + "(&" + copy + ", " + at + ", sizeof " + copy + "); ";
}
std::string send_text(uint64_t size, const std::string &copy, const std::string &at) {
    return in_register(size) ? far_store_of(size) + "(" + at + ", &" + copy + "); "
                             : abi::far_put + "(" + at + ", &" + copy + ", sizeof " + copy + "); ";
}

bool is_part_of_complex(const Expr *e) {
    const auto *u = as<UnaryExpr>(e);
    return u && (u->op == UnaryOp::real || u->op == UnaryOp::imag);
}

} // namespace

/// Does an enclosing loop over own parts (own_parts.cc) prove that the object is the calling
/// thread's?
bool FarAccesses::is_own_place(Expr *lvalue) {
    Expr *e = chosen_expression(lvalue);
    if (ResolvedReferences(in).has(e)) return true;
    if (auto *m = as<MemberExpr>(e)) return !m->arrow && is_own_place(m->base);
    if (is_part_of_complex(e)) return is_own_place(static_cast<UnaryExpr *>(e)->operand);
    auto *i = as<IndexExpr>(e);
    if (!i) return false;
    if (Accesses(in).is_lane(i)) return is_own_place(i->base);
    Expr *array = decayed_array(i->base);
    if (!array || as<NameExpr>(array)) return Addresses(in).is_own_index(i->base, array, i->index);
    return array && is_own_place(array);
}

/// The address of the calling thread's own object in this process: where its local section begins,
/// and from there by C's arithmetic. So compilers see an array.
Node *FarAccesses::own_pointer(Expr *lvalue) {
    return Addresses(in).ga(lvalue, true);
}

/// The address of the object, or of the structure that a bit-field belongs to. Parts of a vector or
/// a complex number have one too.
Node *FarAccesses::place(Expr *lvalue, bool own_as_pointer) {
    Expr *e = chosen_expression(lvalue);
    const QualType type = types.unshared(e->type);
    if (Accesses(in).is_bit_field(e)) {
        auto *m = static_cast<MemberExpr *>(e);
        return m->arrow ? Pointers(in).ga_of(m->base) : Addresses(in).ga(m->base, own_as_pointer);
    }
    if (Accesses(in).is_lane(e)) {
        auto *i = static_cast<IndexExpr *>(e);
        return make({"(", place(i->base, own_as_pointer), " + (" + abi::ga + ")(", value(i->index),
                     ") * " + std::to_string(types.size_of(type)) + ")"});
    }
    if (auto *u = as<UnaryExpr>(e);
        u && is_part_of_complex(e) && types.kind(types.unshared(u->operand->type)) == TypeKind::complex)
        return make({"(", place(u->operand, own_as_pointer),
                     u->op == UnaryOp::imag ? " + " + std::to_string(types.size_of(type)) + ")" : std::string(")")});
    return Addresses(in).ga(e, own_as_pointer);
}

/// The begin of an operation: what it uses, and the address.
void FarAccesses::open_operation(Expr *e, const FarOperation &op, const std::string &at, Composer &out) {
    out.text("__extension__ ({ ")
        .node(op.prepared)
        .text("const " + abi::ga + " " + at + " = ")
        .node(AccessChecks(in).checked(e, [&](const LowerContext &inside) { return FarAccesses(inside).place(e); }))
        .text("; ");
}

/// The operation on a bit-field. A copy is a whole structure, of which the field's bytes count.
Node *FarAccesses::far_bits_operation(MemberExpr *e, const FarOperation &op) {
    const std::string at = fresh("address", e);
    const ValueHolder result = Accesses(in).holder("value", e);
    const std::string copy = fresh("copy", e);
    const std::string keep = op.wanted ? result.place + " = " : "";
    const QualType record = types.unshared(e->arrow ? types.pointee(e->base->type) : e->base->type);
    const std::string field(source_name(e->field));
    uint64_t first = e->field->bit_offset / 8;
    const std::string bytes = std::to_string((e->field->bit_offset + e->field->width - 1) / 8 - first + 1);
    for (const FieldDecl *outer : e->path)
        if (outer != e->field) first += outer->offset;
    const std::string part = "(char *)&" + copy + " + " + std::to_string(first);
    const std::string there = at + " + " + std::to_string(first);
    Composer out(ctx);
    open_operation(e, op, at, out);
    if (op.wanted) out.text(result.declaration + "; ");
    if (!in.cold_path)
        out.text("if (" + std::string(AddressSpaces(in).near_test()) + at + ")) " + keep + op.before + "((" +
                 print(record) + " *)" + std::string(AddressSpaces(in).here()) + at + "))->" + field + op.after +
                 "; else ");
    out.text("{ " + print(types.canonical(record).unqualified()) + " " + copy + "; __builtin_memset(&" + copy +
             ", 0, sizeof " + copy + "); " + abi::far_get + "(" + part + ", " + there + ", " + bytes + "); " + keep +
             op.before + copy + "." + field + op.after + "; ");
    if (op.writes) out.text(abi::far_put + "(" + there + ", " + part + ", " + bytes + "); ");
    return out.text(op.wanted ? "} " + result.read + "; })" : "} })").finish();
}

/// The operation `before LVALUE after` on a shared object, on this node and on a copy. `prepared`
/// are declarations it uses, in front.
Node *FarAccesses::far_operation(Expr *lvalue, const FarOperation &op) {
    Expr *e = chosen_expression(lvalue);
    if (Accesses(in).is_bit_field(e)) return far_bits_operation(static_cast<MemberExpr *>(e), op);
    const QualType type = types.unshared(e->type);
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string at = fresh("address", e);
    const std::string result = fresh("value", e);
    const std::string copy = fresh("copy", e);
    const std::string keep = op.wanted ? result + " = " : "";
    Composer out(ctx);
    open_operation(e, op, at, out);
    if (op.wanted) out.text(plain + " " + result + "; ");
    const LvalueForm form = Accesses(in).form_of(e);
    if (!in.cold_path)
        out.text("if (" + std::string(AddressSpaces(in).near_test()) + at + ")) " + keep + op.before + "(" +
                 form.before + std::string(AddressSpaces(in).here()) + at + ")" + form.after + ")" + op.after +
                 "; else ");
    out.text("{ " + plain + " " + copy + "; ");
    if (op.reads) out.text(fetch_text(types.size_of(type), copy, at));
    out.text(keep + op.before + copy + op.after + "; ");
    if (op.writes) out.text(send_text(types.size_of(type), copy, at));
    return out.text(op.wanted ? "} " + result + "; })" : "} })").finish();
}

/// The value at an address.
Node *FarAccesses::far_load(QualType type, Node *address) {
    return far_load_by({"*(" + print(type) + " *)", ""}, type, address);
}

Node *FarAccesses::far_load_by(const LvalueForm &form, QualType type, Node *address) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string at = fresh("address");
    const std::string t = fresh("value");
    const std::string w = fresh("copy");
    if (!in.function) // a bound in a parameter list, where statements cannot stand
        return make({"(*(", plain, " *)" + abi::read + "(&(", plain, "){0}, ", address, ", sizeof(", plain, ")))"});
    if (types.is_record(type))
        return make({"__extension__ ({ ", plain, " ", t, "; " + abi::read + "(&", t, ", ", address, ", sizeof ", t,
                     "); ", t, "; })"});
    const uint64_t size = types.size_of(type);
    if (in.cold_path)
        return make({"__extension__ ({ const " + abi::ga + " ", at, " = ", address, "; ", plain, " ", t, "; ",
                     fetch_text(size, t, at), t, "; })"});
    const std::string fetch = in_register(size)
                                  ? fetch_text(size, t, at)
                                  : "{ " + plain + " " + w + "; " + fetch_text(size, w, at) + t + " = " + w + "; } ";
    return make({"__extension__ ({ const " + abi::ga + " " + at + " = ", address, "; " + plain + " " + t + "; if (",
                 AddressSpaces(in).near_test(), at + ")) " + t + " = " + form.before, AddressSpaces(in).here(),
                 at + ")" + form.after + "; else " + fetch + t + "; })"});
}

Node *FarAccesses::far_load(Expr *lvalue) {
    Expr *e = chosen_expression(lvalue);
    if (is_own_place(e)) return value(e);
    if (Accesses(in).is_bit_field(e)) return far_operation(e, {.wanted = true});
    if (Node *view = IndirectPrefetch(in).translated(e))
        return make({"(*(const ", print(types.unshared(e->type)), " *)", view, ")"});
    Node *address =
        AccessChecks(in).checked(e, [&](const LowerContext &inside) { return FarAccesses(inside).place(e); });
    return far_load_by(Accesses(in).form_of(e), types.unshared(e->type), address);
}

Node *FarAccesses::far_store(QualType type, Node *address, Node *what, bool wants_value) {
    return far_store_by({"*(" + print(type) + " *)", ""}, type, address, what, wants_value);
}

Node *FarAccesses::far_store_by(const LvalueForm &form, QualType type, Node *address, Node *what, bool wants_value) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string at = fresh("address");
    const std::string t = fresh("value");
    const std::string w = fresh("copy");
    const std::string result = wants_value ? " " + t + "; })" : " })";
    if (types.is_record(type))
        return make({"__extension__ ({ ", plain, " ", t, " = ", what, "; " + abi::write + "(", address, ", &", t,
                     ", sizeof ", t, ");", result});
    if (in.cold_path)
        return make({"__extension__ ({ " + plain + " " + t + " = ", what,
                     "; " + plain + " " + w + " = " + t + "; " + "const " + abi::ga + " " + at + " = ", address, "; ",
                     send_text(types.size_of(type), w, at), result});
    const std::string send = "{ " + plain + " " + w + " = " + t + "; " + send_text(types.size_of(type), w, at) + "}";
    return make({"__extension__ ({ " + plain + " " + t + " = ", what, "; const " + abi::ga + " " + at + " = ", address,
                 "; if (", AddressSpaces(in).near_test(), at + ")) " + form.before, AddressSpaces(in).here(),
                 at + ")" + form.after + " = " + t + "; else " + send + result});
}

Node *FarAccesses::far_assign(AssignExpr *e, bool wants_value) {
    if (is_own_place(e->target)) return rebuild(e);
    Expr *target = chosen_expression(e->target);
    if (!e->compound && !Accesses(in).is_bit_field(target)) {
        Node *place = AccessChecks(in).checked(
            target, [&](const LowerContext &inside) { return FarAccesses(inside).place(target); });
        return far_store_by(Accesses(in).form_of(target), types.unshared(target->type), place, value(e->value),
                            wants_value);
    }
    const std::string operand = fresh("operand");
    FarOperation op{.reads = e->compound, .writes = true, .wanted = wants_value};
    op.prepared = make({print(types.decayed(e->value->type)), " ", operand, " = ", value(e->value), "; "});
    op.before = "(";
    op.after = " " + std::string(e->compound ? operator_text(e->op) : "") + "= " + operand + ")";
    return far_operation(target, op);
}

Node *FarAccesses::far_increment(UnaryExpr *e, bool wants_value) {
    if (is_own_place(e->operand)) return rebuild(e);
    const bool negative = e->op == UnaryOp::pre_decrement || e->op == UnaryOp::post_decrement;
    const bool post = e->op == UnaryOp::post_increment || e->op == UnaryOp::post_decrement;
    FarOperation op{.reads = true, .writes = true, .wanted = wants_value};
    op.before = post ? "(" : negative ? "(--" : "(++";
    op.after = !post ? ")" : negative ? "--)" : "++)";
    op.prepared = make("");
    return far_operation(e->operand, op);
}

} // namespace polder::cc

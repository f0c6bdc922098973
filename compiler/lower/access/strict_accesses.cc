// Strict accesses, which are ordered with all others of their thread. Scalars are sequentially
// consistent atomics (no library call: 1, 2, 4 or 8 bytes); the rest are plain copies between
// fences.
//   before   strict shared int flag;   flag = 1;
//   after    ({ int polder_t1 = 1;
//               __atomic_store((int *)polder_addr_1node(polder_s_flag), &polder_t1, 5);
//               polder_after_strict_store(); });
#include "compiler/lower/access/strict_accesses.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/access_checks.h"

namespace polder::cc {

namespace {

/// May the type be loaded and stored by one instruction?
bool is_atomic_sized(const TypeTable &types, QualType type) {
    const uint64_t size = types.size_of(type);
    return types.is_scalar(type) && types.kind(type) != TypeKind::complex &&
           (size == 1 || size == 2 || size == 4 || size == 8);
}

/// Keeps the temporary of a structure one object in memory. Otherwise gcc takes it apart and
/// padding is lost, which programs that compare structures with memcmp notice. (A load goes through
/// polder_strict_fetch for the same reason.)
std::string whole(const std::string &temporary) {
    return "__asm__(\"\" : \"+m\"(" + temporary + ")); ";
}

} // namespace

/// What no instruction does as one access: an operation with the value of `lvalue`.
Node *StrictAccesses::between_fences(Expr *lvalue, Node *operation) {
    const ValueHolder t = Accesses(in).holder("value", without_parens(lvalue));
    return make({"__extension__ ({ " + abi::fence + "(); " + t.declaration + "; " + t.place + " = ", operation,
                 "; " + abi::fence + "(); " + t.read + "; })"});
}

Node *StrictAccesses::strict_load(QualType type, Node *ga) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    if (is_far_code()) return far_strict_load(type, ga);
    if (is_atomic_sized(types, type))
        return make({"__extension__ ({ ", plain, " ", t, "; " + abi::before_strict_load + "(); __atomic_load((", plain,
                     " *)" + abi::addr_1node + "(", ga, "), &", t, ", 5); ", t, "; })"});
    return make({"(*(", plain, " *)" + abi::strict_fetch + "(&(", plain, "){0}, ", ga, ", sizeof(", plain, ")))"});
}

Node *StrictAccesses::strict_store(QualType type, Node *ga, Node *value, bool wants_value) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    const std::string result = wants_value ? " " + t + ";" : "";
    if (is_far_code()) return far_strict_store(type, ga, value, wants_value);
    if (is_atomic_sized(types, type))
        return make({"__extension__ ({ ", plain, " ", t, " = ", value, "; __atomic_store((", plain,
                     " *)" + abi::addr_1node + "(", ga, "), &", t, ", 5); " + abi::after_strict_store + "();", result,
                     " })"});
    return make({"__extension__ ({ ", plain, " ", t, " = ", value, "; ", whole(t),
                 abi::fence + "(); " + abi::strict_store_whole + "(" + abi::addr_1node + "(", ga, "), &", t,
                 ", sizeof ", t, "); " + abi::fence + "();", result, " })"});
}

/// The same in far code: what the thread has put elsewhere before is complete first.
Node *StrictAccesses::far_strict_load(QualType type, Node *address) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    const std::string at = fresh("address");
    const std::string copy = fresh("copy");
    if (!is_atomic_sized(types, type) || !in.function)
        return make(
            {"(*(", plain, " *)" + abi::strict_read + "(&(", plain, "){0}, ", address, ", sizeof(", plain, ")))"});
    return make(
        {"__extension__ ({ " + plain + " " + t + "; const " + abi::ga + " " + at + " = ", address, "; if (",
         AddressSpaces(in).near_test(),
         at + ")) { " + abi::strict_begin + "(); " + abi::before_strict_load + "(); __atomic_load((" + plain + " *)",
         AddressSpaces(in).here(),
         at + "), &" + t + ", 5); } else { " + plain + " " + copy + "; " + abi::far_get_strict + "(&" + copy + ", " +
             at + ", sizeof " + copy + "); " + t + " = " + copy + "; } " + t + "; })"});
}

Node *StrictAccesses::far_strict_store(QualType type, Node *address, Node *value, bool wants_value) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    const std::string at = fresh("address");
    const std::string copy = fresh("copy");
    const std::string result = wants_value ? " " + t + "; })" : " })";
    if (!is_atomic_sized(types, type))
        return make({"__extension__ ({ ", plain, " ", t, " = ", value, "; ", whole(t), abi::strict_write + "(", address,
                     ", &", t, ", sizeof ", t, ");", result});
    return make({"__extension__ ({ " + plain + " " + t + " = ", value, "; const " + abi::ga + " " + at + " = ", address,
                 "; if (", AddressSpaces(in).near_test(),
                 at + ")) { " + abi::strict_begin + "(); __atomic_store((" + plain + " *)", AddressSpaces(in).here(),
                 at + "), &" + t + ", 5); " + abi::after_strict_store + "(); } else { " + plain + " " + copy + " = " +
                     t + "; " + abi::far_put_strict + "(" + at + ", &" + copy + ", sizeof " + copy + "); }" + result});
}

Node *StrictAccesses::strict_update_of_bits(Expr *target, std::string_view op, Node *operand, bool old_value,
                                            bool wants_value) {
    auto *m = static_cast<MemberExpr *>(without_parens(target));
    const QualType owner = types.unshared(m->arrow ? types.pointee(m->base->type) : m->base->type);
    Node *record = AccessChecks(in).checked(target, [&](const LowerContext &inside) {
        return m->arrow ? Pointers(inside).ga_of(m->base) : Addresses(inside).ga(m->base);
    });
    const std::string base = fresh("record");
    const std::string lvalue = base + "->" + std::string(source_name(m->field));
    const ValueHolder old = Accesses(in).holder("old", m);
    const std::string result = wants_value ? (old_value ? " " + old.read + ";" : " +" + lvalue + ";") : "";
    return make(
        {"__extension__ ({ " + print(owner) + " *" + base + " = (" + print(owner) + " *)" + abi::addr_1node + "(",
         record,
         "); " + abi::fence + "(); " + old.declaration + "; " + old.place + " = " + lvalue + "; " + lvalue + " = " +
             old.place + " ",
         op, " (", operand, "); " + abi::fence + "();" + result + " })"});
}

/// Read, compute, write: two strict accesses; UPC asks for no atomicity.
Node *StrictAccesses::strict_update(Expr *target, std::string_view op, Node *operand, bool old_value,
                                    bool wants_value) {
    if (Accesses(in).is_bit_field(target)) return strict_update_of_bits(target, op, operand, old_value, wants_value);
    const QualType type = types.unshared(target->type);
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string old = fresh("old");
    const std::string at = fresh("address");
    const std::string fresh_value = fresh("new");
    Node *read = strict_load(type, make(at));
    Node *write = strict_store(type, make(at), make(fresh_value), false);
    const std::string result = wants_value ? " " + (old_value ? old : fresh_value) + ";" : "";
    return make(
        {"__extension__ ({ const " + abi::ga + " ",
         at,
         " = ",
         AccessChecks(in).checked(target, [&](const LowerContext &inside) { return Addresses(inside).ga(target); }),
         "; ",
         plain,
         " ",
         old,
         " = ",
         read,
         ", ",
         fresh_value,
         " = (",
         plain,
         ")(",
         old,
         " ",
         op,
         " (",
         operand,
         ")); ",
         write,
         ";",
         result,
         " })"});
}

} // namespace polder::cc

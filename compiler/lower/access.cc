// access: reads, writes and updates of shared objects.
//   before   shared int x, a[THREADS]; strict shared int flag;
//            x = x + 1; a[i] += 2; flag = 1;
//   after    (*(int *)polder_addr_1node(polder_s_x)) = (*(int *)polder_addr_1node(polder_s_x)) + 1;
//            (*(int *)polder_addr_1node(
//                polder_index_cyclic(polder_e, polder_s_a, (i), sizeof(int)))) += 2;
//            ({ int polder_t1 = 1;
//               __atomic_store((int *)polder_addr_1node(polder_s_flag), &polder_t1, 5);
//               polder_after_strict_store(); });
//
// A relaxed access is a C lvalue, so every operator of C works on it as it stands: bit-fields,
// structs, compound assignment. A strict one is ordered with all others of its thread. Scalars are
// sequentially consistent atomics (no library call: 1, 2, 4 or 8 bytes); the rest are plain copies
// between fences. Here is what single-node versions do, and strict accesses of any version; far.cc
// has the rest.
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/passes/strip_mine.h"

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

bool Lowering::is_bit_field(Expr *lvalue) const {
    const auto *m = as<MemberExpr>(without_parens(lvalue));
    return m && m->field && m->field->bit_width;
}

bool Lowering::is_strict(Expr *lvalue) const {
    return is_strict_access(types, lvalue);
}

/// An element of a vector has no address.
bool Lowering::is_lane(Expr *lvalue) const {
    return cc::is_lane(types, lvalue);
}

/// The relaxed lvalue.
Node *Lowering::access(Expr *e) {
    if (StripMine(in).has(e)) return StripMine(in).element(static_cast<IndexExpr *>(e));
    const std::string type = print(types.unshared(e->type));
    if (auto *m = as<MemberExpr>(e); m && (!checks() || is_bit_field(m) || is_proven(m))) {
        if (!m->arrow) return rebuild(m);
        const QualType record = types.unshared(types.pointee(m->base->type));
        Weaver weaver(ctx, extent(e));
        weaver.replace(extent(m->base),
                       make("((", print(record), " *)", near_place(),
                            checked(e, [&](const LowerContext &inside) { return Lowering(inside).ga_of(m->base); }),
                            "))"));
        return weaver.finish(e);
    }
    if (auto *u = as<UnaryExpr>(e); is_lane(e) || (u && (u->op == UnaryOp::real || u->op == UnaryOp::imag)))
        return rebuild(e);
    if (auto *i = as<IndexExpr>(e); i && is_one_thread()) { // C's form: compilers know best what to do with it
        const Element at = element(i->base, i->index);
        if (at.contiguous && !at.own_base)
            return make("(((", type, " *)", near_place(), at.base, "))[", at.linear, "])");
    }
    if (is_far_code() && is_own_place(e)) return make("(*(", type, " *)" + abi::addr_1node + "(", own_pointer(e), "))");
    return make("(*(", type, " *)", near_place(),
                checked(e, [&](const LowerContext &inside) { return Lowering(inside).ga(e); }), "))");
}

/// What no instruction does as one access.
Node *Lowering::between_fences(QualType type, Node *operation) {
    const std::string t = fresh("value");
    return make("__extension__ ({ " + abi::fence + "(); ", print(types.canonical(type).unqualified()), " ", t, " = ",
                operation, "; " + abi::fence + "(); ", t, "; })");
}

Node *Lowering::load(Expr *e) {
    if (!is_strict(e)) return is_far_code() && types.is_shared(e->type) ? far_load(e) : value(e);
    const QualType type = types.unshared(e->type);
    if (is_bit_field(e) || is_lane(e)) return between_fences(type, is_far_code() ? far_load(e) : value(e));
    return strict_load(type, checked(e, [&](const LowerContext &inside) { return Lowering(inside).ga(e); }));
}

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

Node *Lowering::strict_load(QualType type, Node *ga) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    if (is_far_code()) return far_strict_load(type, ga);
    if (is_atomic_sized(types, type))
        return make("__extension__ ({ ", plain, " ", t, "; " + abi::before_strict_load + "(); __atomic_load((", plain,
                    " *)" + abi::addr_1node + "(", ga, "), &", t, ", 5); ", t, "; })");
    return make("(*(", plain, " *)" + abi::strict_fetch + "(&(", plain, "){0}, ", ga, ", sizeof(", plain, ")))");
}

Node *Lowering::strict_store(QualType type, Node *ga, Node *value, bool wants_value) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    const std::string result = wants_value ? " " + t + ";" : "";
    if (is_far_code()) return far_strict_store(type, ga, value, wants_value);
    if (is_atomic_sized(types, type))
        return make("__extension__ ({ ", plain, " ", t, " = ", value, "; __atomic_store((", plain,
                    " *)" + abi::addr_1node + "(", ga, "), &", t, ", 5); " + abi::after_strict_store + "();", result,
                    " })");
    return make("__extension__ ({ ", plain, " ", t, " = ", value, "; ", whole(t),
                abi::fence + "(); " + abi::strict_store_whole + "(" + abi::addr_1node + "(", ga, "), &", t, ", sizeof ",
                t, "); " + abi::fence + "();", result, " })");
}

/// The same in far code: what the thread has put elsewhere before is complete first.
Node *Lowering::far_strict_load(QualType type, Node *address) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    const std::string at = fresh("address");
    const std::string copy = fresh("copy");
    if (!is_atomic_sized(types, type) || !in.function)
        return make("(*(", plain, " *)" + abi::strict_read + "(&(", plain, "){0}, ", address, ", sizeof(", plain,
                    ")))");
    return make("__extension__ ({ ", plain, " ", t, "; const " + abi::ga + " ", at, " = ", address, "; if (",
                near_test(), at, ")) { " + abi::strict_begin + "(); " + abi::before_strict_load + "(); __atomic_load((",
                plain, " *)", here(), at, "), &", t, ", 5); } else { ", plain, " ", copy,
                "; " + abi::far_get_strict + "(&", copy, ", ", at, ", sizeof ", copy, "); ", t, " = ", copy, "; } ", t,
                "; })");
}

Node *Lowering::far_strict_store(QualType type, Node *address, Node *value, bool wants_value) {
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string t = fresh("value");
    const std::string at = fresh("address");
    const std::string copy = fresh("copy");
    const std::string result = wants_value ? " " + t + "; })" : " })";
    if (!is_atomic_sized(types, type))
        return make("__extension__ ({ ", plain, " ", t, " = ", value, "; ", whole(t), abi::strict_write + "(", address,
                    ", &", t, ", sizeof ", t, ");", result);
    return make("__extension__ ({ ", plain, " ", t, " = ", value, "; const " + abi::ga + " ", at, " = ", address,
                "; if (", near_test(), at, ")) { " + abi::strict_begin + "(); __atomic_store((", plain, " *)", here(),
                at, "), &", t, ", 5); " + abi::after_strict_store + "(); } else { ", plain, " ", copy, " = ", t,
                "; " + abi::far_put_strict + "(", at, ", &", copy, ", sizeof ", copy, "); }", result);
}

Node *Lowering::assign(AssignExpr *e, bool wants_value) {
    Expr *target = e->target;
    if (Node *followed = InductionVariables(in).assigned(e, wants_value)) return followed;
    if (e->compound && types.is_pointer_to_shared(target->type))
        return pointer_update(target, value(e->value), e->op == BinaryOp::sub, false, wants_value);
    if (!is_strict(target))
        return is_far_code() && types.is_shared(target->type) ? far_assign(e, wants_value) : rebuild(e);
    const QualType type = types.unshared(target->type);
    if (is_far_code() && (is_bit_field(target) || is_lane(target))) return between_fences(type, far_assign(e, true));
    if (e->compound && is_lane(target)) return between_fences(type, rebuild(e));
    if (e->compound) return strict_update(target, operator_text(e->op), value(e->value), false, wants_value);
    if (!is_bit_field(target) && !is_lane(target))
        return strict_store(type,
                            checked(target, [&](const LowerContext &inside) { return Lowering(inside).ga(target); }),
                            value(e->value), wants_value);
    const std::string t = fresh("value");
    return make("__extension__ ({ ", print(types.canonical(type).unqualified()), " ", t, " = ", value(e->value),
                "; " + abi::fence + "(); ", t, " = ", value(target), " = ", t, "; " + abi::fence + "();",
                wants_value ? " " + t + ";" : std::string(), " })");
}

Node *Lowering::increment(UnaryExpr *e, bool wants_value) {
    if (Node *followed = InductionVariables(in).stepped(e, wants_value)) return followed;
    const bool negative = e->op == UnaryOp::pre_decrement || e->op == UnaryOp::post_decrement;
    const bool post = e->op == UnaryOp::post_increment || e->op == UnaryOp::post_decrement;
    if (types.is_pointer_to_shared(e->operand->type))
        return pointer_update(e->operand, make("1"), negative, post, wants_value);
    if (!is_strict(e->operand))
        return is_far_code() && types.is_shared(e->operand->type) ? far_increment(e, wants_value) : rebuild(e);
    if (is_far_code() && (is_bit_field(e->operand) || is_lane(e->operand)))
        return between_fences(types.unshared(e->operand->type), far_increment(e, true));
    if (is_lane(e->operand)) return between_fences(types.unshared(e->operand->type), rebuild(e));
    return strict_update(e->operand, negative ? "-" : "+", make("1"), post, wants_value);
}

/// Read, compute, write: two strict accesses; UPC asks for no atomicity.
Node *Lowering::strict_update(Expr *target, std::string_view op, Node *operand, bool old_value, bool wants_value) {
    const QualType type = types.unshared(target->type);
    const std::string plain = print(types.canonical(type).unqualified());
    const std::string old = fresh("old");
    if (is_bit_field(target)) {
        Node *record = nullptr;
        const auto *m = static_cast<const MemberExpr *>(without_parens(target));
        const std::string base = fresh("record");
        const QualType owner = types.unshared(m->arrow ? types.pointee(m->base->type) : m->base->type);
        record = checked(target, [&](const LowerContext &inside) {
            return m->arrow ? Lowering(inside).ga_of(m->base) : Lowering(inside).ga(m->base);
        });
        std::string field(source_name(m->field));
        const std::string lvalue = base + "->" + field;
        const std::string result = wants_value ? (old_value ? " " + old + ";" : " " + lvalue + ";") : "";
        return make("__extension__ ({ ", print(owner), " *", base, " = (", print(owner), " *)" + abi::addr_1node + "(",
                    record, "); " + abi::fence + "(); ", plain, " ", old, " = ", lvalue, "; ", lvalue, " = ", old, " ",
                    op, " (", operand, "); " + abi::fence + "();", result, " })");
    }
    const std::string at = fresh("address");
    const std::string fresh_value = fresh("new");
    Node *read = strict_load(type, make(at));
    Node *write = strict_store(type, make(at), make(fresh_value), false);
    const std::string result = wants_value ? " " + (old_value ? old : fresh_value) + ";" : "";
    return make("__extension__ ({ const " + abi::ga + " ", at, " = ",
                checked(target, [&](const LowerContext &inside) { return Lowering(inside).ga(target); }), "; ", plain,
                " ", old, " = ", read, ", ", fresh_value, " = (", plain, ")(", old, " ", op, " (", operand, ")); ",
                write, ";", result, " })");
}

} // namespace polder::cc

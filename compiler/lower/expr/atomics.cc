// atomics: calls of the functions of 7.6 go to their inline forms (include/polder/atomic.h). Those
// on pointers-to-shared say how wide each is.
//   before   shared [] T *shared head;   upc_atomic_relaxed(d, &old, UPC_ADD, &n, &one, 0);
//            upc_atomic_strict(p, &was, UPC_SET, &head, &q, 0)
//   after    polder_atomic_relaxed(d, &old, 1UL, ..., &one, 0);
//            polder_atomic(p, &was, 1UL << 12, ..., &q, 0, 1, 15)
//
// Single-node versions. If target and operands are integers of one size and the operation is one
// instruction, one question is left at run time. It is: what does the domain allow? It is asked
// once, in the function's head, for all its operations together, if the function does not change
// the domain. If the domain does not allow all of them, the function calls its multi-node version.
// That one asks for each operation, or leaves it to the library; it is as right on one node.
//   after    const int polder_o1 = ({
//              if (!polder_domain_allows(d, 1UL | 1UL << 13, 8)) return polder_n_f(...); 1; });
//            ... polder_atomic_near8(polder_o1, d, &old, 1UL, ..., &one, 0, 0)
#include "compiler/lower/expr/atomics.h"

#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/sema/constant.h"
#include "compiler/sema/fold.h"

namespace polder::cc {

namespace {

enum Argument : size_t { domain, fetch, operation, target, operand1, operand2 };

// As in <upc_atomic.h> and include/polder/atomic.h.
constexpr unsigned long instructions = 0x1f81d;
constexpr unsigned long get = 1UL << 11;
constexpr unsigned long cswap = 1UL << 13;
constexpr unsigned long inc = 1UL << 15;
constexpr unsigned long dec = 1UL << 16;

} // namespace

bool is_atomic_operation(const Context &ctx, const FunctionDecl *f) {
    const std::string_view name = f && f->name != Name::none ? ctx.source.name(f->name) : "";
    return name == "upc_atomic_relaxed" || name == "upc_atomic_strict";
}

/// 4 or 8 if all pointers of the call are to integers of that size, and one instruction does it;
/// else 0.
unsigned Atomics::atomic_size(CallExpr *e) {
    const ConstantValue op = evaluate(ctx, e->args[operation]);
    if (!op.known || op.is_floating || op.value <= 0 || op.value > static_cast<long>(instructions)) return 0;
    const auto bit = static_cast<unsigned long>(op.value);
    if (!(bit & instructions) || bit & (bit - 1)) return 0;
    uint64_t size = 0;
    for (size_t i : {target, fetch, operand1, operand2}) {
        const QualType type = without_conversions(e->args[i])->type;
        const bool unary = bit == get || bit == inc || bit == dec;
        const bool needed = i == fetch ? bit == get : i == operand1 ? !unary : i == operand2 ? bit == cswap : true;
        if (is_null_pointer_constant(ctx, without_conversions(e->args[i]))) {
            if (needed) return 0;
            continue;
        }
        if (!types.is_pointer(type)) return 0;
        const QualType object = types.canonical(types.unshared(types.pointee(type)));
        if (!types.is_integer(object) || (size && types.size_of(object) != size)) return 0;
        size = types.size_of(object);
    }
    return size == 4 || size == 8 ? static_cast<unsigned>(size) : 0;
}

/// Code that says whether the operation may be done in place; `at` is the domain.
std::string Atomics::domain_allows(CallExpr *e, unsigned size, const std::string &at) {
    const auto op = static_cast<unsigned long>(evaluate(ctx, e->args[operation]).value);
    VarDecl *v = variable_of(e->args[domain]);
    const FunctionDecl *function = in.function->decl;
    const bool outlives = v && (v->file_scope || v->is_static_storage || v->kind == NodeKind::param_decl);
    if (!outlives || !function || !StandIns::is_empty(in.stand_ins) ||
        !unit.facts.is_fixed(v, function->body, in.function->decl))
        return abi::domain_allows + "(" + at + ", " + std::to_string(op) + "UL, " + std::to_string(size) + ")";
    for (AllowedOps &each : in.function->domains)
        if (each.domain == v && each.size == size) {
            each.ops |= op;
            return each.name;
        }
    in.function->domains.push_back({v, size, op, fresh("allowed", v), value(e->args[domain])});
    return in.function->domains.back().name;
}

/// In code for one node: one test, or null where it takes more.
Node *Atomics::near_atomic(CallExpr *e, const FunctionDecl *f) {
    const unsigned size = !is_far_code() && ctx.options.level > 0 && in.function ? atomic_size(e) : 0;
    if (!size) return nullptr;
    const std::string at = fresh("domain");
    const std::string allowed = domain_allows(e, size, at);
    Composer out(ctx);
    out.text("__extension__ ({ const " + abi::ga + " " + at + " = ").node(value(e->args[domain]));
    out.text("; " + (size == 4 ? abi::atomic_near4 : abi::atomic_near8) + "(" + allowed + ", " + at + ", ")
        .node(value(e->args[fetch]));
    out.text(", ").node(value(e->args[operation])).text(", ").node(checked_target(e->args[target], true));
    for (size_t i : {operand1, operand2})
        out.text(", ").node(value(e->args[i]));
    return out.text(source_name(f) == "upc_atomic_strict" ? ", 1); })" : ", 0); })").finish();
}

/// The target of an atomic operation, which is accessed: its address, or the pointer.
Node *Atomics::checked_target(Expr *argument, bool as_address) {
    Node *plain = as_address ? Pointers(in).ga_of(argument) : value(argument);
    if (!AccessChecks(in).checks()) return plain;
    Expr *written = without_conversions(argument);
    const QualType type = types.is_pointer(written->type) ? types.pointee(written->type) : QualType();
    const bool known = !type.is_null() && !types.is_void(type) && types.is_complete(type);
    auto *address = as<UnaryExpr>(written);
    const std::string place =
        AccessChecks(in).check_place(address && address->op == UnaryOp::address ? address->operand : written);
    const std::string bytes = (known ? std::to_string(types.size_of(types.unshared(type))) : "1") + "UL";
    return call(as_address ? abi::checked_address : abi::checked_pointer,
                {env(), plain, bytes, known ? alignment(types, type) : "1UL", place});
}

/// How wide what an argument of an atomic operation points to is: 8 or 16 for a pointer-to-shared,
/// 0 if it is none.
unsigned Atomics::pointed_width(Expr *argument) {
    const QualType type = without_conversions(argument)->type;
    if (!types.is_pointer(type)) return 0;
    const QualType object = types.unshared(types.pointee(type));
    return types.is_pointer_to_shared(object) ? (types.has_phase(object) ? 16 : 8) : 0;
}

/// Arguments and their types stay the same for the form in place; for pointers-to-shared it is said
/// which are of 8 bytes. What has no such type (a null constant, a void *) is taken to be like the
/// target, a target without type like another argument.
Node *Atomics::atomic_call(CallExpr *e, const FunctionDecl *f) {
    if (Node *near = near_atomic(e, f)) return near;
    unsigned usual = 0;
    unsigned narrow = 0;
    unsigned bit = 1;
    for (size_t i : {target, fetch, operand1, operand2})
        usual = usual ? usual : pointed_width(e->args[i]);
    const bool is_strict = source_name(f) == "upc_atomic_strict";
    if (!usual) {
        Weaver weaver(ctx, extent(e));
        weaver.replace(extent(e->callee), make(is_strict ? abi::atomic_strict : abi::atomic_relaxed));
        for (Expr *argument : e->args) {
            Node *lowered = argument == e->args[target] ? checked_target(argument, false) : value(argument);
            if (lowered != argument) weaver.replace(extent(argument), lowered);
        }
        return weaver.finish(e);
    }
    for (size_t i : {target, fetch, operand1, operand2}) {
        const unsigned width = pointed_width(e->args[i]);
        narrow |= (width ? width : usual) == 8 ? bit : 0;
        bit *= 2;
    }
    Composer out(ctx);
    out.text(abi::atomic + "(");
    for (Expr *argument : e->args)
        out.node(argument == e->args[target] ? checked_target(argument, false) : value(argument)).text(", ");
    return out.text(is_strict ? "1, " : "0, ").text(std::to_string(narrow)).text(")").finish();
}

} // namespace polder::cc

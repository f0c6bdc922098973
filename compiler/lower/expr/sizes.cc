// sizes: sizeof and the UPC size operators of shared types, and THREADS.
//   before   shared [4] int a[10 * THREADS];
//            sizeof(a)   upc_localsizeof(a)   upc_blocksizeof(a)   upc_elemsizeof(a)
//   after    (sizeof(int) * 10 * polder_e.threads)   (12 * sizeof(int))   4UL   sizeof(int)
//
// Operands of sizeof are not evaluated, so private data in them keeps its plain name. Only what the
// back end cannot type (shared objects, pointers-to-shared) is replaced by its type.
#include "compiler/lower/expr/sizes.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/functions.h"

namespace polder::cc {

/// Is there anything below n that the backend does not understand?
bool Sizes::contains_upc(Node *n) {
    bool found = false;
    if (auto *e = as<Expr>(n)) {
        found = types.is_shared(e->type) || types.is_pointer_to_shared(e->type) || e->kind == NodeKind::threads_expr ||
                e->kind == NodeKind::mythread_expr;
        if (auto *s = as<SizeExpr>(e)) found = found || s->op >= SizeOp::localsizeof;
        if (auto *name = as<NameExpr>(e))
            if (auto *v = as<VarDecl>(name->decl))
                found =
                    found || unit.c_names.count(canonical(v)) != 0 || FunctionLowering(in).is_name_of_function(name);
    } else if (auto *d = as<Declaration>(n)) {
        found = DeclarationLowering(in).is_rewritten(d);
    }
    if (!found) for_each_child(n, [&](Node *child) { found = found || contains_upc(child); });
    return found;
}

Node *Sizes::size_of(QualType type) {
    const std::string element = print(types.unshared(types.ultimate_element(type)).unqualified());
    std::string text = "(sizeof(" + element + ")";
    if (types.is_array(type)) {
        text += " * " + std::to_string(types.elements_in(type));
        if (types.times_threads(type)) text += " * " + threads();
    }
    return make(text + ")");
}

namespace {

uint64_t rounded_up(uint64_t n, uint64_t unit) {
    return (n + unit - 1) / unit * unit;
}

} // namespace

Node *Sizes::size(SizeExpr *e) {
    const QualType type = e->measured;
    const bool shared = types.is_shared(type);
    const QualType element = shared ? types.unshared(types.ultimate_element(type)).unqualified() : type;
    switch (e->op) {
    case SizeOp::sizeof_:
        if (shared) return size_of(type);
        if (e->type_name || types.is_variably_modified(type)) return e->type_name ? rebuild(e) : e;
        return contains_upc(e->operand) ? make({"sizeof(", print(type), ")"}) : e;
    case SizeOp::alignof_:
        return shared || (e->operand && contains_upc(e->operand)) ? make({"__alignof__(", print(element), ")"})
                                                                  : static_cast<Node *>(e->operand ? e : rebuild(e));
    case SizeOp::blocksizeof: return make(std::to_string(types.block_of(type)) + "UL");
    case SizeOp::elemsizeof: return make({"sizeof(", print(element), ")"});
    case SizeOp::localsizeof: break;
    }
    const uint64_t block = types.block_of(type);
    const uint64_t n = types.is_array(type) ? types.elements_in(type) : 1;
    const uint32_t fixed = ctx.options.static_threads;
    const std::string bytes = " * sizeof(" + print(element) + "))";
    if (block == 0)
        return make(types.times_threads(type) ? "(" + std::to_string(n) + " * " + threads() + bytes
                                              : "(" + std::to_string(n) + "UL" + bytes);
    if (types.times_threads(type)) return make("(" + std::to_string(rounded_up(n, block)) + "UL" + bytes);
    if (fixed) return make("(" + std::to_string(rounded_up(n, block * fixed) / fixed) + "UL" + bytes);
    return make("(" + std::to_string(n) + "UL" + bytes); // for any number of threads, so that it is a constant
}

} // namespace polder::cc

// Sizes, types of expressions and type names decide.
#include "compiler/sema/shared_dependence.h"

#include "compiler/ast/children.h"
#include "compiler/ast/decl.h"
#include "compiler/ast/expr.h"

namespace polder::cc {

namespace {

bool mentions_shared(const TypeTable &types, QualType type) {
    return !type.is_null() && types.mentions_shared(type);
}

} // namespace

bool depends_on_shared(const TypeTable &types, const Node *n) {
    const auto *size = as<SizeExpr>(n);
    if (size && (size->op >= SizeOp::localsizeof || mentions_shared(types, size->measured))) return true;
    const auto *e = as<Expr>(n);
    if (e && mentions_shared(types, e->type)) return true;
    const auto *d = as<Declaration>(n);
    if (d && d->is_type_name && mentions_shared(types, d->type)) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || depends_on_shared(types, child); });
    return found;
}

} // namespace polder::cc

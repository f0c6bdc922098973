// Atomics: calls of the functions of 7.6, in place or by their inline forms.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// A call of this function is an operation of an atomic domain.
bool is_atomic_operation(const Context &ctx, const FunctionDecl *f);

class Atomics : public Lowering {
public:
    using Lowering::Lowering;

    Node *atomic_call(CallExpr *e, const FunctionDecl *f);

private:
    unsigned pointed_width(Expr *argument);
    unsigned atomic_size(CallExpr *e);
    std::string domain_allows(CallExpr *e, unsigned size, const std::string &at);
    Node *near_atomic(CallExpr *e, const FunctionDecl *f);
    Node *checked_target(Expr *argument, bool as_address);
};

} // namespace polder::cc

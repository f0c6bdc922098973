// Actions for expressions with a syntax of their own: compound literals, statement expressions,
// _Generic, addresses of labels, and the builtins that take types.
#pragma once

#include "compiler/sema/convert/initializers.h"
#include "compiler/sema/names/labels.h"

#include <vector>

namespace polder::cc {

struct MemberDesignation { // of offsetof: one .name or [index]
    Name field = Name::none;
    Expr *index = nullptr;
    TokenIndex where = 0;
};

class SpecialExpressions : SemaPart {
public:
    SpecialExpressions(SemaState &s, const Conversions &conversions, Initializers &initializers, Labels &labels)
        : SemaPart(s), conversions_(conversions), initializers_(initializers), labels_(labels) {}

    Expr *on_compound_literal(Declaration *type_name, InitList *init, TokenRange range);
    Expr *on_statement_expression(CompoundStmt *body, TokenRange range);
    Expr *on_generic(GenericExpr *e);
    Expr *on_label_address(TokenIndex name, TokenRange range);
    Expr *on_va_arg(Expr *list, Declaration *type_name, TokenRange range);
    Expr *on_offsetof(Declaration *type_name, const std::vector<MemberDesignation> &path, TokenRange range);
    Expr *on_choose(Expr *condition, Expr *then_value, Expr *else_value, TokenRange range);
    Expr *on_types_compatible(Declaration *left, Declaration *right, TokenRange range);
    Expr *on_convertvector(Expr *operand, Declaration *type_name, TokenRange range);

private:
    const Conversions &conversions_;
    Initializers &initializers_;
    Labels &labels_;
};

} // namespace polder::cc

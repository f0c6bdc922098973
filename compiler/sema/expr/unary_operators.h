// Actions for parentheses, unary operators, casts and sizes (C11 6.5.3, 6.5.4; UPC 1.3 6.4.1).
#pragma once

#include "compiler/sema/convert/operand_rules.h"

namespace polder::cc {

class UnaryOperators : SemaPart {
public:
    UnaryOperators(SemaState &s, const Conversions &conversions, const OperandRules &rules)
        : SemaPart(s), conversions_(conversions), rules_(rules) {}

    Expr *on_paren(TokenRange range, Expr *inner);
    Expr *on_unary(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range);
    Expr *on_cast(Declaration *type_name, Expr *operand, TokenRange range);
    Expr *on_size(SizeOp op, TokenIndex where, Declaration *type_name, Expr *operand, TokenRange range);

private:
    Expr *address_of(Expr *operand, TokenIndex where, TokenRange range);
    Expr *dereference(Expr *operand, TokenIndex where, TokenRange range);
    Expr *increment(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range);
    Expr *complex_part(UnaryExpr *e);

    const Conversions &conversions_;
    const OperandRules &rules_;
};

} // namespace polder::cc

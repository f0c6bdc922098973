// Actions for binary and conditional operators and for assignment: C11 6.5.5 to 6.5.17, vectors as
// GNU C has them.
#pragma once

#include "compiler/sema/convert/operand_rules.h"

namespace polder::cc {

class BinaryOperators : SemaPart {
public:
    BinaryOperators(SemaState &s, Conversions &conversions, const OperandRules &rules)
        : SemaPart(s), conversions_(conversions), rules_(rules) {}

    Expr *on_binary(BinaryOp op, TokenIndex where, Expr *left, Expr *right);
    /// `then_value` is null in GNU's `a ?: b`.
    Expr *on_conditional(Expr *condition, Expr *then_value, Expr *else_value, TokenIndex where);
    Expr *on_assign(bool compound, BinaryOp op, TokenIndex where, Expr *target, Expr *value);

private:
    Expr *binary_node(BinaryOp op, TokenIndex where, Expr *l, Expr *r, QualType type, TokenRange range);
    Expr *invalid_operands(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *vector_binary(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *additive(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *comparison(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    bool compound_operands(const AssignExpr *e);

    Conversions &conversions_;
    const OperandRules &rules_;
};

} // namespace polder::cc

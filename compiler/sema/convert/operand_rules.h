// What operators demand of their operands where pointers and objects in shared memory are among
// them (UPC 1.3 6.4.2 and 6.4.3). No operator mixes a pointer-to-shared with a private pointer.
// Arithmetic and comparison need equal blocks and complete types.
//
// Contract: what returns false, or the null type, has reported why.
#pragma once

#include "compiler/sema/convert/conversions.h"

#include <string_view>

namespace polder::cc {

std::string_view operator_spelling(BinaryOp op);

class OperandRules : SemaPart {
public:
    OperandRules(SemaState &s, const Conversions &conversions) : SemaPart(s), conversions_(conversions) {}

    bool modifiable(const Expr *target, TokenIndex where) const;
    /// `shown` is underlined in a message.
    bool pointer_arithmetic(QualType pointer, TokenRange shown, TokenIndex where) const;
    /// Two pointers of which one may be to shared; null constants are converted.
    bool comparable(BinaryOp op, TokenIndex where, Expr *&l, Expr *&r, TokenRange range) const;
    /// The type of c ? a : b with at least one pointer; converts both.
    QualType common_pointer(Expr *&a, Expr *&b, TokenIndex where, TokenRange range) const;
    bool castable(QualType to, const Expr *operand, TokenIndex where) const;

private:
    bool ordered(BinaryOp op, TokenIndex where, const Expr *l, const Expr *r, TokenRange range) const;
    bool same_target(BinaryOp op, TokenIndex where, const Expr *l, const Expr *r, TokenRange range) const;
    QualType common_private(const Expr *a, const Expr *b) const;
    QualType common_shared(const Expr *a, const Expr *b, TokenIndex where, TokenRange range) const;
    bool is_null_constant(const Expr *e) const;

    const Conversions &conversions_;
};

} // namespace polder::cc

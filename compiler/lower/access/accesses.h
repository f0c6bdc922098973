// Accesses: reads, writes and updates of shared objects.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// The C operator of a compound assignment.
std::string_view operator_text(BinaryOp op);

class Accesses : public Lowering {
public:
    using Lowering::Lowering;

    Node *access(Expr *lvalue);
    Node *load(Expr *lvalue);
    Node *assign(AssignExpr *e, bool wants_value);
    Node *increment(UnaryExpr *e, bool wants_value);
    bool is_bit_field(Expr *lvalue) const;
    bool is_lane(Expr *lvalue) const;
    bool is_strict(Expr *lvalue) const;
};

} // namespace polder::cc

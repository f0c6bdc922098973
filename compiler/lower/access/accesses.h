// Accesses: reads, writes and updates of shared objects.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// The C operator of a compound assignment.
std::string_view operator_text(BinaryOp op);

/// A variable of generated code for the value of an lvalue. Of a bit-field it is one of the same
/// width, in a structure: C promotes by the width. `read` has what the value is promoted to.
struct ValueHolder {
    std::string declaration;
    std::string place;
    std::string read;
};

/// What stands around a private address, so that both are an lvalue of C. C programs may write one
/// member of a union and read another, by lvalues that name the union. With a mere address the back
/// end must be told.
struct LvalueForm {
    std::string before;
    std::string after;
};

class Accesses : public Lowering {
public:
    using Lowering::Lowering;

    Node *access(Expr *lvalue);
    Node *load(Expr *lvalue);
    Node *assign(AssignExpr *e, bool wants_value);
    Node *increment(UnaryExpr *e, bool wants_value);
    ValueHolder holder(std::string_view role, Expr *lvalue) const;
    LvalueForm form_of(Expr *lvalue) const;
    bool is_bit_field(Expr *lvalue) const;
    bool is_lane(Expr *lvalue) const;
    bool is_strict(Expr *lvalue) const;
};

} // namespace polder::cc

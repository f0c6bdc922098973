// Pointers: arithmetic, comparison and conversion of pointers-to-shared.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Pointers : public Lowering {
public:
    using Lowering::Lowering;

    Node *ga_of(Expr *pointer);
    Node *add_to(QualType pointer, Node *code, Node *offset, TokenIndex where = 0, bool walks = false);
    Node *pointer_update(Expr *target, Node *offset, bool negative, bool old_value, bool wants_value);
    Node *difference(Expr *left, Expr *right);
    Node *compare(BinaryExpr *e);
    Node *convert(Expr *operand, QualType to);
    Node *cast(CastExpr *e);
    std::string element_type(QualType pointer) const; // as C
    std::string element_size(QualType pointer) const;
    std::string block(QualType pointer) const;

private:
    Node *null_pointer(QualType pointer);
};

} // namespace polder::cc

// Expressions: the dispatch over kinds of expression, and the ones whose UPC meaning is small.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Expressions : public Lowering {
public:
    using Lowering::Lowering;

    Node *value(Expr *e);
    Node *effect(Expr *e);
    Node *condition(Expr *e);

private:
    Node *unary(UnaryExpr *e);
    Node *binary(BinaryExpr *e);
    Node *divided(BinaryExpr *e);
    Node *name(NameExpr *e);
    Node *index(IndexExpr *e);
    Node *member(MemberExpr *e);
    Node *implicit_cast(ImplicitCast *e);
    Node *generic(GenericExpr *e);
    Node *choose(ChooseExpr *e);
    Node *compound_literal(CompoundLiteral *e);
    VarDecl *private_in_place(Expr *e);
};

} // namespace polder::cc

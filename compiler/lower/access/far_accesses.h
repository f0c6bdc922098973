// FarAccesses: relaxed accesses in code that also runs in jobs of several nodes.
#pragma once

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// An operation on a shared object in far code: `before LVALUE after`.
struct FarOperation {
    bool reads = false;
    bool writes = false;
    bool wanted = false; // its value is
    std::string before = {};
    std::string after = {};
    Node *prepared = nullptr; // declarations in front
};

class FarAccesses : public Lowering {
public:
    using Lowering::Lowering;

    Node *own_pointer(Expr *lvalue);
    bool is_own_place(Expr *lvalue);
    Node *place(Expr *lvalue, bool own_as_pointer = false);
    Node *far_load(Expr *lvalue);
    Node *far_load(QualType type, Node *address);
    Node *far_store(QualType type, Node *address, Node *value, bool wants_value);
    Node *far_assign(AssignExpr *e, bool wants_value);
    Node *far_increment(UnaryExpr *e, bool wants_value);

private:
    /// `form` is of the object on this node.
    Node *far_load_by(const LvalueForm &form, QualType type, Node *address);
    Node *far_store_by(const LvalueForm &form, QualType type, Node *address, Node *value, bool wants_value);
    void open_operation(Expr *e, const FarOperation &op, const std::string &at, Composer &out);
    Node *far_bits_operation(MemberExpr *e, const FarOperation &op);
    Node *far_operation(Expr *lvalue, const FarOperation &op);
};

} // namespace polder::cc

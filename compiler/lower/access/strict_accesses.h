// StrictAccesses: accesses that are ordered with all others of their thread.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class StrictAccesses : public Lowering {
public:
    using Lowering::Lowering;

    Node *between_fences(Expr *lvalue, Node *operation);
    Node *strict_load(QualType type, Node *ga);
    Node *strict_store(QualType type, Node *ga, Node *value, bool wants_value);
    Node *strict_update(Expr *target, std::string_view op, Node *operand, bool old_value, bool wants_value);

private:
    Node *strict_update_of_bits(Expr *target, std::string_view op, Node *operand, bool old_value, bool wants_value);
    Node *far_strict_load(QualType type, Node *address);
    Node *far_strict_store(QualType type, Node *address, Node *value, bool wants_value);
};

} // namespace polder::cc

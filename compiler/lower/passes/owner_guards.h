// OwnerGuards: loops without their owner-computes guard.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class OwnerGuards : public Lowering {
public:
    using Lowering::Lowering;

    Node *behind_guard(CompoundStmt *block);
    Node *without_guard(ForStmt *s);
};

} // namespace polder::cc

// Assembly: operands that may be on another node.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Assembly : public Lowering {
public:
    using Lowering::Lowering;

    Node *assembly(AsmStmt *s);
};

} // namespace polder::cc

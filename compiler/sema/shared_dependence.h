// Whether a piece of program means something else in C, where nothing is shared.
#pragma once

#include "compiler/ast/node.h"
#include "compiler/type/type.h"

namespace polder::cc {

/// Would the value or the type of the expression be another one without what is shared?
bool depends_on_shared(const TypeTable &types, const Node *n);

} // namespace polder::cc

// Compatible types and composite types (C11 6.2.7). Poison is compatible with every type.
#pragma once

#include "compiler/type/type.h"

namespace polder::cc {

bool compatible(const TypeTable &types, QualType a, QualType b);
QualType composite(TypeTable &types, QualType a, QualType b); // a, if they are not compatible

} // namespace polder::cc

// Conversions of arithmetic (C11 6.3.1): the type that a value gets before something is done with
// it. Poison gives poison.
#pragma once

#include "compiler/type/type.h"

namespace polder::cc {

unsigned integer_width(const TypeTable &types, QualType q); // value bits + sign; _Bool 1
QualType promoted(const TypeTable &types, QualType q);      // integer promotions
QualType usual_arithmetic(TypeTable &types, QualType a, QualType b);

} // namespace polder::cc

// Which arithmetic of a program is that of indexes: 64 bits, in which nothing wraps that counts.
// Overflow of signed types is undefined; unsigned types of 64 bits wrap as indexes do.
#pragma once

#include "compiler/type/type.h"

namespace polder::cc {

/// Does arithmetic in this type never wrap where an index of 64 bits would not?
inline bool is_exact(const TypeTable &types, QualType type) {
    return types.is_integer(type) && types.kind(type) != TypeKind::bool_ &&
           (types.is_signed(type) ? types.size_of(type) >= 4 : types.size_of(type) == 8) && types.size_of(type) <= 8;
}

/// Does converting to this type keep every value of the other?
inline bool keeps_values(const TypeTable &types, QualType to, QualType from) {
    if (!types.is_integer(from) || types.size_of(from) > 8 || !types.is_integer(to) ||
        types.kind(to) == TypeKind::bool_)
        return false;
    if (types.size_of(to) == 8) return true; // negative numbers wrap as an index does
    return (types.size_of(to) > types.size_of(from) && (types.is_signed(to) || !types.is_signed(from))) ||
           (types.size_of(to) == types.size_of(from) && types.is_signed(to) == types.is_signed(from));
}

} // namespace polder::cc

// Integer types: bytes, rank (C11 6.3.1.1) and sign of each kind, for LP64 x86-64 and aarch64.
#pragma once

#include "compiler/type/nodes.h"
#include "compiler/type/target.h"

#include <cstdint>

namespace polder::cc {

struct Integer {
    uint8_t bytes;
    uint8_t rank;
    bool is_signed;
};

// Of a kind that is no integer: int's.
Integer integer_of(TypeKind kind, const Target &target);
// The kind of the integer type below an enumeration; other types have their own.
TypeKind underlying_kind(const Type &type, const TypeNodes &types);

} // namespace polder::cc

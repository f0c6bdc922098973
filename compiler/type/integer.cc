// The table of integer types (integer.h). What differs between machines stands in target.h.
#include "compiler/type/integer.h"

#include "compiler/ast/decl.h"

namespace polder::cc {

Integer integer_of(TypeKind k, const Target &target) {
    switch (k) {
    case TypeKind::bool_: return {1, 0, false};
    case TypeKind::char_: return {1, 1, target.char_is_signed};
    case TypeKind::schar: return {1, 1, true};
    case TypeKind::uchar: return {1, 1, false};
    case TypeKind::short_: return {2, 2, true};
    case TypeKind::ushort: return {2, 2, false};
    case TypeKind::int_: return {4, 3, true};
    case TypeKind::uint: return {4, 3, false};
    case TypeKind::long_: return {8, 4, true};
    case TypeKind::ulong: return {8, 4, false};
    case TypeKind::llong: return {8, 5, true};
    case TypeKind::ullong: return {8, 5, false};
    case TypeKind::int128: return {16, 6, true};
    case TypeKind::uint128: return {16, 6, false};
    default: return {4, 3, true};
    }
}

TypeKind underlying_kind(const Type &t, const TypeNodes &types) {
    if (t.kind != TypeKind::enum_) return t.kind;
    return t.enum_decl->underlying.is_null() ? TypeKind::uint : types.kind(t.enum_decl->underlying);
}

} // namespace polder::cc

// Builtin functions of gcc and clang: what calling one gives. Only result types are kept: arguments
// of builtins convert as variadic ones do. Names that are not in the table yield poison, so nothing
// false is ever reported about them.
#pragma once

#include "compiler/type/type.h"

#include <string_view>

namespace polder::cc {

/// How the result of a builtin is found.
enum class BuiltinRule : uint8_t {
    unknown,       // poison
    fixed,         // the type in the table
    first_pointee, // type the first argument points to: __sync_fetch_and_add, __atomic_load_n
    first_type,    // type of the first argument: __builtin_shuffle, __builtin_nontemporal_load takes first_pointee
};

struct BuiltinSignature {
    BuiltinRule rule = BuiltinRule::unknown;
    QualType result; // fixed
};

class Sema;
/// The typedefs that gcc and clang know without a declaration, for the target.
void declare_predefined_types(Sema &sema);
bool is_builtin_name(std::string_view name);
/// A function of the C library that compilers know without a declaration.
bool is_library_name(std::string_view name);
BuiltinSignature builtin_signature(TypeTable &types, std::string_view name);
/// The result of a well-known C library function; int for any other name.
QualType library_result(TypeTable &types, std::string_view name);

} // namespace polder::cc

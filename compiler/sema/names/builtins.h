// Builtin functions of gcc and clang: what calling one gives. Only result types are kept: arguments
// of builtins convert as variadic ones do. Names that are not in the table yield poison, so nothing
// false is ever reported about them.
#pragma once

#include "compiler/sema/names/sema_state.h"

#include <string_view>
#include <vector>

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

bool is_builtin_name(std::string_view name);
/// A function of the C library that compilers know without a declaration.
bool is_library_name(std::string_view name);
BuiltinSignature builtin_signature(TypeTable &types, std::string_view name);
/// The result of a well-known C library function; int for any other name.
QualType library_result(TypeTable &types, std::string_view name);

class Builtins : SemaPart {
public:
    explicit Builtins(SemaState &s) : SemaPart(s) {}

    /// The typedefs that gcc and clang know without a declaration, for the target.
    void declare_predefined_types();
    /// The declaration of a builtin function, made by its first use; null for other names.
    FunctionDecl *function(Name name, TokenIndex where);
    /// The result of calling a builtin whose type depends on its arguments; null if it does not.
    QualType result(const FunctionDecl *f, const std::vector<Expr *> &args) const;

private:
    void predefine(std::string_view spelling, QualType type);
    /// Neon: __Int8x16_t, of 8 or 16 bytes. SVE: __SVInt8_t, without a size.
    void predefine_vectors(std::string_view element, TypeKind kind, unsigned size);
};

} // namespace polder::cc

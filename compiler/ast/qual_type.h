// QualType: the handle of an interned type with its qualifiers. Jobs hold handles. What a handle
// names is in compiler/type. That folder lies above the tree, as types know the declarations of
// records and the bounds of arrays.
#pragma once

#include <cstdint>

namespace polder::cc {

enum Qualifier : uint8_t {
    q_const = 1,
    q_volatile = 2,
    q_restrict = 4,
    q_atomic = 8,
    q_shared = 16, // maintained by TypeTable, never set by hand
    q_strict = 32,
    q_relaxed = 64,
};

class QualType {
public:
    constexpr QualType() = default;
    constexpr QualType(uint32_t index, uint8_t qualifiers) : bits_(index << 8 | qualifiers) {}
    constexpr uint32_t index() const { return bits_ >> 8; }
    constexpr uint8_t qualifiers() const { return bits_ & 0xff; }
    constexpr bool has(Qualifier q) const { return bits_ & q; }
    /// Each access counts, and two reads of it may differ.
    constexpr bool is_volatile_or_atomic() const { return bits_ & (q_volatile | q_atomic); }
    constexpr QualType with(uint8_t q) const { return QualType(index(), qualifiers() | q); }
    /// Drops every qualifier but `shared` (which the node determines).
    constexpr QualType unqualified() const { return QualType(index(), qualifiers() & q_shared); }
    constexpr bool is_null() const { return bits_ == 0; }
    constexpr bool operator==(const QualType &) const = default;

private:
    uint32_t bits_ = 0; // index 0 is "no type"
};

} // namespace polder::cc

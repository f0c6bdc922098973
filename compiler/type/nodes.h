// Type nodes, interned: equal types are one node, so two types are the same if and only if their
// handles are equal after canonical().
//
// Vocabulary. QualType: a 32-bit handle, 24 bits of index and 8 of qualifiers. Shared node:
// Shared{element, block}, the UPC layout qualifier as a type. It stands where the `shared` stood,
// below any array: `shared [4] int a[10]` is Array{Shared{int,4},10}. The bits const, volatile,
// strict and relaxed of a shared type are in the handle that names the Shared node; its element is
// unqualified. Typedef: sugar with a canonical type, kept for messages and for printing.
//
// Invariant: the `shared` bit of a handle is set exactly when its canonical node is a Shared node.
// Held by tests/unit/compiler/type/types.cc.
#pragma once

#include "compiler/ast/qual_type.h"
#include "compiler/lex/token.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace polder::cc {

struct Expr;
struct RecordDecl;
struct EnumDecl;
struct TypedefDecl;

enum class TypeKind : uint8_t {
    error, // poison
    void_,
    bool_,
    char_, // plain
    schar,
    uchar,
    short_,
    ushort,
    int_,
    uint,
    long_,
    ulong,
    llong,
    ullong,
    int128,
    uint128,
    float16,
    bfloat16,
    float_,
    double_,
    ldouble,
    float128,
    float32,
    float64,
    float32x,
    float64x,
    complex, // of element
    vector,  // of element, count lanes
    enum_,
    record,  // struct or union
    pointer, // to element; to-shared when element (arrays stripped) is shared
    array,
    function,
    shared,   // Shared{element, block}
    typedef_, // sugar: element is the type it names
    typeof_,  // sugar: element is the resolved type
    va_list_, // __builtin_va_list
    auto_,    // __auto_type before deduction
};

enum class ArraySize : uint8_t { constant, incomplete, variable, star };

struct Param {
    QualType type;
    Name name = Name::none;
};

struct Type {
    TypeKind kind = TypeKind::error;
    QualType canonical;
    QualType element; // pointer, array, shared, complex, vector, typedef, typeof; the result of a function
    // array: elements (times THREADS if times_threads); vector: lanes; shared: block, 0 if
    // indefinite
    uint64_t count = 0;
    ArraySize size = ArraySize::constant;
    bool times_threads = false; // dynamic THREADS only: with static THREADS the product is in count
    bool variadic = false;
    bool prototyped = true;
    Expr *size_expr = nullptr; // the bound as written, if any
    uint32_t align = 0;        // typedef with __attribute__((aligned)): replaces the alignment of what it names
    std::vector<Param> params;
    RecordDecl *record = nullptr;
    EnumDecl *enum_decl = nullptr;
    TypedefDecl *typedef_decl = nullptr;
};

class TypeNodes {
public:
    TypeNodes();
    TypeNodes(const TypeNodes &) = delete;
    TypeNodes &operator=(const TypeNodes &) = delete;

    /// void_ … float64x, va_list_, error, auto_
    QualType basic(TypeKind kind) const { return QualType(static_cast<uint32_t>(kind) + 1, 0); }
    QualType error() const { return basic(TypeKind::error); }
    QualType array_like(QualType element, const Type &like) const; // the same bound over another element

    const Type &operator[](QualType q) const { return *types_[q.index()]; }
    /// The node behind all sugar; qualifiers of sugar and handle joined, those of an array moved to
    /// its elements.
    QualType canonical(QualType q) const;
    const Type &get(QualType q) const { return (*this)[canonical(q)]; }
    TypeKind kind(QualType q) const { return get(q).kind; }
    const Type &value(QualType q) const; // canonical, and behind a Shared

protected:
    ~TypeNodes() = default;
    QualType intern(Type type) const; // interning is not a change that anyone sees: const members may do it
    const Type &node(QualType q, uint8_t *qualifiers) const; // behind sugar, but with sugared parts

private:
    void grow() const;
    QualType make_canonical(const Type &type) const;
    QualType push_qualifiers(QualType array, uint8_t qualifiers) const;

    mutable std::vector<std::unique_ptr<Type>> types_;
    mutable std::vector<uint32_t> hashes_; // of every type, by index
    mutable std::vector<uint32_t> slots_;  // open addressing over type indices, power of two; 0 is free
};

/// A node of this kind, for intern.
inline Type make_type(TypeKind kind, QualType element = {}, uint64_t count = 0) {
    Type t;
    t.kind = kind;
    t.element = element;
    t.count = count;
    return t;
}

} // namespace polder::cc

// Types, interned: two types are the same if and only if their handles are equal after canonical().
//
// Vocabulary. QualType: a 32-bit handle, 24 bits of index and 8 of qualifiers. Shared node:
// Shared{element, block}, the UPC layout qualifier as a type. It stands where the `shared` stood,
// below any array: `shared [4] int a[10]` is Array{Shared{int,4},10}. The bits const, volatile,
// strict and relaxed of a shared type are in the handle that names the Shared node; its element is
// unqualified. Typedef: sugar with a canonical type, kept for messages and for printing.
//
// Invariant: the `shared` bit of a handle is set exactly when its canonical node is a Shared node.
// Poison (TypeTable::error) absorbs every operation silently: one mistake gives one message. Held
// by tests/unit/compiler/type/types.cc.
#pragma once

#include "compiler/ast/qual_type.h"
#include "compiler/lex/token.h"
#include "compiler/type/target.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

struct Expr;
struct RecordDecl;
struct EnumDecl;
struct TypedefDecl;
class Source;
class DebuggerNames;

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
    uint64_t count =
        0; // array: elements (times THREADS if times_threads); vector: lanes; shared: block, 0 = indefinite
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

struct Layout { // bytes, for the target (x86-64 or aarch64 LP64)
    uint64_t size = 0;
    uint32_t align = 1;
    bool known = false; // false for incomplete, VLA and times-THREADS types
};

class TypeTable {
public:
    explicit TypeTable(Source &source, Target target = {});

    QualType basic(TypeKind kind) const; // void_ … float64x, va_list_, error, auto_
    QualType error() const { return basic(TypeKind::error); }
    QualType pointer_to(QualType pointee);
    QualType array_of(QualType element, uint64_t count, bool times_threads = false, Expr *written = nullptr);
    QualType array_like(QualType element, const Type &like) const; // the same bound over another element
    QualType incomplete_array(QualType element);
    QualType variable_array(QualType element, Expr *size); // never merged
    QualType function(QualType result, std::vector<Param> params, bool variadic, bool prototyped);
    /// shared [block] element; pushes through arrays to the ultimate element. block 0 is
    /// indefinite.
    QualType shared(QualType element, uint64_t block);
    QualType complex_of(QualType element);
    QualType vector_of(QualType element, uint64_t lanes);
    QualType record(RecordDecl *decl); // one type a declaration
    QualType enumeration(EnumDecl *decl);
    QualType typedef_of(TypedefDecl *decl, QualType aliased, uint32_t align = 0);
    QualType typeof_of(QualType resolved);

    const Type &operator[](QualType q) const { return *types_[q.index()]; }
    /// The node behind all sugar; qualifiers of sugar and handle joined, those of an array moved to
    /// its elements.
    QualType canonical(QualType q) const;
    const Type &get(QualType q) const { return (*this)[canonical(q)]; }
    TypeKind kind(QualType q) const { return get(q).kind; }
    const Type &value(QualType q) const; // canonical, and behind a Shared
    const Target &target() const;

    // Predicates see through sugar, and through Shared where the value matters. So a shared int is
    // arithmetic, a shared struct a record, a shared pointer a pointer. Arrays and functions are
    // never below a Shared.
    bool is_error(QualType q) const { return kind(q) == TypeKind::error; }
    bool is_void(QualType q) const;
    bool is_integer(QualType q) const;    // with enum and _Bool
    bool is_floating(QualType q) const;   // real floating
    bool is_arithmetic(QualType q) const; // with complex
    bool is_scalar(QualType q) const;
    bool is_pointer(QualType q) const; // private or to shared
    bool is_array(QualType q) const;
    bool is_function(QualType q) const;
    bool is_record(QualType q) const;
    bool is_vector(QualType q) const;
    bool is_complete(QualType q) const;
    bool is_variably_modified(QualType q) const;

    // UPC.
    bool is_shared(QualType q) const; // the object is shared: a Shared node, or an array of them
    bool is_pointer_to_shared(QualType q) const;
    bool is_shared_void_pointer(QualType q) const; // shared void * of any qualification
    /// True for the 16-byte representation {address, phase}: block > 1, or shared void *. Argument:
    /// a pointer-to-shared type.
    bool has_phase(QualType pointer) const;
    uint64_t block_of(QualType shared) const; // block of the ultimate Shared node; 0 indefinite
    bool is_strict(QualType q) const;
    bool times_threads(QualType q) const; // some dimension carries THREADS
    /// Contains a pointer-to-shared anywhere (members, elements, parameters, pointees): the
    /// declaration must be rewritten.
    bool mentions_shared(QualType q) const;
    /// To be called when a record becomes complete (lay_out_record does): answers about incomplete
    /// ones are forgotten.
    void record_completed();

    QualType pointee(QualType pointer) const;
    QualType element(QualType array) const;      // qualifiers of the array go to the element
    QualType ultimate_element(QualType q) const; // all array dimensions stripped
    QualType unshared(QualType q)
        const; // same type without Shared/strict/relaxed: how it is stored, `shared [4] const int` -> const int
    uint64_t elements_in(QualType array) const; // product of constant dimensions; THREADS counts as 1
    /// After lvalue conversion: qualifiers dropped, arrays and functions decayed, Shared removed.
    QualType decayed(QualType q);

    Layout layout(QualType q) const; // pointers-to-shared are 8 or 16 bytes
    uint64_t size_of(QualType q) const { return layout(q).size; }
    bool is_signed(QualType q) const;
    QualType size_type() const { return basic(TypeKind::ulong); }
    QualType ptrdiff_type() const { return basic(TypeKind::long_); }

    /// As in messages: `shared [4] int *`, `struct node *`, typedef names kept.
    std::string describe(QualType q) const;
    /// As C for the backend: pointers-to-shared become polder_ga or polder_gp, Shared vanishes,
    /// records and enums by tag or by typedef name. `declarator` is put where a name would stand:
    /// print(int*[3], "x") is "int *x[3]".
    std::string print(QualType q, std::string_view declarator = {}) const;

    /// For -g: if names for debuggers are wanted, print writes a pointer-to-shared as a typedef
    /// named after its UPC type. In the same way print_object writes the variable that stands for a
    /// shared object of type q.
    std::string print_object(QualType q) const;
    DebuggerNames &debugger_names() const;

private:
    friend class TypePrinter;
    QualType intern(Type type) const; // interning is not a change that anyone sees: const members may do it
    QualType make_canonical(const Type &type) const;
    QualType pointer(QualType pointee) const;
    QualType push_qualifiers(QualType array, uint8_t qualifiers) const;
    const Type &node(QualType q, uint8_t *qualifiers) const; // behind sugar, but with sugared parts
    Layout layout_of(const Type &type) const;
    struct Impl;
    Source &source_;
    std::shared_ptr<Impl> impl_;
    mutable std::vector<std::unique_ptr<Type>> types_;
};

} // namespace polder::cc

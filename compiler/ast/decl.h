// Declarations. A Declaration is what stands between two semicolons: specifiers, then Declarators;
// each Declarator names the Decl it declares. Decls are what names resolve to; redeclarations share
// one `canonical` Decl per scope chain rule of C.
#pragma once

#include "compiler/ast/node.h"

#include <string_view>
#include <vector>

namespace polder::cc {

enum class Storage : uint8_t { none, extern_, static_, auto_, register_, typedef_ };
enum class Linkage : uint8_t { none, internal, external };

/// What privatisation (section 3 of the design) may do with a variable of static storage duration.
enum class Privacy : uint8_t {
    none,        // automatic, or not an object, or shared
    per_thread,  // defined in UPC code of this unit: one copy a UPC thread
    by_marker,   // only declared here: decided by the linker through the marker symbol
    per_process, // system header, c_code region, _Thread_local, register: plain C meaning
    constant,    // const without addresses of per-thread data: one copy suffices
};

struct Decl : Node {
    Name name = Name::none;
    TokenIndex name_token = 0;
    QualType type;
    Decl *canonical = nullptr; // first declaration of the same entity; itself if first
    using Node::Node;
    static bool classof(NodeKind k) { return k <= NodeKind::label_decl; }
};

struct Attribute {         // one name(args) of __attribute__((…)), _Alignas included
    std::string_view name; // without leading and trailing __
    TokenRange args;       // inside the parentheses; empty if none
    Expr *value = nullptr; // first argument evaluated as expression when it is one (aligned, vector_size …)
};

struct VarDecl : Decl {
    Storage storage = Storage::none;
    Linkage linkage = Linkage::none;
    bool thread_local_ = false;
    bool file_scope = false;
    bool in_c_code = false;  // declared under #pragma upc c_code, or in a system header
    bool definition = false; // has an initialiser, or is not extern
    bool tentative = false;
    bool is_static_storage = false;
    bool constexpr_ = false;         // its value is a constant expression; one copy serves all threads
    Privacy privacy = Privacy::none; // meaningful on the canonical declaration at the end of the unit
    Expr *init = nullptr;
    std::vector<Attribute> attributes;
    struct FunctionDecl *function = nullptr; // the function it is local to
    explicit VarDecl(NodeKind k = NodeKind::var_decl) : Decl(k) {}
    static bool classof(NodeKind k) { return k == NodeKind::var_decl || k == NodeKind::param_decl; }
};

struct ParamDecl : VarDecl {
    QualType written_type; // before array and function adjust to pointers
    ParamDecl() : VarDecl(NodeKind::param_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::param_decl; }
};

struct CompoundStmt;
struct Declaration;

struct FunctionDecl : Decl {
    Storage storage = Storage::none;
    Linkage linkage = Linkage::external;
    bool inline_ = false;
    bool in_c_code = false;
    bool is_builtin = false;          // known without declaration (__builtin_…, implicit)
    bool external_definition = false; // on the canonical one: a declaration is without inline, or has extern
    bool defined = false;             // on the canonical one
    std::vector<ParamDecl *> params;
    std::vector<Declaration *> kr_declarations; // K&R parameter declarations
    CompoundStmt *body = nullptr;
    std::vector<Attribute> attributes;
    FunctionDecl() : Decl(NodeKind::function_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::function_decl; }
};

struct TypedefDecl : Decl {
    uint32_t declared_align = 0; // __attribute__((aligned(n))) of the typedef; 0 none
    TypedefDecl() : Decl(NodeKind::typedef_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::typedef_decl; }
};

struct FieldDecl : Decl {
    Expr *bit_width = nullptr;
    uint32_t width = 0;      // bits, if bit_width
    uint64_t offset = 0;     // bytes from the start of the record
    uint32_t bit_offset = 0; // bit-fields: bits from the start of the record
    uint32_t slot = 0;       // index into the record's slots
    struct RecordDecl *parent = nullptr;
    std::vector<Attribute> attributes;
    FieldDecl() : Decl(NodeKind::field_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::field_decl; }
};

struct RecordDecl : Decl {
    bool is_union = false;
    bool complete = false;
    bool open = false; // its body is or was being read: a second body is another type, also one inside the first
    bool packed = false;
    bool transparent_union = false;
    uint32_t declared_align = 0;
    uint32_t pack_limit = 0; // #pragma pack(n) in force at the closing brace; 0 for none
    uint64_t size = 0;
    uint32_t align = 1;
    TokenIndex keyword = 0; // `struct` or `union`; a tag is inserted behind it if the lowering must name the type
    TokenRange body;        // from { to }
    std::vector<FieldDecl *> fields;     // anonymous members have Name::none and a record type
    std::vector<FieldDecl *> slots;      // of these, what takes initial values: all but unnamed bit-fields
    std::vector<Node *> members;         // Declaration, StaticAssertDecl
    TypedefDecl *typedef_name = nullptr; // typedef struct { … } T: how to print it when it has no tag
    std::string_view generated_tag;      // set by the lowering on demand (arena string)
    QualType self;
    RecordDecl() : Decl(NodeKind::record_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::record_decl; }
};

struct EnumeratorDecl : Decl {
    __int128 value = 0;
    Expr *init = nullptr;
    EnumeratorDecl() : Decl(NodeKind::enumerator_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::enumerator_decl; }
};

struct EnumDecl : Decl {
    bool complete = false;
    bool open = false; // as of records
    bool packed = false;
    QualType underlying;
    QualType fixed; // underlying type as written (C23); else null
    TokenIndex keyword = 0;
    std::vector<EnumeratorDecl *> enumerators;
    TypedefDecl *typedef_name = nullptr;
    std::string_view generated_tag;
    QualType self;
    EnumDecl() : Decl(NodeKind::enum_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::enum_decl; }
};

struct LabelDecl : Decl {
    struct LabelStmt *definition = nullptr;
    LabelDecl() : Decl(NodeKind::label_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::label_decl; }
};

/// The specifiers of a declaration, as written, with what the rewriting needs.
struct Specifiers {
    TokenRange range;
    Storage storage = Storage::none;
    bool inline_ = false;
    bool noreturn = false;
    bool thread_local_ = false;
    bool constexpr_ = false;
    QualType type;                      // with qualifiers
    std::vector<TokenRange> upc_tokens; // shared, [layout], strict, relaxed: removed when the declaration goes out
    TokenIndex storage_token = 0;       // valid if storage != none
    Decl *tag = nullptr;                // record or enum declared or defined here
    bool defines_tag = false;           // … with a body
    bool in_extension = false;
    std::vector<Expr *> exprs;                // in source order: layout expression, typeof operand
    std::vector<Declaration *> type_operands; // type names in typeof(…), _Atomic(…)
    std::vector<Attribute> attributes;
    bool star_layout = false; // shared [*]
};

/// One declarator with its initialiser. In C the first `*` of the outermost declarator level is the
/// derivation applied to the specifiers' type. For `shared int *(*f)(void)` that star makes the
/// pointer-to-shared. The lowering folds it into polder_ga.
struct Declarator : Node {
    Decl *decl = nullptr;
    TokenRange declarator;      // without initialiser, asm label and trailing attributes
    bool has_base_star = false; // a star as described above
    TokenIndex base_star = 0;
    TokenIndex name_token = 0;
    bool has_name = false;
    // Where an attribute may be inserted: behind declarator, asm label and written attributes.
    TokenIndex attribute_at = 0;
    Expr *bit_width = nullptr;
    Expr *init = nullptr;
    TokenIndex equal = 0;               // the `=`, valid if init
    std::vector<Node *> children;       // in source order: Declaration of parameters, Expr of array bounds
    std::vector<TokenRange> upc_tokens; // shared, [layout], strict, relaxed behind a `*` of this declarator
    std::vector<Attribute> attributes;
    Declarator() : Node(NodeKind::declarator) {}
    static bool classof(NodeKind k) { return k == NodeKind::declarator; }
};

/// Also used for a parameter, a member line, a type name (one abstract declarator) and a function
/// definition.
struct Declaration : Node {
    Specifiers specifiers;
    std::vector<Declarator *> declarators;
    FunctionDecl *function = nullptr; // a function definition; body in function->body
    bool is_type_name = false;
    bool is_param = false;
    bool is_member = false;
    bool file_scope = false;
    QualType type; // type name only: the whole type
    Declaration() : Node(NodeKind::declaration) {}
    static bool classof(NodeKind k) { return k == NodeKind::declaration; }
};

struct StaticAssertDecl : Node {
    Expr *condition = nullptr;
    StaticAssertDecl() : Node(NodeKind::static_assert_decl) {}
    static bool classof(NodeKind k) { return k == NodeKind::static_assert_decl; }
};

struct PlainDecl : Node { // asm_decl, pragma_decl, empty_decl: tokens only
    using Node::Node;
    static bool classof(NodeKind k) {
        return k == NodeKind::asm_decl || k == NodeKind::pragma_decl || k == NodeKind::empty_decl;
    }
};

struct TranslationUnit : Node {
    std::vector<Node *> items;             // Declaration, StaticAssertDecl, PlainDecl
    std::vector<VarDecl *> statics;        // every variable of static storage duration, in order, canonical ones
    std::vector<FunctionDecl *> functions; // definitions, in order
    TranslationUnit() : Node(NodeKind::translation_unit) {}
    static bool classof(NodeKind k) { return k == NodeKind::translation_unit; }
};

} // namespace polder::cc

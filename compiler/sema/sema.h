// Semantic analysis: the actions the parser calls. Each action gets what was recognised, checks it
// against C11, the GNU extensions and UPC 1.3, and returns the typed node.
//
// What is checked: everything the translation needs (types, names, conversions) and every
// constraint of UPC. Mistakes in plain C that do not stop the analysis are left to the back end,
// which sees the same tokens and explains them better.
// Vocabulary: rvalue() makes the implicit conversions of an operand explicit; poison is an
// expression of type error, which no later action complains about.
// Invariant: actions never return null and never throw; after an error they return poison and the
// parse goes on.
#pragma once

#include "compiler/ast/init_map.h"
#include "compiler/sema/declarator_chunks.h"
#include "compiler/sema/members.h"
#include "compiler/sema/scope.h"
#include "compiler/unit/context.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// Where a value is converted as if by assignment: for the wording of messages.
enum class AssignContext : uint8_t { assignment, initialisation, argument, result, barrier };

/// A function whose body is being read.
struct FunctionState {
    FunctionDecl *decl = nullptr;
    QualType result;
    struct Goto {
        GotoStmt *stmt;
        ForallStmt *forall;
    };
    std::vector<Goto> gotos;
    std::vector<std::pair<LabelDecl *, ForallStmt *>> labels;
    std::vector<std::unordered_map<Name, LabelDecl *>> label_scopes; // [0] the function, then __label__ blocks
    std::vector<Stmt *> breakable;                                   // loops and switches, innermost last
    std::vector<SwitchStmt *> switches;
    std::vector<ForallStmt *> switch_foralls; // the forall around each of them
    std::vector<ForallStmt *> foralls;
    VarDecl *func_name = nullptr;
};

struct MemberDesignation { // of offsetof: one .name or [index]
    Name field = Name::none;
    Expr *index = nullptr;
    TokenIndex where = 0;
};

class Sema {
public:
    explicit Sema(Context &c);

    Context &ctx;
    Source &source;
    TypeTable &types;
    Scopes scopes;
    Members members;
    FunctionState *function = nullptr;
    bool strict_pragma = false;
    bool c_code = false; // inside #pragma upc c_code
    uint32_t pragma_pack = 0;

    bool upc() const { return ctx.options.upc; }
    void report(DiagId id, TokenIndex where, Diagnostics::Args args = {}, TokenRange range = {});
    std::string quoted(QualType t) const { return "'" + types.describe(t) + "'"; }
    std::string quoted(Name n) const { return "'" + std::string(source.name(n)) + "'"; }

    // ---- names (names.cc) ----
    void declare_builtins();
    TypedefDecl *typedef_named(Name name) const;
    Expr *on_name(TokenIndex t, bool called);
    void on_unknown_type(TokenIndex t);
    void note_extension(TokenIndex t);
    bool is_shared_data(const Expr *e) const; // an array of it, or a pointer to it
    void suggest(TokenIndex t);               // a note: what the undeclared name may have been
    Expr *on_func_name(TokenIndex t);

    // ---- literals (literal.cc) ----
    Expr *on_number(TokenIndex t);
    /// true and false; nullptr as the null pointer constant 0.
    Expr *on_truth(TokenIndex t, TypeKind type);
    Expr *on_character(TokenIndex t);
    Expr *on_strings(TokenRange range);

    // ---- conversions (convert.cc) ----
    Expr *poison(TokenRange range);
    Expr *implicit(Conversion c, QualType to, Expr *e);
    /// Lvalue conversion, array and function decay.
    Expr *rvalue(Expr *e);
    Expr *promote(Expr *e);
    Expr *integer_required(Expr *e);
    Expr *arithmetic_to(Expr *e, QualType to);
    Expr *condition(Expr *e); // rvalue that is scalar
    Expr *default_argument(Expr *e);
    /// Converts as if by assignment to an object of type `to`; reports UPC violations.
    Expr *assign_convert(Expr *e, QualType to, AssignContext context, TokenIndex where);
    bool same(QualType a, QualType b) const { return types.canonical(a) == types.canonical(b); }
    bool is_null_constant(const Expr *e) const;
    bool any_poison(const Expr *a, const Expr *b) const { return types.is_error(a->type) || types.is_error(b->type); }
    /// The member as which e designates a bit-field; null otherwise.
    static FieldDecl *bit_field(const Expr *e);
    void finish_lvalue(Expr *e); // fills Expr::strict

    // ---- expressions (expr.cc, postfix.cc) ----
    Expr *on_paren(TokenRange range, Expr *inner);
    Expr *on_unary(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range);
    Expr *on_index(Expr *base, Expr *index, TokenIndex where, TokenRange range);
    void report_no_record(const Expr *base, bool arrow, TokenIndex name, TokenRange range);
    Expr *on_member(Expr *base, bool arrow, TokenIndex name, TokenRange range);
    Expr *on_cast(Declaration *type_name, Expr *operand, TokenRange range);
    Expr *on_size(SizeOp op, TokenIndex where, Declaration *type_name, Expr *operand, TokenRange range);
    Expr *on_conditional(Expr *condition, Expr *then_value, Expr *else_value, TokenIndex where);
    Expr *on_compound_literal(Declaration *type_name, InitList *init, TokenRange range);
    Expr *on_statement_expression(CompoundStmt *body, TokenRange range);
    Expr *on_generic(GenericExpr *e);
    Expr *on_label_address(TokenIndex name, TokenRange range);
    Expr *on_va_arg(Expr *list, Declaration *type_name, TokenRange range);
    Expr *on_offsetof(Declaration *type_name, const std::vector<MemberDesignation> &path, TokenRange range);
    Expr *on_choose(Expr *condition, Expr *then_value, Expr *else_value, TokenRange range);
    Expr *on_types_compatible(Declaration *left, Declaration *right, TokenRange range);
    Expr *on_convertvector(Expr *operand, Declaration *type_name, TokenRange range);
    Expr *on_threads(TokenIndex t);
    Expr *on_mythread(TokenIndex t);
    Expr *on_max_block_size(TokenIndex t);

    // ---- operators (binary.cc, assign.cc) ----
    Expr *on_binary(BinaryOp op, TokenIndex where, Expr *left, Expr *right);
    Expr *on_assign(bool compound, BinaryOp op, TokenIndex where, Expr *target, Expr *value);

    // ---- calls (call.cc, builtin.cc) ----
    Expr *on_call(Expr *callee, std::vector<Expr *> args, TokenIndex l_paren, TokenRange range);
    void check_variadic_argument(const FunctionDecl *f, const Expr *argument);
    FunctionDecl *builtin_function(Name name, TokenIndex where);
    /// The result of calling a builtin whose type depends on its arguments; null if it does not.
    QualType builtin_result(const FunctionDecl *f, const std::vector<Expr *> &args);

    // ---- initialisers (init.cc) ----
    /// Checks an initialiser against the type and returns the type completed by it (array sizes).
    QualType check_initializer(QualType type, Expr *&init, VarDecl *owner, TokenIndex where);
    QualType check_literal(CompoundLiteral *e, QualType type, Expr *&init);

    // ---- types (declarator.cc, layout.cc, upc_type.cc) ----
    struct DeclaredAs { // what a declarator is of: the constraints on its type differ
        bool parameter = false;
        bool type_definition = false;
        bool static_storage = false;
    };
    QualType apply_qualifiers(QualType t, const Qualifiers &q, bool explicit_layout, TokenIndex where);
    QualType build_type(DeclaratorParse &d, const Specifiers &s, const SpecifierParse &sp, DeclaredAs as);
    QualType with_block(QualType t, uint64_t block);
    QualType resolve_star(QualType t, TokenIndex where);
    void on_layout(Qualifiers &q, Expr *size, LayoutKind kind, TokenRange range);
    bool has_explicit_layout(const TypedefDecl *d) const { return explicit_layout_.count(d) != 0; }
    QualType vector_from_attribute(QualType t, Expr *bytes, bool lanes);
    QualType mode_from_attribute(QualType t, std::string_view mode);
    /// Constraints of UPC 1.3 6.5.2 on a declared shared object or any shared type.
    void check_shared_array(QualType t, TokenIndex where, bool object);

    // ---- declarations (decl.cc, function.cc) ----
    Decl *on_declaration(Specifiers &s, SpecifierParse &sp, DeclaratorParse &d);
    void on_initializer(VarDecl *v, Expr *init, Declarator *node);
    void finish_variable(VarDecl *v);
    ParamDecl *on_param(Specifiers &s, SpecifierParse &sp, DeclaratorParse &d, Declaration *node);
    void start_function(FunctionDecl *f, DeclaratorParse &d, FunctionState &state);
    void declare_params(FunctionDecl *f, DeclaratorParse &d);
    void finish_function(FunctionDecl *f, CompoundStmt *body);
    /// A parameter declaration of a K&R definition.
    void on_kr_parameter(FunctionDecl *f, ParamDecl *p);
    void on_type_name(Declaration *d, SpecifierParse &sp, DeclaratorParse &dp);

    // ---- records and enumerations (record.cc) ----
    RecordDecl *on_record_tag(bool is_union, Name tag, TokenIndex keyword, TokenIndex name, bool defines, bool alone);
    void on_member_declarator(RecordDecl *r, Specifiers &s, SpecifierParse &sp, DeclaratorParse &d);
    void on_anonymous_member(RecordDecl *r, Specifiers &s);
    void finish_record(RecordDecl *r, const std::vector<Attribute> &attributes);
    EnumDecl *on_enum_tag(Name tag, TokenIndex keyword, TokenIndex name, bool defines, bool alone);
    EnumeratorDecl *on_enumerator(EnumDecl *e, TokenIndex name, Expr *value);

    // ---- statements (stmt.cc, forall.cc) ----
    LabelDecl *label(TokenIndex name, bool definition);
    void declare_local_label(TokenIndex name);
    Stmt *on_break(TokenIndex t, TokenRange range);
    Stmt *on_continue(TokenIndex t, TokenRange range);
    Stmt *on_return(Expr *value, TokenIndex t, TokenRange range);
    void on_case(CaseStmt *s);
    void check_case_position(TokenIndex where);
    void on_goto(GotoStmt *s);
    void on_label(LabelStmt *s);
    void on_affinity(ForallStmt *s);
    void on_barrier(BarrierStmt *s);
    void check_jumps();

    // ---- end of unit ----
    void finish_unit();

private:
    friend class InitWalker;
    struct Operands {
        Expr *left;
        Expr *right;
    };
    Expr *binary_node(BinaryOp op, TokenIndex where, Expr *l, Expr *r, QualType type, TokenRange range);
    Expr *invalid_operands(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *vector_binary(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *additive(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *subtract_pointers(TokenIndex where, Expr *l, Expr *r, TokenRange range);
    Expr *comparison(BinaryOp op, TokenIndex where, Expr *l, Expr *r, TokenRange range);
    bool comparable_pointers(BinaryOp op, TokenIndex where, Expr *&l, Expr *&r, TokenRange range);
    bool check_pointer_arithmetic(Expr *pointer, TokenIndex where);
    QualType pointer_conditional(Expr *&a, Expr *&b, TokenIndex where, TokenRange range);
    Expr *assign_pointer(Expr *e, QualType to, AssignContext context, TokenIndex where);
    void check_shared_conversion(Expr *e, QualType to, AssignContext context, TokenIndex where);
    bool check_modifiable(Expr *target, TokenIndex where);
    bool check_cast(QualType to, Expr *operand, TokenIndex where);
    Expr *address_of(Expr *operand, TokenIndex where, TokenRange range);
    Expr *dereference(Expr *operand, TokenIndex where, TokenRange range);
    Expr *increment(UnaryOp op, TokenIndex where, Expr *operand, TokenRange range);
    Decl *on_typedef(Specifiers &s, SpecifierParse &sp, DeclaratorParse &d, QualType type);
    Decl *on_function(Specifiers &s, DeclaratorParse &d, QualType type);
    Decl *on_variable(Specifiers &s, DeclaratorParse &d, QualType type);
    void classify_storage(VarDecl *v, const Specifiers &s);
    void check_variable(VarDecl *v);
    std::string_view maker_of_opaque(QualType t) const;
    void report_incomplete(const VarDecl *v);
    void check_tentative();
    void link_redeclaration(Decl *d, Decl *previous);
    Expr *on_undeclared(TokenIndex t, bool called);
    std::string_view header_of(std::string_view name) const; // the header that would declare it, if it was not read
    QualType array_chunk(QualType element, Chunk &c, bool outermost, DeclaredAs as);
    QualType function_chunk(QualType result, Chunk &c);
    QualType pointer_chunk(QualType pointee, Chunk &c, bool explicit_layout);
    /// THREADS alone or times an integer constant: the constant; 0 if the expression is not of that
    /// form.
    uint64_t threads_product(const Expr *e, bool &pedantic) const;
    bool mentions_threads(const Expr *e) const;
    bool in_user_code(TokenIndex t) const;
    void apply_bit_width(FieldDecl *f, Declarator *d);
    void add_member(RecordDecl *r, FieldDecl *f);

    std::unordered_set<const TypedefDecl *> explicit_layout_;
    std::unordered_set<const VarDecl *> pending_star_;
    uint32_t suggested_ = 0;
    std::vector<VarDecl *> statics_;                                   // canonical ones
    std::unordered_map<const VarDecl *, const VarDecl *> initialized_; // shared objects: by which declaration
    std::vector<VarDecl *> static_declarations_;                       // all of them
    std::vector<FunctionDecl *> functions_;
    std::unordered_set<Name> undeclared_;
    friend class Parser;
};

} // namespace polder::cc

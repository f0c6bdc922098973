// The parser: recursive descent over the token vector, one pass, with an action of Sema for
// everything it recognises.
//
// C needs to know what a name means to parse it (typedef names), so declarations take effect as
// they are read. The tokens come from a cursor, which also recovers from errors.
//
// Invariant: every loop either consumes a token or ends; at eof everything ends.
#pragma once

#include "compiler/parse/token_cursor.h"
#include "compiler/sema/unit/sema.h"

namespace polder::cc {

class Parser : private TokenCursor {
public:
    explicit Parser(Context &ctx);
    void parse_unit();

private:
    void take_pragma(TokenIndex t) override { act_on_pragma(t, false); }

    // ---- pragmas (pragma.cc) ----
    enum class PragmaPlace : uint8_t { file, statement, member };
    Node *parse_file_pragma();
    Stmt *parse_pragma_statement(bool owns_next, bool at_start);
    /// Takes effect of `#pragma upc …`, pack and the like.
    PragmaKind act_on_pragma(TokenIndex t, bool misplaced);
    void act_on_upc_pragma(TokenIndex t, std::string_view rest, bool misplaced);
    void act_on_pack(std::string_view rest);
    void act_on_threadprivate(std::string_view rest);
    void check_data_clauses(TokenIndex t, std::string_view rest);

    // ---- external declarations (external.cc) ----
    Node *parse_external();
    Declaration *parse_declaration(bool file_scope);
    void parse_init_declarators(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator first);
    void finish_init_declarator(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp);
    void parse_function_definition(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp);
    void parse_kr_declarations(FunctionDecl *f);
    Node *parse_static_assert();
    Node *parse_file_asm();
    bool starts_function_body(const ParsedDeclarator &dp) const;

    // ---- specifiers (specifiers.cc) ----
    struct TypeWords;
    bool starts_type(unsigned ahead = 0) const;
    bool starts_declaration() const;
    bool looks_like_unknown_type() const;
    void parse_specifiers(Specifiers &s, ParsedSpecifiers &sp, bool storage_allowed);
    void parse_plain_specifier(Specifiers &s, ParsedSpecifiers &sp);
    bool parse_specifier(Specifiers &s, ParsedSpecifiers &sp, TypeWords &words, bool storage_allowed);
    bool parse_type_word(TypeWords &words);
    void parse_storage(Specifiers &s);
    void parse_typeof(Specifiers &s, TypeWords &words);
    void parse_unsupported_type(TypeWords &words);
    void parse_atomic(Specifiers &s, ParsedSpecifiers &sp, TypeWords &words);
    void parse_alignas(Specifiers &s);
    bool parse_qualifier(Qualifiers &q);
    void parse_shared(Qualifiers &q);
    void parse_reference_qualifier(Qualifiers &q);
    void set_type(TypeWords &words, QualType t, TokenIndex where);
    QualType type_of_words(const TypeWords &words, TokenIndex where);

    // ---- tags (tag.cc) ----
    struct TagHead { // of a struct, union or enum, up to its brace
        TokenIndex keyword = 0;
        TokenIndex name = 0;
        Name tag = Name::none;
        std::vector<Attribute> attributes;
        QualType underlying; // of an enum, if it is written
        bool defines = false;
    };
    bool parse_tag_head(TagHead &head, bool is_enum);
    QualType parse_record(Specifiers &s);
    QualType parse_enum(Specifiers &s);
    void parse_members(RecordDecl *r);
    void parse_member_declaration(RecordDecl *r);

    // ---- declarators (declarator.cc) ----
    enum class DeclaratorForm : uint8_t { named, abstract, either };
    ParsedDeclarator parse_declarator(DeclaratorForm form);
    void parse_pointers_and_direct(ParsedDeclarator &d, DeclaratorForm form);
    void parse_direct_suffixes(ParsedDeclarator &d, std::vector<Chunk> &chunks, DeclaratorForm form);
    Chunk parse_array_suffix(ParsedDeclarator &d);
    Chunk parse_function_suffix(ParsedDeclarator &d);
    void parse_parameter_list(ParsedDeclarator &d, Chunk &c);
    void parse_identifier_list(Chunk &c);
    Declaration *parse_parameter();
    void parse_declarator_tail(ParsedDeclarator &d); // asm label and attributes
    bool paren_opens_parameters() const;
    Declaration *parse_type_name();

    // ---- attributes and asm (attribute.cc, asm.cc) ----
    bool at_attribute() const;
    void parse_attributes(std::vector<Attribute> &list);
    void parse_attribute(std::vector<Attribute> &list);
    void parse_standard_attributes(std::vector<Attribute> &list);
    void parse_asm_label();
    Stmt *parse_asm_statement();
    void parse_asm_operands(AsmStmt *s);

    // ---- initialisers (init.cc) ----
    Expr *parse_initializer();
    InitList *parse_braced_initializer();
    DesignatedInit *parse_designated();

    // ---- statements (stmt.cc, control.cc) ----
    CompoundStmt *parse_compound(bool own_scope = true);
    Node *parse_block_item(bool at_start);
    Stmt *parse_statement(); // one a statement may own: of an if, a loop, a label
    Stmt *parse_statement_here();
    Stmt *parse_expression_statement();
    Stmt *parse_label();
    Stmt *parse_case_chain();
    Stmt *parse_one_case();
    Stmt *parse_if();
    Stmt *parse_switch();
    Stmt *parse_while();
    Stmt *parse_do();
    Stmt *parse_for();
    Stmt *parse_forall();
    Node *parse_for_init();
    void parse_affinity(ForallStmt *s);
    Stmt *parse_goto();
    Stmt *parse_return();
    Expr *misspelt_loop(const Expr *called, TokenIndex l_paren);
    bool begins_statement() const;
    Stmt *parse_barrier();
    Stmt *parse_local_labels();
    Stmt *parse_attributed_statement(TokenIndex first);
    Stmt *wrap_declaration(Node *d);
    Expr *parse_condition();

    // ---- expressions (expr.cc, primary.cc, builtin.cc) ----
    Expr *parse_expression();
    Expr *parse_assignment();
    Expr *parse_conditional();
    Expr *parse_constant() { return parse_conditional(); }
    Expr *parse_binary(int least);
    Expr *parse_cast();
    Expr *parse_unary();
    Expr *parse_size(SizeOp op);
    Expr *parse_postfix();
    Expr *parse_postfix_operators(Expr *e);
    Expr *parse_primary();
    Expr *parse_parenthesized();
    Expr *parse_identifier();
    std::vector<Expr *> parse_arguments();
    Expr *parse_generic();
    Expr *parse_va_arg();
    Expr *parse_offsetof();
    Expr *parse_types_compatible();
    Expr *parse_choose();
    Expr *parse_convertvector();
    Expr *parse_statement_expression(TokenIndex first);

    Context &ctx_;
    Sema sema_;
    bool inside_unclosed_ = false; // the body being read lacks a }
    std::vector<uint32_t> pack_stack_;
    unsigned omp_regions_ = 0; // OpenMP constructs around this point that start threads
};

} // namespace polder::cc

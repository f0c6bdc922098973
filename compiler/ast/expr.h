// Expressions. `type` is never null after sema; lvalue-ness is in `lvalue`. An operand position
// that converts its operand holds an ImplicitCast around it, so the lowering never asks what C
// would convert.
#pragma once

#include "compiler/ast/decl.h"

#include <string_view>
#include <vector>

namespace polder::cc {

struct Expr : Node {
    QualType type;
    bool lvalue = false;
    // Of a shared lvalue: the access is strict, by a qualifier of the type or by the pragma in
    // force.
    bool strict = false;
    using Node::Node;
    static bool classof(NodeKind k) { return k >= NodeKind::literal; }
};

#define EXPR_KIND(Class, id)                                                                                           \
    Class() : Expr(NodeKind::id) {}                                                                                    \
    static bool classof(NodeKind k) {                                                                                  \
        return k == NodeKind::id;                                                                                      \
    }

enum class LiteralKind : uint8_t { integer, floating, character, string };
struct Literal : Expr {
    LiteralKind literal = LiteralKind::integer;
    unsigned __int128 value = 0; // integer and character
    uint64_t length = 0;         // string: elements with the terminator
    EXPR_KIND(Literal, literal)
};
struct NameExpr : Expr {
    Decl *decl = nullptr; // VarDecl, FunctionDecl, EnumeratorDecl
    EXPR_KIND(NameExpr, name_expr)
};
struct ParenExpr : Expr {
    Expr *inner = nullptr;
    EXPR_KIND(ParenExpr, paren_expr)
};
enum class UnaryOp : uint8_t {
    plus,
    minus,
    bit_not,
    logical_not,
    address,
    dereference,
    pre_increment,
    pre_decrement,
    post_increment,
    post_decrement,
    real,
    imag,
    extension,
};
struct UnaryExpr : Expr {
    UnaryOp op = UnaryOp::plus;
    Expr *operand = nullptr;
    EXPR_KIND(UnaryExpr, unary_expr)
};
enum class BinaryOp : uint8_t {
    mul,
    div,
    rem,
    add,
    sub,
    shl,
    shr,
    lt,
    gt,
    le,
    ge,
    eq,
    ne,
    bit_and,
    bit_xor,
    bit_or,
    logical_and,
    logical_or,
    comma,
};
struct BinaryExpr : Expr {
    BinaryOp op = BinaryOp::add;
    Expr *left = nullptr;
    Expr *right = nullptr;
    EXPR_KIND(BinaryExpr, binary_expr)
};
struct AssignExpr : Expr {
    bool compound = false;
    BinaryOp op = BinaryOp::add; // compound only
    Expr *target = nullptr;
    Expr *value = nullptr; // simple: converted to the target's type; compound: as written, lvalue-converted
    EXPR_KIND(AssignExpr, assign_expr)
};
struct ConditionalExpr : Expr {
    Expr *condition = nullptr;
    Expr *then_value = nullptr; // null: GNU a ?: b
    Expr *else_value = nullptr;
    EXPR_KIND(ConditionalExpr, conditional_expr)
};
struct CastExpr : Expr {
    Declaration *type_name = nullptr;
    Expr *operand = nullptr;
    EXPR_KIND(CastExpr, cast_expr)
};
enum class Conversion : uint8_t {
    lvalue_to_rvalue, // a read of the operand
    array_to_pointer,
    function_to_pointer,
    arithmetic,
    pointer, // private pointers, null constants, integers under warning
    to_bool,
    // To a pointer-to-shared, from another one (the representation may change) or a null constant.
    shared_pointer,
    to_void,
};
struct ImplicitCast : Expr {
    Conversion conversion = Conversion::lvalue_to_rvalue;
    Expr *operand = nullptr;
    EXPR_KIND(ImplicitCast, implicit_cast)
};
struct CallExpr : Expr {
    Expr *callee = nullptr;
    std::vector<Expr *> args;
    EXPR_KIND(CallExpr, call_expr)
};
struct IndexExpr : Expr { // base[index] with the pointer operand first, whatever was written
    Expr *base = nullptr; // after array decay
    Expr *index = nullptr;
    bool swapped = false; // written index[base]
    EXPR_KIND(IndexExpr, index_expr)
};
struct MemberExpr : Expr {
    Expr *base = nullptr;
    bool arrow = false;
    FieldDecl *field = nullptr;
    std::vector<FieldDecl *> path; // through anonymous members, the field itself last
    EXPR_KIND(MemberExpr, member_expr)
};
struct CompoundLiteral : Expr {
    Declaration *type_name = nullptr;
    Expr *init = nullptr;
    bool file_scope = false;
    EXPR_KIND(CompoundLiteral, compound_literal)
};
struct InitList : Expr {
    std::vector<Expr *> inits; // as written; DesignatedInit among them
    EXPR_KIND(InitList, init_list)
};
struct Designator {
    FieldDecl *field = nullptr; // .field
    Expr *first = nullptr;      // [first] or [first ... last]
    Expr *last = nullptr;
    TokenRange range;
};
struct DesignatedInit : Expr {
    std::vector<Designator> designators;
    Expr *value = nullptr;
    EXPR_KIND(DesignatedInit, designated_init)
};
enum class SizeOp : uint8_t { sizeof_, alignof_, localsizeof, blocksizeof, elemsizeof };
struct SizeExpr : Expr {
    SizeOp op = SizeOp::sizeof_;
    Declaration *type_name = nullptr; // one of the two
    Expr *operand = nullptr;
    QualType measured; // the type that is measured
    EXPR_KIND(SizeExpr, size_expr)
};
struct GenericExpr : Expr {
    Expr *control = nullptr;
    struct Branch {
        Declaration *type_name; // null: default
        Expr *value;
    };
    std::vector<Branch> branches;
    Expr *chosen = nullptr;
    EXPR_KIND(GenericExpr, generic_expr)
};
struct StmtExpr : Expr {
    struct CompoundStmt *body = nullptr;
    EXPR_KIND(StmtExpr, stmt_expr)
};
struct LabelAddress : Expr {
    LabelDecl *label = nullptr;
    EXPR_KIND(LabelAddress, label_address)
};
struct VaArgExpr : Expr {
    Expr *list = nullptr;
    Declaration *type_name = nullptr;
    EXPR_KIND(VaArgExpr, va_arg_expr)
};
struct OffsetofExpr : Expr {
    Declaration *type_name = nullptr;
    std::vector<Expr *> indices; // of array designators
    uint64_t value = 0;
    bool constant = true;
    EXPR_KIND(OffsetofExpr, offsetof_expr)
};
struct ChooseExpr : Expr {
    Expr *condition = nullptr;
    Expr *then_value = nullptr;
    Expr *else_value = nullptr;
    Expr *chosen = nullptr;
    EXPR_KIND(ChooseExpr, choose_expr)
};
struct TypesCompatibleExpr : Expr {
    Declaration *left = nullptr;
    Declaration *right = nullptr;
    bool value = false;
    EXPR_KIND(TypesCompatibleExpr, types_compatible_expr)
};
struct ConvertvectorExpr : Expr {
    Expr *operand = nullptr;
    Declaration *type_name = nullptr;
    EXPR_KIND(ConvertvectorExpr, convertvector_expr)
};
struct ThreadsExpr : Expr {
    EXPR_KIND(ThreadsExpr, threads_expr)
};
struct MythreadExpr : Expr {
    EXPR_KIND(MythreadExpr, mythread_expr)
};
/// Made by the lowering: C text with holes. pieces.size() == parts.size() + 1; the output is
/// pieces[0] parts[0] pieces[1] …
struct SyntheticExpr : Expr {
    std::vector<std::string_view> pieces; // arena strings
    std::vector<Node *> parts;
    bool has_place = false; // its text comes from where its range begins, says a line marker
    EXPR_KIND(SyntheticExpr, synthetic_expr)
};
#undef EXPR_KIND

/// What stands inside any number of parentheses; E is Expr or const Expr. Null stays null.
template <class E> E *without_parens(E *e) {
    while (auto *p = as<ParenExpr>(e))
        e = p->inner;
    return e;
}

/// The array that `base` is the decayed form of, or null.
inline Expr *decayed_array(Expr *base) {
    auto *decay = as<ImplicitCast>(without_parens(base));
    return decay && decay->conversion == Conversion::array_to_pointer ? without_parens(decay->operand) : nullptr;
}

/// The expression that is evaluated: without parentheses and __extension__, of _Generic and
/// __builtin_choose_expr the one that is chosen.
inline Expr *chosen_expression(Expr *e) {
    for (;;) {
        e = without_parens(e);
        if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::extension)
            e = u->operand;
        else if (auto *g = as<GenericExpr>(e); g && g->chosen)
            e = g->chosen;
        else if (auto *c = as<ChooseExpr>(e); c && c->chosen)
            e = c->chosen;
        else
            return e;
    }
}

/// What was written, without the parentheses around it and the conversions the language adds. Null
/// stays null.
template <class E> E *without_conversions(E *e) {
    for (;;) {
        if (auto *p = as<ParenExpr>(e))
            e = p->inner;
        else if (auto *c = as<ImplicitCast>(e))
            e = c->operand;
        else
            return e;
    }
}

/// Without parentheses and conversions of values; one that changes what the expression stands for
/// (an array that becomes a pointer) stays.
inline Expr *without_value_conversions(Expr *e) {
    for (;;) {
        if (auto *p = as<ParenExpr>(e))
            e = p->inner;
        else if (auto *c = as<ImplicitCast>(e);
                 c && (c->conversion == Conversion::lvalue_to_rvalue || c->conversion == Conversion::arithmetic ||
                       c->conversion == Conversion::shared_pointer))
            e = c->operand;
        else
            return e;
    }
}

/// The variable that an expression names, behind those and where it is chosen; null if it does not,
/// or there is no expression.
inline VarDecl *named_variable(Expr *e) {
    for (Expr *before = nullptr; e != before;) {
        before = e;
        e = chosen_expression(without_value_conversions(e));
    }
    const auto *name = as<NameExpr>(e);
    return name ? as<VarDecl>(name->decl) : nullptr;
}

/// The function that a call names directly; null if it goes through a pointer.
inline FunctionDecl *called_function(const Expr *callee) {
    const auto *name = as<NameExpr>(without_conversions(callee));
    return name ? as<FunctionDecl>(name->decl) : nullptr;
}

} // namespace polder::cc

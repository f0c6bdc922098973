// Grammar: the rules of C's grammar that lie on its cycles. An expression may hold a type name, a
// block or a braced list. A type may hold the members of a structure; a statement holds statements.
//
// A part of the parser calls parts below it directly, and these rules through this interface.
#pragma once

#include "compiler/ast/decl.h"
#include "compiler/ast/expr.h"
#include "compiler/ast/stmt.h"

namespace polder::cc {

class Grammar {
public:
    virtual Expr *parse_expression() = 0;
    virtual Expr *parse_assignment() = 0;
    virtual InitList *parse_braced_initializer() = 0;
    virtual Declaration *parse_type_name() = 0;
    /// A struct, union or enum specifier.
    virtual QualType parse_tag(Specifiers &s) = 0;
    /// `own_scope`: false for the body of a function, which shares the scope of the parameters.
    virtual CompoundStmt *parse_block(bool own_scope) = 0;
    /// One that a statement may own: of an if, a loop, a label.
    virtual Stmt *parse_statement() = 0;

protected:
    ~Grammar() = default;
};

} // namespace polder::cc

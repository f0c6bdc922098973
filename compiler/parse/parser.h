// The parser: recursive descent over the tokens, one pass, with an action of Sema for everything it
// recognises. Its parts stand here in the order in which they rest on each other.
#pragma once

#include "compiler/parse/decl/tag_bodies.h"
#include "compiler/parse/stmt/blocks.h"

namespace polder::cc {

class Parser final : Grammar {
public:
    explicit Parser(Context &ctx);
    void parse_unit();

private:
    Expr *parse_expression() override { return expressions_.parse_expression(); }
    Expr *parse_assignment() override { return expressions_.parse_assignment(); }
    InitList *parse_braced_initializer() override { return initializers_.parse_braced_initializer(); }
    Declaration *parse_type_name() override { return declarators_.parse_type_name(); }
    QualType parse_tag(Specifiers &s) override { return tags_.parse_tag(s); }
    CompoundStmt *parse_block(bool own_scope) override { return statements_.parse_block(own_scope); }
    Stmt *parse_statement() override { return statements_.parse_statement(); }

    ParserState state_;
    Pragmas pragmas_;
    SpecialFormParser special_forms_;
    ExpressionParser expressions_;
    InitializerParser initializers_;
    AttributeParser attributes_;
    StandaloneParser standalone_;
    SpecifierParser specifiers_;
    DeclaratorParser declarators_;
    TagParser tags_;
    DeclarationParser declarations_;
    ControlParser control_;
    UpcStatementParser upc_;
    StatementParser statements_;
};

} // namespace polder::cc

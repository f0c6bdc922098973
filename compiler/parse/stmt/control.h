// if, switch, loops and jumps. C11 6.8.4 to 6.8.6.
#pragma once

#include "compiler/parse/decl/external.h"

namespace polder::cc {

class ControlParser : ParserPart {
public:
    ControlParser(ParserState &s, ExpressionParser &expressions, DeclarationParser &declarations)
        : ParserPart(s), expressions_(expressions), declarations_(declarations) {}

    Stmt *parse_if();
    Stmt *parse_switch();
    Stmt *parse_while();
    Stmt *parse_do();
    Stmt *parse_for();
    /// The first clause of a for or upc_forall, with its semicolon.
    Node *parse_for_init();
    Stmt *parse_goto();
    Stmt *parse_return();
    Stmt *parse_break_or_continue();

private:
    Expr *parse_condition();

    ExpressionParser &expressions_;
    DeclarationParser &declarations_;
};

} // namespace polder::cc

// Expressions: operators by precedence climbing (expressions.cc), postfix and primary ones
// (primary.cc). C11 6.5, UPC 1.3 6.4.
#pragma once

#include "compiler/parse/expr/special_forms.h"

#include <vector>

namespace polder::cc {

class ExpressionParser : ParserPart {
public:
    ExpressionParser(ParserState &s, SpecialFormParser &special_forms) : ParserPart(s), special_forms_(special_forms) {}

    Expr *parse_expression();
    Expr *parse_assignment();
    Expr *parse_constant() { return parse_conditional(); }

private:
    Expr *parse_conditional();
    Expr *parse_binary(int least);
    Expr *parse_cast();
    Expr *parse_unary();
    Expr *parse_size(SizeOp op);
    Expr *parse_label_address();
    Expr *parse_postfix();
    Expr *parse_postfix_operators(Expr *e);
    Expr *parse_primary();
    Expr *parse_parenthesized();
    Expr *parse_identifier();
    Expr *parse_statement_expression(TokenIndex first);
    std::vector<Expr *> parse_arguments();
    Expr *misspelt_loop(const Expr *called, TokenIndex l_paren);

    SpecialFormParser &special_forms_;
};

} // namespace polder::cc

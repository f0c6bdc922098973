// asm statements: the template and constraints go out as written, operands are expressions.
#include "compiler/parse/parser.h"

namespace polder::cc {

Stmt *Parser::parse_asm_statement() {
    AsmStmt *s = ctx_.make<AsmStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    while (at(Tok::kw_volatile) || at(Tok::kw_inline) || at(Tok::kw_goto))
        next();
    if (expect(Tok::l_paren)) {
        parse_asm_operands(s);
        if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    }
    if (!accept(Tok::semicolon)) error_here(DiagId::parse_expected, "';'");
    s->range = since(first);
    return s;
}

/// Everything between the parentheses. In the first two sections behind the template,
/// `"constraint" (expr)` is an operand; clobbers and labels have no parentheses.
void Parser::parse_asm_operands(AsmStmt *s) {
    while (!at(Tok::r_paren) && !at(Tok::semicolon) && !at_end()) {
        if (at(Tok::l_paren)) {
            next();
            s->operands.push_back(parse_expression());
            if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
        } else if (at(Tok::l_bracket))
            skip_balanced(); // [symbolic name]
        else
            next();
    }
}

} // namespace polder::cc

// asm: the template and constraints go out as written, operands are expressions.
#include "compiler/parse/decl/standalone.h"

namespace polder::cc {

Node *StandaloneParser::parse_static_assert() {
    StaticAssertDecl *d = ctx_.make<StaticAssertDecl>();
    const TokenIndex first = cursor_.position();
    d->where = first;
    cursor_.next();
    if (cursor_.expect(Tok::l_paren)) {
        d->condition = sema_.conversions.rvalue(expressions_.parse_constant());
        if (cursor_.accept(Tok::comma)) expressions_.parse_assignment();
        if (!cursor_.accept(Tok::r_paren)) {
            cursor_.error_here(DiagId::parse_expected, "')'");
            cursor_.skip_to_close(Tok::r_paren);
        }
    }
    if (!cursor_.accept(Tok::semicolon)) cursor_.error_here(DiagId::parse_expected, "';'");
    d->range = cursor_.since(first);
    return d;
}

Node *StandaloneParser::parse_file_asm() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    while (cursor_.at(Tok::kw_volatile) || cursor_.at(Tok::kw_inline) || cursor_.at(Tok::kw_goto))
        cursor_.next();
    if (cursor_.at(Tok::l_paren)) cursor_.skip_balanced();
    cursor_.expect(Tok::semicolon);
    PlainDecl *d = ctx_.make<PlainDecl>(NodeKind::asm_decl);
    d->range = cursor_.since(first);
    return d;
}

void StandaloneParser::parse_asm_label() {
    if (!cursor_.at(Tok::kw_asm)) return;
    cursor_.next();
    if (cursor_.at(Tok::l_paren)) cursor_.skip_balanced();
}

Stmt *StandaloneParser::parse_asm_statement() {
    AsmStmt *s = ctx_.make<AsmStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    while (cursor_.at(Tok::kw_volatile) || cursor_.at(Tok::kw_inline) || cursor_.at(Tok::kw_goto))
        cursor_.next();
    if (cursor_.expect(Tok::l_paren)) {
        parse_asm_operands(s);
        if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    }
    if (!cursor_.accept(Tok::semicolon)) cursor_.error_here(DiagId::parse_expected, "';'");
    s->range = cursor_.since(first);
    return s;
}

/// Everything between the parentheses. In the first two sections behind the template,
/// `"constraint" (expr)` is an operand; clobbers and labels have no parentheses.
void StandaloneParser::parse_asm_operands(AsmStmt *s) {
    while (!cursor_.at(Tok::r_paren) && !cursor_.at(Tok::semicolon) && !cursor_.at_end()) {
        if (cursor_.at(Tok::l_paren)) {
            cursor_.next();
            s->operands.push_back(expressions_.parse_expression());
            if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
        } else if (cursor_.at(Tok::l_bracket))
            cursor_.skip_balanced(); // [symbolic name]
        else
            cursor_.next();
    }
}

} // namespace polder::cc

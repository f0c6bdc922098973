// Expressions with a syntax of their own: _Generic and the builtins that take types.
#include "compiler/parse/parser.h"

namespace polder::cc {

Expr *Parser::parse_generic() {
    GenericExpr *e = ctx_.make<GenericExpr>();
    const TokenIndex first = pos_;
    Nesting nesting(*this);
    next();
    if (!nesting || !expect(Tok::l_paren)) return sema_.state.poison(since(first));
    if (starts_type()) { // C2y: the control may be a type
        Declaration *d = parse_type_name();
        e->control = sema_.state.poison(d->range);
        e->control->type = d->type;
    } else
        e->control = parse_assignment();
    while (accept(Tok::comma)) {
        GenericExpr::Branch b{};
        if (!accept(Tok::kw_default)) b.type_name = parse_type_name();
        if (!expect(Tok::colon)) break;
        b.value = parse_assignment();
        e->branches.push_back(b);
    }
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    e->range = since(first);
    e->where = first;
    return sema_.special_expressions.on_generic(e);
}

Expr *Parser::parse_va_arg() {
    const TokenIndex first = pos_;
    next();
    if (!expect(Tok::l_paren)) return sema_.state.poison(since(first));
    Expr *list = parse_assignment();
    expect(Tok::comma);
    Declaration *type = parse_type_name();
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_va_arg(list, type, since(first));
}

Expr *Parser::parse_offsetof() {
    const TokenIndex first = pos_;
    next();
    if (!expect(Tok::l_paren)) return sema_.state.poison(since(first));
    Declaration *type = parse_type_name();
    std::vector<MemberDesignation> path;
    bool ok = expect(Tok::comma);
    bool member_next = true;
    while (ok && !at(Tok::r_paren) && !at_end()) {
        MemberDesignation m;
        m.where = pos_;
        if (!member_next && accept(Tok::l_bracket)) {
            m.index = parse_expression();
            ok = expect(Tok::r_bracket);
        } else {
            if (!member_next && !accept(Tok::dot) && !accept(Tok::arrow)) {
                error_here(DiagId::parse_expected, "')'");
                break;
            }
            m.where = pos_;
            m.field = token().name;
            if (!at(Tok::identifier)) {
                error_here(DiagId::parse_expected, "member name");
                break;
            }
            next();
        }
        member_next = false;
        path.push_back(m);
    }
    if (!accept(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_offsetof(type, path, since(first));
}

Expr *Parser::parse_types_compatible() {
    const TokenIndex first = pos_;
    next();
    if (!expect(Tok::l_paren)) return sema_.state.poison(since(first));
    Declaration *left = parse_type_name();
    expect(Tok::comma);
    Declaration *right = parse_type_name();
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_types_compatible(left, right, since(first));
}

Expr *Parser::parse_choose() {
    const TokenIndex first = pos_;
    next();
    if (!expect(Tok::l_paren)) return sema_.state.poison(since(first));
    Expr *condition = parse_assignment();
    expect(Tok::comma);
    Expr *then_value = parse_assignment();
    expect(Tok::comma);
    Expr *else_value = parse_assignment();
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_choose(condition, then_value, else_value, since(first));
}

Expr *Parser::parse_convertvector() {
    const TokenIndex first = pos_;
    next();
    if (!expect(Tok::l_paren)) return sema_.state.poison(since(first));
    Expr *operand = parse_assignment();
    expect(Tok::comma);
    Declaration *type = parse_type_name();
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_convertvector(operand, type, since(first));
}

} // namespace polder::cc

// Each form is a keyword and a list in parentheses; an error in the list ends the form.
#include "compiler/parse/expr/special_forms.h"

namespace polder::cc {

Expr *SpecialFormParser::parse_generic() {
    GenericExpr *e = ctx_.make<GenericExpr>();
    const TokenIndex first = cursor_.position();
    TokenCursor::Nesting nesting(cursor_);
    cursor_.next();
    if (!nesting || !cursor_.expect(Tok::l_paren)) return sema_.state.poison(cursor_.since(first));
    if (lookahead_.starts_type()) { // C2y: the control may be a type
        Declaration *d = grammar_.parse_type_name();
        e->control = sema_.state.poison(d->range);
        e->control->type = d->type;
    } else
        e->control = grammar_.parse_assignment();
    while (cursor_.accept(Tok::comma)) {
        GenericExpr::Branch b{};
        if (!cursor_.accept(Tok::kw_default)) b.type_name = grammar_.parse_type_name();
        if (!cursor_.expect(Tok::colon)) break;
        b.value = grammar_.parse_assignment();
        e->branches.push_back(b);
    }
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    e->range = cursor_.since(first);
    e->where = first;
    return sema_.special_expressions.on_generic(e);
}

Expr *SpecialFormParser::parse_va_arg() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (!cursor_.expect(Tok::l_paren)) return sema_.state.poison(cursor_.since(first));
    Expr *list = grammar_.parse_assignment();
    cursor_.expect(Tok::comma);
    Declaration *type = grammar_.parse_type_name();
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_va_arg(list, type, cursor_.since(first));
}

Expr *SpecialFormParser::parse_offsetof() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (!cursor_.expect(Tok::l_paren)) return sema_.state.poison(cursor_.since(first));
    Declaration *type = grammar_.parse_type_name();
    std::vector<MemberDesignation> path;
    bool ok = cursor_.expect(Tok::comma);
    bool member_next = true;
    while (ok && !cursor_.at(Tok::r_paren) && !cursor_.at_end()) {
        MemberDesignation m;
        m.where = cursor_.position();
        if (!member_next && cursor_.accept(Tok::l_bracket)) {
            m.index = grammar_.parse_expression();
            ok = cursor_.expect(Tok::r_bracket);
        } else {
            if (!member_next && !cursor_.accept(Tok::dot) && !cursor_.accept(Tok::arrow)) {
                cursor_.error_here(DiagId::parse_expected, "')'");
                break;
            }
            m.where = cursor_.position();
            m.field = cursor_.token().name;
            if (!cursor_.at(Tok::identifier)) {
                cursor_.error_here(DiagId::parse_expected, "member name");
                break;
            }
            cursor_.next();
        }
        member_next = false;
        path.push_back(m);
    }
    if (!cursor_.accept(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_offsetof(type, path, cursor_.since(first));
}

Expr *SpecialFormParser::parse_types_compatible() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (!cursor_.expect(Tok::l_paren)) return sema_.state.poison(cursor_.since(first));
    Declaration *left = grammar_.parse_type_name();
    cursor_.expect(Tok::comma);
    Declaration *right = grammar_.parse_type_name();
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_types_compatible(left, right, cursor_.since(first));
}

Expr *SpecialFormParser::parse_choose() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (!cursor_.expect(Tok::l_paren)) return sema_.state.poison(cursor_.since(first));
    Expr *condition = grammar_.parse_assignment();
    cursor_.expect(Tok::comma);
    Expr *then_value = grammar_.parse_assignment();
    cursor_.expect(Tok::comma);
    Expr *else_value = grammar_.parse_assignment();
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_choose(condition, then_value, else_value, cursor_.since(first));
}

Expr *SpecialFormParser::parse_convertvector() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (!cursor_.expect(Tok::l_paren)) return sema_.state.poison(cursor_.since(first));
    Expr *operand = grammar_.parse_assignment();
    cursor_.expect(Tok::comma);
    Declaration *type = grammar_.parse_type_name();
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return sema_.special_expressions.on_convertvector(operand, type, cursor_.since(first));
}

} // namespace polder::cc

// Initialisers as written; sema/init.cc gives them meaning. C11 6.7.9, GNU's `field:` and [a ...
// b].
#include "compiler/parse/parser.h"

namespace polder::cc {

Expr *Parser::parse_initializer() {
    return at(Tok::l_brace) ? parse_braced_initializer() : parse_assignment();
}

InitList *Parser::parse_braced_initializer() {
    InitList *list = ctx_.make<InitList>();
    const TokenIndex first = pos_;
    list->where = first;
    list->type = ctx_.types.error();
    list->range = {first, first};
    Nesting nesting(*this);
    if (!nesting) return list;
    next();
    while (!at(Tok::r_brace) && !at_end()) {
        const TokenIndex before = pos_;
        const bool old_form = at(Tok::identifier) && peek() == Tok::colon;
        list->inits.push_back(at(Tok::dot) || at(Tok::l_bracket) || old_form ? parse_designated()
                                                                             : parse_initializer());
        if (!accept(Tok::comma)) break;
        if (pos_ == before) break;
    }
    if (!accept(Tok::r_brace)) {
        error_here(DiagId::parse_expected, "'}'");
        while (!at_end() && !at(Tok::r_brace) && !at(Tok::semicolon)) {
            if (at(Tok::l_brace) || at(Tok::l_paren) || at(Tok::l_bracket))
                skip_balanced();
            else
                next();
        }
        accept(Tok::r_brace);
    }
    list->range = since(first);
    return list;
}

DesignatedInit *Parser::parse_designated() {
    DesignatedInit *d = ctx_.make<DesignatedInit>();
    const TokenIndex first = pos_;
    d->where = first;
    d->type = ctx_.types.error();
    if (at(Tok::identifier)) { // `field: value`
        next();
        next();
        Designator g;
        g.range = {first, first + 2};
        d->designators.push_back(g);
        d->value = parse_initializer();
        d->range = since(first);
        return d;
    }
    while (at(Tok::dot) || at(Tok::l_bracket)) {
        Designator g;
        const TokenIndex start = pos_;
        if (accept(Tok::dot)) {
            if (!at(Tok::identifier)) {
                error_here(DiagId::parse_expected, "member name");
                break;
            }
            next();
        } else {
            next();
            g.first = parse_constant();
            if (accept(Tok::ellipsis)) g.last = parse_constant();
            if (!expect(Tok::r_bracket)) skip_to_close(Tok::r_bracket);
        }
        g.range = since(start);
        d->designators.push_back(g);
        if (d->designators.size() > depth_limit && !too_deep()) break;
    }
    const bool has_value = accept(Tok::equal);
    if (d->designators.empty()) { // no name: a poisoned one, so that the list still has a designator to look at
        d->value = sema_.state.poison(since(first));
        d->designators.push_back({nullptr, d->value, nullptr, since(first)});
    }
    if (has_value || !d->value) d->value = parse_initializer();
    d->range = since(first);
    return d;
}

} // namespace polder::cc

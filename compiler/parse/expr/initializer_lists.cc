// A braced list that lacks its end is skipped to the next semicolon.
#include "compiler/parse/expr/initializer_lists.h"

namespace polder::cc {

Expr *InitializerParser::parse_initializer() {
    return cursor_.at(Tok::l_brace) ? parse_braced_initializer() : expressions_.parse_assignment();
}

InitList *InitializerParser::parse_braced_initializer() {
    InitList *list = ctx_.make<InitList>();
    const TokenIndex first = cursor_.position();
    list->where = first;
    list->type = ctx_.types.error();
    list->range = {first, first};
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return list;
    cursor_.next();
    while (!cursor_.at(Tok::r_brace) && !cursor_.at_end()) {
        const TokenIndex before = cursor_.position();
        const bool old_form = cursor_.at(Tok::identifier) && cursor_.peek() == Tok::colon;
        list->inits.push_back(cursor_.at(Tok::dot) || cursor_.at(Tok::l_bracket) || old_form ? parse_designated()
                                                                                             : parse_initializer());
        if (!cursor_.accept(Tok::comma)) break;
        if (cursor_.position() == before) break;
    }
    if (!cursor_.accept(Tok::r_brace)) {
        cursor_.error_here(DiagId::parse_expected, "'}'");
        while (!cursor_.at_end() && !cursor_.at(Tok::r_brace) && !cursor_.at(Tok::semicolon)) {
            if (cursor_.at(Tok::l_brace) || cursor_.at(Tok::l_paren) || cursor_.at(Tok::l_bracket))
                cursor_.skip_balanced();
            else
                cursor_.next();
        }
        cursor_.accept(Tok::r_brace);
    }
    list->range = cursor_.since(first);
    return list;
}

DesignatedInit *InitializerParser::parse_designated() {
    DesignatedInit *d = ctx_.make<DesignatedInit>();
    const TokenIndex first = cursor_.position();
    d->where = first;
    d->type = ctx_.types.error();
    if (cursor_.at(Tok::identifier)) { // `field: value`
        cursor_.next();
        cursor_.next();
        Designator g;
        g.range = {first, first + 2};
        d->designators.push_back(g);
        d->value = parse_initializer();
        d->range = cursor_.since(first);
        return d;
    }
    while (cursor_.at(Tok::dot) || cursor_.at(Tok::l_bracket)) {
        Designator g;
        const TokenIndex start = cursor_.position();
        if (cursor_.accept(Tok::dot)) {
            if (!cursor_.at(Tok::identifier)) {
                cursor_.error_here(DiagId::parse_expected, "member name");
                break;
            }
            cursor_.next();
        } else {
            cursor_.next();
            g.first = expressions_.parse_constant();
            if (cursor_.accept(Tok::ellipsis)) g.last = expressions_.parse_constant();
            if (!cursor_.expect(Tok::r_bracket)) cursor_.skip_to_close(Tok::r_bracket);
        }
        g.range = cursor_.since(start);
        d->designators.push_back(g);
        if (cursor_.too_many(d->designators.size())) break;
    }
    const bool has_value = cursor_.accept(Tok::equal);
    if (d->designators.empty()) { // no name: a poisoned one, so that the list still has a designator to look at
        d->value = sema_.state.poison(cursor_.since(first));
        d->designators.push_back({nullptr, d->value, nullptr, cursor_.since(first)});
    }
    if (has_value || !d->value) d->value = parse_initializer();
    d->range = cursor_.since(first);
    return d;
}

} // namespace polder::cc

// A missing parenthesis or semicolon is reported once, unless the expression before it was bad.
#include "compiler/parse/stmt/control.h"

namespace polder::cc {

Expr *ControlParser::parse_condition() {
    if (!cursor_.expect(Tok::l_paren)) return sema_.state.poison({cursor_.position(), cursor_.position()});
    Expr *e = sema_.conversions.condition(expressions_.parse_expression());
    if (!cursor_.accept(Tok::r_paren)) {
        if (!e->invalid) cursor_.error_here(DiagId::parse_expected, "')'");
        cursor_.skip_to_close(Tok::r_paren);
    }
    return e;
}

Stmt *ControlParser::parse_if() {
    IfStmt *s = ctx_.make<IfStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    s->condition = parse_condition();
    s->then_branch = grammar_.parse_statement();
    if (cursor_.accept(Tok::kw_else)) s->else_branch = grammar_.parse_statement();
    s->range = cursor_.since(first);
    return s;
}

Stmt *ControlParser::parse_switch() {
    SwitchStmt *s = ctx_.make<SwitchStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    s->condition = sema_.conversions.integer_required(sema_.conversions.promote(parse_condition()));
    sema_.statements.enter_switch(s);
    s->body = grammar_.parse_statement();
    sema_.statements.leave_switch();
    s->range = cursor_.since(first);
    return s;
}

Stmt *ControlParser::parse_while() {
    WhileStmt *s = ctx_.make<WhileStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    s->condition = parse_condition();
    sema_.statements.enter_loop(s);
    s->body = grammar_.parse_statement();
    sema_.statements.leave_loop();
    s->range = cursor_.since(first);
    return s;
}

Stmt *ControlParser::parse_do() {
    DoStmt *s = ctx_.make<DoStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    sema_.statements.enter_loop(s);
    s->body = grammar_.parse_statement();
    sema_.statements.leave_loop();
    if (cursor_.expect(Tok::kw_while)) {
        s->condition = parse_condition();
        cursor_.expect(Tok::semicolon);
    } else {
        s->condition = sema_.state.poison({cursor_.position(), cursor_.position()});
        cursor_.recover();
    }
    s->range = cursor_.since(first);
    return s;
}

Node *ControlParser::parse_for_init() {
    if (cursor_.accept(Tok::semicolon)) return nullptr;
    if (lookahead_.starts_declaration()) return declarations_.parse_declaration(false); // takes its ;
    Expr *e = expressions_.parse_expression();
    if (!cursor_.accept(Tok::semicolon)) {
        if (!e->invalid) cursor_.error_here(DiagId::parse_expected, "';'");
        cursor_.skip_to_close(Tok::semicolon);
    }
    return e;
}

Stmt *ControlParser::parse_for() {
    ForStmt *s = ctx_.make<ForStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    sema_.state.scopes.push(ScopeKind::block);
    if (cursor_.expect(Tok::l_paren)) {
        s->init = parse_for_init();
        if (!cursor_.at(Tok::semicolon)) s->condition = sema_.conversions.condition(expressions_.parse_expression());
        if (cursor_.expect(Tok::semicolon)) {
            if (!cursor_.at(Tok::r_paren)) s->step = expressions_.parse_expression();
            if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
        } else
            cursor_.skip_to_close(Tok::r_paren);
    }
    sema_.statements.enter_loop(s);
    s->body = grammar_.parse_statement();
    sema_.statements.leave_loop();
    sema_.state.scopes.pop();
    s->range = cursor_.since(first);
    return s;
}

Stmt *ControlParser::parse_goto() {
    GotoStmt *s = ctx_.make<GotoStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    cursor_.next();
    if (cursor_.accept(Tok::star))
        s->target = expressions_.parse_expression();
    else if (cursor_.at(Tok::identifier)) {
        s->label = sema_.labels.label(cursor_.position(), false);
        cursor_.next();
    } else
        cursor_.error_here(DiagId::parse_expected, "label");
    cursor_.expect(Tok::semicolon);
    s->range = cursor_.since(first);
    sema_.statements.on_goto(s);
    return s;
}

Stmt *ControlParser::parse_return() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    Expr *value = cursor_.at(Tok::semicolon) ? nullptr : expressions_.parse_expression();
    if (!cursor_.accept(Tok::semicolon)) {
        if (!value || !value->invalid) cursor_.error_here(DiagId::parse_expected, "';'");
        if (!cursor_.at_line_start()) cursor_.recover();
    }
    return sema_.statements.on_return(value, first, cursor_.since(first));
}

Stmt *ControlParser::parse_break_or_continue() {
    const TokenIndex first = cursor_.position();
    const bool is_break = cursor_.at(Tok::kw_break);
    cursor_.next();
    cursor_.expect(Tok::semicolon);
    const TokenRange range = cursor_.since(first);
    return is_break ? sema_.statements.on_break(first, range) : sema_.statements.on_continue(first, range);
}

} // namespace polder::cc

// if, switch, loops, upc_forall, jumps and UPC's synchronisation statements.
#include "compiler/parse/parser.h"

namespace polder::cc {

Expr *Parser::parse_condition() {
    if (!expect(Tok::l_paren)) return sema_.state.poison({pos_, pos_});
    Expr *e = sema_.conversions.condition(parse_expression());
    if (!accept(Tok::r_paren)) {
        if (!e->invalid) error_here(DiagId::parse_expected, "')'");
        skip_to_close(Tok::r_paren);
    }
    return e;
}

Stmt *Parser::parse_if() {
    IfStmt *s = ctx_.make<IfStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    s->condition = parse_condition();
    s->then_branch = parse_statement();
    if (accept(Tok::kw_else)) s->else_branch = parse_statement();
    s->range = since(first);
    return s;
}

Stmt *Parser::parse_switch() {
    SwitchStmt *s = ctx_.make<SwitchStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    s->condition = sema_.conversions.integer_required(sema_.conversions.promote(parse_condition()));
    sema_.statements.enter_switch(s);
    s->body = parse_statement();
    sema_.statements.leave_switch();
    s->range = since(first);
    return s;
}

Stmt *Parser::parse_while() {
    WhileStmt *s = ctx_.make<WhileStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    s->condition = parse_condition();
    sema_.statements.enter_loop(s);
    s->body = parse_statement();
    sema_.statements.leave_loop();
    s->range = since(first);
    return s;
}

Stmt *Parser::parse_do() {
    DoStmt *s = ctx_.make<DoStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    sema_.statements.enter_loop(s);
    s->body = parse_statement();
    sema_.statements.leave_loop();
    if (expect(Tok::kw_while)) {
        s->condition = parse_condition();
        expect(Tok::semicolon);
    } else {
        s->condition = sema_.state.poison({pos_, pos_});
        recover();
    }
    s->range = since(first);
    return s;
}

Node *Parser::parse_for_init() {
    if (accept(Tok::semicolon)) return nullptr;
    if (starts_declaration()) return parse_declaration(false); // takes its ;
    Expr *e = parse_expression();
    if (!accept(Tok::semicolon)) {
        if (!e->invalid) error_here(DiagId::parse_expected, "';'");
        skip_to_close(Tok::semicolon);
    }
    return e;
}

Stmt *Parser::parse_for() {
    ForStmt *s = ctx_.make<ForStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    sema_.state.scopes.push(ScopeKind::block);
    if (expect(Tok::l_paren)) {
        s->init = parse_for_init();
        if (!at(Tok::semicolon)) s->condition = sema_.conversions.condition(parse_expression());
        if (expect(Tok::semicolon)) {
            if (!at(Tok::r_paren)) s->step = parse_expression();
            if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
        } else
            skip_to_close(Tok::r_paren);
    }
    sema_.statements.enter_loop(s);
    s->body = parse_statement();
    sema_.statements.leave_loop();
    sema_.state.scopes.pop();
    s->range = since(first);
    return s;
}

void Parser::parse_affinity(ForallStmt *s) {
    if (at(Tok::r_paren)) return;
    if (at(Tok::kw_continue)) {
        s->affinity_kind = Affinity::continue_;
        next();
        return;
    }
    s->affinity = parse_expression();
    sema_.statements.on_affinity(s);
}

Stmt *Parser::parse_forall() {
    ForallStmt *s = ctx_.make<ForallStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    s->enclosing = sema_.state.function->innermost_forall();
    next();
    sema_.state.scopes.push(ScopeKind::block);
    s->l_paren = pos_;
    if (expect(Tok::l_paren)) {
        bool ok = true;
        s->init = parse_for_init();
        s->semicolon[0] = last_;
        if (!at(Tok::semicolon)) s->condition = sema_.conversions.condition(parse_expression());
        s->semicolon[1] = pos_;
        ok = expect(Tok::semicolon);
        if (ok && !at(Tok::semicolon) && !at(Tok::r_paren)) s->step = parse_expression();
        s->semicolon[2] = pos_;
        if (ok && at(Tok::r_paren)) {
            sema_.state.report(DiagId::upc_forall_clauses, pos_);
            s->invalid = true;
        } else if (ok && expect(Tok::semicolon))
            parse_affinity(s);
        s->r_paren = pos_;
        if (!ok || !accept(Tok::r_paren)) {
            if (ok) error_here(DiagId::parse_expected, "')'");
            skip_to_close(Tok::r_paren);
        }
    }
    sema_.statements.enter_forall(s);
    s->body = parse_statement();
    sema_.statements.leave_forall();
    sema_.state.scopes.pop();
    s->range = since(first);
    return s;
}

Stmt *Parser::parse_goto() {
    GotoStmt *s = ctx_.make<GotoStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    next();
    if (accept(Tok::star))
        s->target = parse_expression();
    else if (at(Tok::identifier)) {
        s->label = sema_.labels.label(pos_, false);
        next();
    } else
        error_here(DiagId::parse_expected, "label");
    expect(Tok::semicolon);
    s->range = since(first);
    sema_.statements.on_goto(s);
    return s;
}

Stmt *Parser::parse_return() {
    const TokenIndex first = pos_;
    next();
    Expr *value = at(Tok::semicolon) ? nullptr : parse_expression();
    if (!accept(Tok::semicolon)) {
        if (!value || !value->invalid) error_here(DiagId::parse_expected, "';'");
        if (!(token().flags & Token::at_line_start)) recover();
    }
    return sema_.statements.on_return(value, first, since(first));
}

/// A declaration, or a statement that begins with a keyword: nothing that an expression begins
/// with.
bool Parser::begins_statement() const {
    switch (kind()) {
    case Tok::l_brace:
    case Tok::kw_if:
    case Tok::kw_switch:
    case Tok::kw_while:
    case Tok::kw_do:
    case Tok::kw_for:
    case Tok::kw_case:
    case Tok::kw_default:
    case Tok::kw_goto:
    case Tok::kw_return:
    case Tok::kw_asm:
    case Tok::kw_break:
    case Tok::kw_continue:
    case Tok::kw_upc_forall:
    case Tok::kw_upc_barrier:
    case Tok::kw_upc_notify:
    case Tok::kw_upc_wait:
    case Tok::kw_upc_fence: return true;
    default: return starts_declaration() && !at(Tok::kw_extension);
    }
}

Stmt *Parser::parse_barrier() {
    const TokenIndex first = pos_;
    const Tok keyword = kind();
    next();
    const bool line_ends = token().flags & Token::at_line_start;
    if (keyword == Tok::kw_upc_fence) {
        FenceStmt *s = ctx_.make<FenceStmt>();
        s->where = first;
        expect(Tok::semicolon);
        s->range = since(first);
        return s;
    }
    BarrierStmt *s = ctx_.make<BarrierStmt>();
    s->where = first;
    s->barrier = keyword == Tok::kw_upc_barrier  ? BarrierKind::barrier
                 : keyword == Tok::kw_upc_notify ? BarrierKind::notify
                                                 : BarrierKind::wait;
    if (line_ends && begins_statement()) {
        sema_.state.report(DiagId::parse_missing_semicolon, first, {ctx_.source.spelling(first)});
        s->range = since(first);
        sema_.statements.on_barrier(s);
        return s;
    }
    if (!at(Tok::semicolon) && !at(Tok::r_brace)) {
        if (line_ends) sema_.state.report(DiagId::upc_barrier_line, first, {ctx_.source.spelling(first)});
        s->value = parse_expression();
    }
    if (!accept(Tok::semicolon)) {
        if (!s->value || !s->value->invalid) error_here(DiagId::parse_expected, "';'");
        recover();
    }
    s->range = since(first);
    sema_.statements.on_barrier(s);
    return s;
}

} // namespace polder::cc

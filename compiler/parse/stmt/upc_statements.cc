// Reports a upc_forall without its last clause, and a barrier whose value may be the next line.
#include "compiler/parse/stmt/upc_statements.h"

namespace polder::cc {

void UpcStatementParser::parse_affinity(ForallStmt *s) {
    if (cursor_.at(Tok::r_paren)) return;
    if (cursor_.at(Tok::kw_continue)) {
        s->affinity_kind = Affinity::continue_;
        cursor_.next();
        return;
    }
    s->affinity = expressions_.parse_expression();
    sema_.statements.on_affinity(s);
}

/// Between the parentheses, and the closing one.
void UpcStatementParser::parse_clauses(ForallStmt *s) {
    s->init = control_.parse_for_init();
    s->semicolon[0] = cursor_.last();
    if (!cursor_.at(Tok::semicolon)) s->condition = sema_.conversions.condition(expressions_.parse_expression());
    s->semicolon[1] = cursor_.position();
    const bool ok = cursor_.expect(Tok::semicolon);
    if (ok && !cursor_.at(Tok::semicolon) && !cursor_.at(Tok::r_paren)) s->step = expressions_.parse_expression();
    s->semicolon[2] = cursor_.position();
    if (ok && cursor_.at(Tok::r_paren)) {
        sema_.state.report(DiagId::upc_forall_clauses, cursor_.position());
        s->invalid = true;
    } else if (ok && cursor_.expect(Tok::semicolon))
        parse_affinity(s);
    s->r_paren = cursor_.position();
    if (!ok || !cursor_.accept(Tok::r_paren)) {
        if (ok) cursor_.error_here(DiagId::parse_expected, "')'");
        cursor_.skip_to_close(Tok::r_paren);
    }
}

Stmt *UpcStatementParser::parse_forall() {
    ForallStmt *s = ctx_.make<ForallStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    s->enclosing = sema_.state.function->innermost_forall();
    cursor_.next();
    sema_.state.scopes.push(ScopeKind::block);
    s->l_paren = cursor_.position();
    if (cursor_.expect(Tok::l_paren)) parse_clauses(s);
    sema_.statements.enter_forall(s);
    s->body = grammar_.parse_statement();
    sema_.statements.leave_forall();
    sema_.state.scopes.pop();
    s->range = cursor_.since(first);
    return s;
}

Stmt *UpcStatementParser::parse_fence(TokenIndex first) {
    FenceStmt *s = ctx_.make<FenceStmt>();
    s->where = first;
    cursor_.expect(Tok::semicolon);
    s->range = cursor_.since(first);
    return s;
}

Stmt *UpcStatementParser::parse_barrier() {
    const TokenIndex first = cursor_.position();
    const Tok keyword = cursor_.token().kind;
    cursor_.next();
    const bool line_ends = cursor_.at_line_start();
    if (keyword == Tok::kw_upc_fence) return parse_fence(first);
    BarrierStmt *s = ctx_.make<BarrierStmt>();
    s->where = first;
    s->barrier = keyword == Tok::kw_upc_barrier  ? BarrierKind::barrier
                 : keyword == Tok::kw_upc_notify ? BarrierKind::notify
                                                 : BarrierKind::wait;
    if (line_ends && lookahead_.starts_statement()) {
        sema_.state.report(DiagId::parse_missing_semicolon, first, {ctx_.source.spelling(first)});
        s->range = cursor_.since(first);
        sema_.statements.on_barrier(s);
        return s;
    }
    if (!cursor_.at(Tok::semicolon) && !cursor_.at(Tok::r_brace)) {
        if (line_ends) sema_.state.report(DiagId::upc_barrier_line, first, {ctx_.source.spelling(first)});
        s->value = expressions_.parse_expression();
    }
    if (!cursor_.accept(Tok::semicolon)) {
        if (!s->value || !s->value->invalid) cursor_.error_here(DiagId::parse_expected, "';'");
        cursor_.recover();
    }
    s->range = cursor_.since(first);
    sema_.statements.on_barrier(s);
    return s;
}

} // namespace polder::cc

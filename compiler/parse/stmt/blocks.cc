// A statement is told from a declaration by its first token, or by two of them.
#include "compiler/parse/stmt/blocks.h"

namespace polder::cc {

CompoundStmt *StatementParser::parse_block(bool own_scope) {
    CompoundStmt *s = ctx_.make<CompoundStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    s->range = {first, first};
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return s;
    const bool strict = sema_.state.pragmas.strict;
    if (own_scope) sema_.state.scopes.push(ScopeKind::block);
    sema_.labels.enter_block();
    cursor_.next();
    bool at_start = true;
    while (!cursor_.at(Tok::r_brace) && !cursor_.at_end()) {
        const TokenIndex before = cursor_.position();
        if (Node *item = parse_block_item(at_start)) {
            s->items.push_back(item);
            at_start = at_start && item->kind == NodeKind::pragma_stmt;
        }
        if (cursor_.position() == before) cursor_.next();
    }
    sema_.state.pragmas.strict = strict; // UPC 1.3 6.7.1p4
    // Labels declared with __label__ end here; ordinary ones live in the function's map.
    sema_.labels.leave_block();
    if (own_scope) sema_.state.scopes.pop();
    if (!cursor_.accept(Tok::r_brace) && !state_.inside_unclosed) cursor_.error_here(DiagId::parse_expected, "'}'");
    s->range = cursor_.since(first);
    return s;
}

Stmt *StatementParser::wrap_declaration(Node *d) {
    DeclStmt *s = ctx_.make<DeclStmt>();
    s->range = d->range;
    s->where = d->where;
    s->declaration = d;
    return s;
}

Stmt *StatementParser::empty_statement() {
    ExprStmt *s = ctx_.make<ExprStmt>();
    s->range = {cursor_.position(), cursor_.position()};
    return s;
}

Node *StatementParser::parse_block_item(bool at_start) {
    switch (cursor_.token().kind) {
    case Tok::pragma: return parse_pragma_statement(false, at_start);
    case Tok::kw_static_assert: return wrap_declaration(standalone_.parse_static_assert());
    case Tok::kw_label: return parse_local_labels();
    case Tok::attribute_open:
    case Tok::kw_attribute: {
        // `__attribute__((fallthrough));` is a statement, `__attribute__((unused)) int x;` a
        // declaration.
        const TokenIndex first = cursor_.position();
        std::vector<Attribute> attributes;
        attributes_.parse_attributes(attributes);
        if (cursor_.at(Tok::semicolon)) {
            cursor_.next();
            AttributeStmt *s = ctx_.make<AttributeStmt>();
            s->range = cursor_.since(first);
            return s;
        }
        if (ctx_.source.tokens()[first].kind == Tok::attribute_open && !lookahead_.starts_declaration())
            return parse_attributed_statement(first);
        cursor_.return_to(first);
        break;
    }
    default: break;
    }
    if (lookahead_.starts_declaration()) return wrap_declaration(declarations_.parse_declaration(false));
    return parse_statement_here();
}

/// `[[likely]] x = 1;`: the attributes are one statement without effect here, what follows another.
Stmt *StatementParser::parse_attributed_statement(TokenIndex first) {
    CompoundStmt *both = ctx_.make<CompoundStmt>();
    both->where = first;
    both->items.push_back(parse_statement());
    both->range = cursor_.since(first);
    return both;
}

Stmt *StatementParser::parse_local_labels() {
    AttributeStmt *s = ctx_.make<AttributeStmt>(); // goes out as written
    const TokenIndex first = cursor_.position();
    cursor_.next();
    while (cursor_.at(Tok::identifier)) {
        sema_.labels.declare_local(cursor_.position());
        cursor_.next();
        if (!cursor_.accept(Tok::comma)) break;
    }
    cursor_.expect(Tok::semicolon);
    s->range = cursor_.since(first);
    return s;
}

Stmt *StatementParser::parse_statement() {
    if (cursor_.at(Tok::pragma)) return parse_pragma_statement(true, false);
    if (lookahead_.at_attribute() || (lookahead_.starts_declaration() && !cursor_.at(Tok::kw_extension)))
        return as<Stmt>(parse_block_item(false)); // C23 allows a declaration behind a label
    return parse_statement_here();
}

Stmt *StatementParser::parse_statement_here() {
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return empty_statement();
    switch (cursor_.token().kind) {
    case Tok::l_brace: return parse_block(true);
    case Tok::kw_if: return control_.parse_if();
    case Tok::kw_switch: return control_.parse_switch();
    case Tok::kw_while: return control_.parse_while();
    case Tok::kw_do: return control_.parse_do();
    case Tok::kw_for: return control_.parse_for();
    case Tok::kw_upc_forall: return upc_.parse_forall();
    case Tok::kw_case:
    case Tok::kw_default: return parse_case_chain();
    case Tok::kw_goto: return control_.parse_goto();
    case Tok::kw_return: return control_.parse_return();
    case Tok::kw_asm: return standalone_.parse_asm_statement();
    case Tok::kw_upc_barrier:
    case Tok::kw_upc_notify:
    case Tok::kw_upc_wait:
    case Tok::kw_upc_fence: return upc_.parse_barrier();
    case Tok::kw_break:
    case Tok::kw_continue: return control_.parse_break_or_continue();
    case Tok::identifier:
        if (cursor_.peek() == Tok::colon) return parse_label();
        break;
    case Tok::kw_else:
        cursor_.error_here(DiagId::parse_expected, "statement");
        cursor_.next();
        return parse_statement();
    default: break;
    }
    return parse_expression_statement();
}

Stmt *StatementParser::parse_expression_statement() {
    ExprStmt *s = ctx_.make<ExprStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    if (!cursor_.at(Tok::semicolon)) {
        const uint32_t errors = ctx_.diags.errors();
        s->expr = expressions_.parse_expression();
        if (s->expr->lvalue && ctx_.types.is_shared(s->expr->type) && !ctx_.types.is_array(s->expr->type))
            s->expr = sema_.conversions.rvalue(s->expr);
        if (!cursor_.at(Tok::semicolon)) {
            if (ctx_.diags.errors() == errors || !s->expr->invalid) cursor_.error_here(DiagId::parse_expected, "';'");
            // A forgotten semicolon at the end of a line costs nothing; anything else is skipped.
            if (!(cursor_.position() > first && cursor_.at_line_start())) cursor_.recover();
            s->range = cursor_.since(first);
            return s;
        }
    }
    cursor_.next();
    s->range = cursor_.since(first);
    return s;
}

Stmt *StatementParser::parse_label() {
    LabelStmt *s = ctx_.make<LabelStmt>();
    const TokenIndex first = cursor_.position();
    s->where = first;
    s->label = sema_.labels.label(first, true);
    sema_.labels.on_label(s);
    cursor_.next();
    cursor_.next();
    if (lookahead_.at_attribute()) {
        const TokenIndex before = cursor_.position();
        std::vector<Attribute> ignored;
        attributes_.parse_attributes(ignored);
        if (!cursor_.at(Tok::semicolon) && lookahead_.starts_declaration()) cursor_.return_to(before);
    }
    if (cursor_.at(Tok::r_brace)) // C23: a label may end a block
        s->body = empty_statement();
    else
        s->body = parse_statement();
    s->range = cursor_.since(first);
    return s;
}

/// One `case x:` or `default:` without its statement.
Stmt *StatementParser::parse_one_case() {
    const TokenIndex first = cursor_.position();
    if (cursor_.accept(Tok::kw_default)) {
        DefaultStmt *s = ctx_.make<DefaultStmt>();
        s->where = first;
        sema_.statements.check_case_position(first);
        if (!cursor_.expect(Tok::colon)) cursor_.recover();
        s->range = cursor_.since(first);
        return s;
    }
    CaseStmt *s = ctx_.make<CaseStmt>();
    s->where = first;
    cursor_.next();
    s->low = expressions_.parse_constant();
    if (cursor_.accept(Tok::ellipsis)) s->high = expressions_.parse_constant();
    sema_.statements.on_case(s);
    if (!cursor_.expect(Tok::colon)) cursor_.recover();
    s->range = cursor_.since(first);
    return s;
}

/// Labels of cases may come by the thousand, each the body of the one before: read in a loop,
/// joined from the back.
Stmt *StatementParser::parse_case_chain() {
    std::vector<Stmt *> chain;
    uint32_t length = 0;
    while ((cursor_.at(Tok::kw_case) || cursor_.at(Tok::kw_default)) && !cursor_.chain_too_long(length))
        chain.push_back(parse_one_case());
    Stmt *body;
    if (cursor_.at(Tok::r_brace) || cursor_.at_end())
        body = empty_statement();
    else
        body = parse_statement();
    const TokenIndex last = body->range.last > chain.back()->range.last ? body->range.last : chain.back()->range.last;
    while (!chain.empty()) {
        Stmt *s = chain.back();
        chain.pop_back();
        s->range.last = last;
        if (CaseStmt *c = as<CaseStmt>(s))
            c->body = body;
        else if (DefaultStmt *d = as<DefaultStmt>(s))
            d->body = body;
        body = s;
    }
    return body;
}

Stmt *StatementParser::parse_pragma_statement(bool owns_next, bool at_start) {
    PragmaStmt *s = ctx_.make<PragmaStmt>();
    TokenCursor::Nesting nesting(cursor_);
    const TokenIndex first = cursor_.position();
    s->where = first;
    s->pragma = pragmas_.act_on(first, !at_start);
    cursor_.next();
    s->range = {first, first + 1};
    if (!nesting) return s;
    const OmpDirective omp = s->pragma == PragmaKind::omp ? omp_directive(ctx_.source.spelling(first)) : OmpDirective{};
    s->omp_parallel = omp.other_threads;
    const bool governs = s->pragma == PragmaKind::omp ? !omp.standalone : owns_next;
    if (governs && !cursor_.at(Tok::r_brace) && !cursor_.at_end()) {
        if (omp.starts_threads) pragmas_.enter_omp_region();
        s->body = parse_statement();
        if (omp.starts_threads) pragmas_.leave_omp_region();
        s->range = cursor_.since(first);
    }
    return s;
}

} // namespace polder::cc

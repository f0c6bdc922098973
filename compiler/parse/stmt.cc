// Statements and blocks. C11 6.8, UPC 1.3 6.6.
#include "compiler/parse/parser.h"

namespace polder::cc {

CompoundStmt *Parser::parse_compound(bool own_scope) {
    CompoundStmt *s = ctx_.make<CompoundStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    s->range = {first, first};
    Nesting nesting(*this);
    if (!nesting) return s;
    const bool strict = sema_.state.pragmas.strict;
    if (own_scope) sema_.state.scopes.push(ScopeKind::block);
    sema_.labels.enter_block();
    next();
    bool at_start = true;
    while (!at(Tok::r_brace) && !at_end()) {
        const TokenIndex before = pos_;
        if (Node *item = parse_block_item(at_start)) {
            s->items.push_back(item);
            at_start = at_start && item->kind == NodeKind::pragma_stmt;
        }
        if (pos_ == before) next();
    }
    sema_.state.pragmas.strict = strict; // UPC 1.3 6.7.1p4
    // Labels declared with __label__ end here; ordinary ones live in the function's map.
    sema_.labels.leave_block();
    if (own_scope) sema_.state.scopes.pop();
    if (!accept(Tok::r_brace) && !inside_unclosed_) error_here(DiagId::parse_expected, "'}'");
    s->range = since(first);
    return s;
}

Stmt *Parser::wrap_declaration(Node *d) {
    DeclStmt *s = ctx_.make<DeclStmt>();
    s->range = d->range;
    s->where = d->where;
    s->declaration = d;
    return s;
}

Node *Parser::parse_block_item(bool at_start) {
    switch (kind()) {
    case Tok::pragma: return parse_pragma_statement(false, at_start);
    case Tok::kw_static_assert: return wrap_declaration(parse_static_assert());
    case Tok::kw_label: return parse_local_labels();
    case Tok::attribute_open:
    case Tok::kw_attribute: {
        // `__attribute__((fallthrough));` is a statement, `__attribute__((unused)) int x;` a
        // declaration.
        const TokenIndex first = pos_;
        std::vector<Attribute> attributes;
        parse_attributes(attributes);
        if (at(Tok::semicolon)) {
            next();
            AttributeStmt *s = ctx_.make<AttributeStmt>();
            s->range = since(first);
            return s;
        }
        if (tokens_[first].kind == Tok::attribute_open && !starts_declaration())
            return parse_attributed_statement(first);
        pos_ = first;
        break;
    }
    default: break;
    }
    if (starts_declaration()) return wrap_declaration(parse_declaration(false));
    return parse_statement_here();
}

/// `[[likely]] x = 1;`: the attributes are one statement without effect here, what follows another.
Stmt *Parser::parse_attributed_statement(TokenIndex first) {
    CompoundStmt *both = ctx_.make<CompoundStmt>();
    both->where = first;
    both->items.push_back(parse_statement());
    both->range = since(first);
    return both;
}

Stmt *Parser::parse_local_labels() {
    AttributeStmt *s = ctx_.make<AttributeStmt>(); // goes out as written
    const TokenIndex first = pos_;
    next();
    while (at(Tok::identifier)) {
        sema_.labels.declare_local(pos_);
        next();
        if (!accept(Tok::comma)) break;
    }
    expect(Tok::semicolon);
    s->range = since(first);
    return s;
}

Stmt *Parser::parse_statement() {
    if (at(Tok::pragma)) return parse_pragma_statement(true, false);
    if (at_attribute() || (starts_declaration() && !at(Tok::kw_extension)))
        return as<Stmt>(parse_block_item(false)); // C23 allows a declaration behind a label
    return parse_statement_here();
}

Stmt *Parser::parse_statement_here() {
    Nesting nesting(*this);
    const TokenIndex first = pos_;
    if (!nesting) {
        ExprStmt *s = ctx_.make<ExprStmt>();
        s->range = {pos_, pos_};
        return s;
    }
    switch (kind()) {
    case Tok::l_brace: return parse_compound();
    case Tok::kw_if: return parse_if();
    case Tok::kw_switch: return parse_switch();
    case Tok::kw_while: return parse_while();
    case Tok::kw_do: return parse_do();
    case Tok::kw_for: return parse_for();
    case Tok::kw_upc_forall: return parse_forall();
    case Tok::kw_case:
    case Tok::kw_default: return parse_case_chain();
    case Tok::kw_goto: return parse_goto();
    case Tok::kw_return: return parse_return();
    case Tok::kw_asm: return parse_asm_statement();
    case Tok::kw_upc_barrier:
    case Tok::kw_upc_notify:
    case Tok::kw_upc_wait:
    case Tok::kw_upc_fence: return parse_barrier();
    case Tok::kw_break:
    case Tok::kw_continue: {
        const bool is_break = at(Tok::kw_break);
        next();
        expect(Tok::semicolon);
        return is_break ? sema_.statements.on_break(first, since(first))
                        : sema_.statements.on_continue(first, since(first));
    }
    case Tok::identifier:
        if (peek() == Tok::colon) return parse_label();
        break;
    case Tok::kw_else:
        error_here(DiagId::parse_expected, "statement");
        next();
        return parse_statement();
    default: break;
    }
    return parse_expression_statement();
}

Stmt *Parser::parse_expression_statement() {
    ExprStmt *s = ctx_.make<ExprStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    if (!at(Tok::semicolon)) {
        const uint32_t errors = ctx_.diags.errors();
        s->expr = parse_expression();
        if (s->expr->lvalue && ctx_.types.is_shared(s->expr->type) && !ctx_.types.is_array(s->expr->type))
            s->expr = sema_.conversions.rvalue(s->expr);
        if (!at(Tok::semicolon)) {
            if (ctx_.diags.errors() == errors || !s->expr->invalid) error_here(DiagId::parse_expected, "';'");
            // A forgotten semicolon at the end of a line costs nothing; anything else is skipped.
            if (!(pos_ > first && token().flags & Token::at_line_start)) recover();
            s->range = since(first);
            return s;
        }
    }
    next();
    s->range = since(first);
    return s;
}

Stmt *Parser::parse_label() {
    LabelStmt *s = ctx_.make<LabelStmt>();
    const TokenIndex first = pos_;
    s->where = first;
    s->label = sema_.labels.label(first, true);
    sema_.labels.on_label(s);
    next();
    next();
    if (at_attribute()) {
        const TokenIndex before = pos_;
        std::vector<Attribute> ignored;
        parse_attributes(ignored);
        if (!at(Tok::semicolon) && starts_declaration()) pos_ = before;
    }
    if (at(Tok::r_brace)) { // C23: a label may end a block
        ExprStmt *empty = ctx_.make<ExprStmt>();
        empty->range = {pos_, pos_};
        s->body = empty;
    } else
        s->body = parse_statement();
    s->range = since(first);
    return s;
}

/// One `case x:` or `default:` without its statement.
Stmt *Parser::parse_one_case() {
    const TokenIndex first = pos_;
    if (accept(Tok::kw_default)) {
        DefaultStmt *s = ctx_.make<DefaultStmt>();
        s->where = first;
        sema_.statements.check_case_position(first);
        if (!expect(Tok::colon)) recover();
        s->range = since(first);
        return s;
    }
    CaseStmt *s = ctx_.make<CaseStmt>();
    s->where = first;
    next();
    s->low = parse_constant();
    if (accept(Tok::ellipsis)) s->high = parse_constant();
    sema_.statements.on_case(s);
    if (!expect(Tok::colon)) recover();
    s->range = since(first);
    return s;
}

/// Labels of cases may come by the thousand, each the body of the one before: read in a loop,
/// joined from the back.
Stmt *Parser::parse_case_chain() {
    std::vector<Stmt *> chain;
    uint32_t length = 0;
    while ((at(Tok::kw_case) || at(Tok::kw_default)) && !chain_too_long(length))
        chain.push_back(parse_one_case());
    Stmt *body;
    if (at(Tok::r_brace) || at_end()) {
        ExprStmt *empty = ctx_.make<ExprStmt>();
        empty->range = {pos_, pos_};
        body = empty;
    } else
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

} // namespace polder::cc

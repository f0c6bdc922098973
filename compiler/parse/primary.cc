// Postfix and primary expressions. C11 6.5.1, 6.5.2.
#include "compiler/parse/parser.h"

namespace polder::cc {

Expr *Parser::parse_postfix() {
    return parse_postfix_operators(parse_primary());
}

std::vector<Expr *> Parser::parse_arguments() {
    std::vector<Expr *> args;
    next();
    if (!at(Tok::r_paren)) do {
            if (starts_type() && !at_attribute()) // an argument of a builtin that takes types
                parse_type_name();
            else
                args.push_back(parse_assignment());
        } while (accept(Tok::comma));
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return args;
}

/// Behind the error for "name (clause;", which only the keywords of loops begin: what `name` may
/// have been.
Expr *Parser::misspelt_loop(const Expr *called, TokenIndex l_paren) {
    const NameExpr *name = as<NameExpr>(called);
    const FunctionDecl *f = name ? as<FunctionDecl>(name->decl) : nullptr;
    if (f && f->is_builtin) sema_.suggestions.suggest(name->where);
    pos_ = l_paren;
    skip_balanced();
    return sema_.state.poison(since(called->range.first));
}

Expr *Parser::parse_postfix_operators(Expr *e) {
    const TokenIndex first = e->range.first;
    uint32_t length = 0;
    for (;;) {
        const TokenIndex where = pos_;
        if (chain_too_long(length)) return e;
        switch (kind()) {
        case Tok::l_bracket: {
            next();
            Expr *index = parse_expression();
            if (!expect(Tok::r_bracket)) skip_to_close(Tok::r_bracket);
            e = sema_.postfix_operators.on_index(e, index, where, since(first));
            break;
        }
        case Tok::l_paren: {
            std::vector<Expr *> args = parse_arguments();
            if (at(Tok::semicolon) && tokens_[last_].kind != Tok::r_paren) return misspelt_loop(e, where);
            e = sema_.calls.on_call(e, std::move(args), where, since(first));
            break;
        }
        case Tok::dot:
        case Tok::arrow: {
            const bool arrow = at(Tok::arrow);
            next();
            if (!at(Tok::identifier)) {
                error_here(DiagId::parse_expected, "member name");
                return sema_.state.poison(since(first));
            }
            const TokenIndex name = pos_;
            next();
            e = sema_.postfix_operators.on_member(e, arrow, name, since(first));
            break;
        }
        case Tok::plus_plus:
        case Tok::minus_minus: {
            const UnaryOp op = at(Tok::plus_plus) ? UnaryOp::post_increment : UnaryOp::post_decrement;
            next();
            e = sema_.unary_operators.on_unary(op, where, e, since(first));
            break;
        }
        default: return e;
        }
    }
}

Expr *Parser::parse_identifier() {
    const TokenIndex t = pos_;
    next();
    return sema_.identifiers.on_name(t, at(Tok::l_paren));
}

Expr *Parser::parse_primary() {
    const TokenIndex first = pos_;
    switch (kind()) {
    case Tok::identifier: return parse_identifier();
    case Tok::number: next(); return sema_.literals.on_number(first);
    case Tok::char_literal: next(); return sema_.literals.on_character(first);
    case Tok::string_literal:
        while (at(Tok::string_literal))
            next();
        return sema_.literals.on_strings(since(first));
    case Tok::kw_func_name: next(); return sema_.identifiers.on_func_name(first);
    case Tok::l_paren: return parse_parenthesized();
    case Tok::kw_generic: return parse_generic();
    case Tok::kw_builtin_va_arg: return parse_va_arg();
    case Tok::kw_builtin_offsetof: return parse_offsetof();
    case Tok::kw_builtin_types_compatible: return parse_types_compatible();
    case Tok::kw_builtin_choose_expr: return parse_choose();
    case Tok::kw_builtin_convertvector: return parse_convertvector();
    case Tok::kw_true:
    case Tok::kw_false: next(); return sema_.literals.on_truth(first, TypeKind::bool_);
    case Tok::kw_nullptr: next(); return sema_.literals.on_truth(first, TypeKind::int_);
    case Tok::kw_threads: next(); return sema_.literals.on_threads(first);
    case Tok::kw_mythread: next(); return sema_.literals.on_mythread(first);
    case Tok::kw_upc_max_block_size: next(); return sema_.literals.on_max_block_size(first);
    default: break;
    }
    error_here(DiagId::parse_expected, "expression");
    // Leave closers and separators to whoever waits for them.
    switch (kind()) {
    case Tok::r_paren:
    case Tok::r_bracket:
    case Tok::r_brace:
    case Tok::l_brace:
    case Tok::semicolon:
    case Tok::comma:
    case Tok::eof: break;
    default:
        if (!(token().flags & Token::at_line_start)) next();
    }
    return sema_.state.poison({first, first});
}

Expr *Parser::parse_parenthesized() {
    const TokenIndex first = pos_;
    Nesting nesting(*this);
    if (!nesting) return sema_.state.poison({first, first});
    next();
    if (at(Tok::l_brace)) return parse_statement_expression(first);
    Expr *inner = parse_expression();
    if (!accept(Tok::r_paren)) {
        if (!ctx_.types.is_error(inner->type) || !inner->invalid) error_here(DiagId::parse_expected, "')'");
        skip_to_close(Tok::r_paren);
    }
    return sema_.unary_operators.on_paren(since(first), inner);
}

Expr *Parser::parse_statement_expression(TokenIndex first) {
    if (!sema_.state.function) {
        sema_.state.report(DiagId::parse_statement_expression_outside, first);
        skip_balanced();
        accept(Tok::r_paren);
        return sema_.state.poison(since(first));
    }
    CompoundStmt *body = parse_compound();
    expect(Tok::r_paren);
    return sema_.special_expressions.on_statement_expression(body, since(first));
}

} // namespace polder::cc

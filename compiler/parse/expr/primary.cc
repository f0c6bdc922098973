// Postfix and primary expressions. C11 6.5.1, 6.5.2.
#include "compiler/parse/expr/expressions.h"

namespace polder::cc {

Expr *ExpressionParser::parse_postfix() {
    return parse_postfix_operators(parse_primary());
}

std::vector<Expr *> ExpressionParser::parse_arguments() {
    std::vector<Expr *> args;
    cursor_.next();
    if (!cursor_.at(Tok::r_paren)) do {
            if (lookahead_.starts_type() && !lookahead_.at_attribute()) // an argument of a builtin that takes types
                grammar_.parse_type_name();
            else
                args.push_back(parse_assignment());
        } while (cursor_.accept(Tok::comma));
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return args;
}

/// Behind the error for "name (clause;", which only the keywords of loops begin: what `name` may
/// have been.
Expr *ExpressionParser::misspelt_loop(const Expr *called, TokenIndex l_paren) {
    const NameExpr *name = as<NameExpr>(called);
    const FunctionDecl *f = name ? as<FunctionDecl>(name->decl) : nullptr;
    if (f && f->is_builtin) sema_.suggestions.suggest(name->where);
    cursor_.return_to(l_paren);
    cursor_.skip_balanced();
    return sema_.state.poison(cursor_.since(called->range.first));
}

Expr *ExpressionParser::parse_postfix_operators(Expr *e) {
    const TokenIndex first = e->range.first;
    uint32_t length = 0;
    for (;;) {
        const TokenIndex where = cursor_.position();
        if (cursor_.chain_too_long(length)) return e;
        switch (cursor_.token().kind) {
        case Tok::l_bracket: {
            cursor_.next();
            Expr *index = parse_expression();
            if (!cursor_.expect(Tok::r_bracket)) cursor_.skip_to_close(Tok::r_bracket);
            e = sema_.postfix_operators.on_index(e, index, where, cursor_.since(first));
            break;
        }
        case Tok::l_paren: {
            std::vector<Expr *> args = parse_arguments();
            if (cursor_.at(Tok::semicolon) && ctx_.source.tokens()[cursor_.last()].kind != Tok::r_paren)
                return misspelt_loop(e, where);
            e = sema_.calls.on_call(e, std::move(args), where, cursor_.since(first));
            break;
        }
        case Tok::dot:
        case Tok::arrow: {
            const bool arrow = cursor_.at(Tok::arrow);
            cursor_.next();
            if (!cursor_.at(Tok::identifier)) {
                cursor_.error_here(DiagId::parse_expected, "member name");
                return sema_.state.poison(cursor_.since(first));
            }
            const TokenIndex name = cursor_.position();
            cursor_.next();
            e = sema_.postfix_operators.on_member(e, arrow, name, cursor_.since(first));
            break;
        }
        case Tok::plus_plus:
        case Tok::minus_minus: {
            const UnaryOp op = cursor_.at(Tok::plus_plus) ? UnaryOp::post_increment : UnaryOp::post_decrement;
            cursor_.next();
            e = sema_.unary_operators.on_unary(op, where, e, cursor_.since(first));
            break;
        }
        default: return e;
        }
    }
}

Expr *ExpressionParser::parse_identifier() {
    const TokenIndex t = cursor_.position();
    cursor_.next();
    return sema_.identifiers.on_name(t, cursor_.at(Tok::l_paren));
}

Expr *ExpressionParser::parse_primary() {
    const TokenIndex first = cursor_.position();
    switch (cursor_.token().kind) {
    case Tok::identifier: return parse_identifier();
    case Tok::number: cursor_.next(); return sema_.literals.on_number(first);
    case Tok::char_literal: cursor_.next(); return sema_.literals.on_character(first);
    case Tok::string_literal:
        while (cursor_.at(Tok::string_literal))
            cursor_.next();
        return sema_.literals.on_strings(cursor_.since(first));
    case Tok::kw_func_name: cursor_.next(); return sema_.identifiers.on_func_name(first);
    case Tok::l_paren: return parse_parenthesized();
    case Tok::kw_generic: return special_forms_.parse_generic();
    case Tok::kw_builtin_va_arg: return special_forms_.parse_va_arg();
    case Tok::kw_builtin_offsetof: return special_forms_.parse_offsetof();
    case Tok::kw_builtin_types_compatible: return special_forms_.parse_types_compatible();
    case Tok::kw_builtin_choose_expr: return special_forms_.parse_choose();
    case Tok::kw_builtin_convertvector: return special_forms_.parse_convertvector();
    case Tok::kw_true:
    case Tok::kw_false: cursor_.next(); return sema_.literals.on_truth(first, TypeKind::bool_);
    case Tok::kw_nullptr: cursor_.next(); return sema_.literals.on_truth(first, TypeKind::int_);
    case Tok::kw_threads: cursor_.next(); return sema_.literals.on_threads(first);
    case Tok::kw_mythread: cursor_.next(); return sema_.literals.on_mythread(first);
    case Tok::kw_upc_max_block_size: cursor_.next(); return sema_.literals.on_max_block_size(first);
    default: break;
    }
    cursor_.error_here(DiagId::parse_expected, "expression");
    // Leave closers and separators to whoever waits for them.
    switch (cursor_.token().kind) {
    case Tok::r_paren:
    case Tok::r_bracket:
    case Tok::r_brace:
    case Tok::l_brace:
    case Tok::semicolon:
    case Tok::comma:
    case Tok::eof: break;
    default:
        if (!cursor_.at_line_start()) cursor_.next();
    }
    return sema_.state.poison({first, first});
}

Expr *ExpressionParser::parse_parenthesized() {
    const TokenIndex first = cursor_.position();
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return sema_.state.poison({first, first});
    cursor_.next();
    if (cursor_.at(Tok::l_brace)) return parse_statement_expression(first);
    Expr *inner = parse_expression();
    if (!cursor_.accept(Tok::r_paren)) {
        if (!ctx_.types.is_error(inner->type) || !inner->invalid) cursor_.error_here(DiagId::parse_expected, "')'");
        cursor_.skip_to_close(Tok::r_paren);
    }
    return sema_.unary_operators.on_paren(cursor_.since(first), inner);
}

Expr *ExpressionParser::parse_statement_expression(TokenIndex first) {
    if (!sema_.state.function) {
        sema_.state.report(DiagId::parse_statement_expression_outside, first);
        cursor_.skip_balanced();
        cursor_.accept(Tok::r_paren);
        return sema_.state.poison(cursor_.since(first));
    }
    CompoundStmt *body = grammar_.parse_block(true);
    cursor_.expect(Tok::r_paren);
    return sema_.special_expressions.on_statement_expression(body, cursor_.since(first));
}

} // namespace polder::cc

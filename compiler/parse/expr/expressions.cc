// Operators from the loosest to the tightest, and prefixes.
#include "compiler/parse/expr/expressions.h"

namespace polder::cc {

namespace {

struct Operator {
    int precedence = 0; // 0: not a binary operator; multiplication binds tightest
    BinaryOp op = BinaryOp::add;
};

Operator binary_operator(Tok k) {
    switch (k) {
    case Tok::pipe_pipe: return {1, BinaryOp::logical_or};
    case Tok::amp_amp: return {2, BinaryOp::logical_and};
    case Tok::pipe: return {3, BinaryOp::bit_or};
    case Tok::caret: return {4, BinaryOp::bit_xor};
    case Tok::amp: return {5, BinaryOp::bit_and};
    case Tok::equal_equal: return {6, BinaryOp::eq};
    case Tok::exclaim_equal: return {6, BinaryOp::ne};
    case Tok::less: return {7, BinaryOp::lt};
    case Tok::greater: return {7, BinaryOp::gt};
    case Tok::less_equal: return {7, BinaryOp::le};
    case Tok::greater_equal: return {7, BinaryOp::ge};
    case Tok::less_less: return {8, BinaryOp::shl};
    case Tok::greater_greater: return {8, BinaryOp::shr};
    case Tok::plus: return {9, BinaryOp::add};
    case Tok::minus: return {9, BinaryOp::sub};
    case Tok::star: return {10, BinaryOp::mul};
    case Tok::slash: return {10, BinaryOp::div};
    case Tok::percent: return {10, BinaryOp::rem};
    default: return {};
    }
}

struct Assignment {
    bool is = false;
    bool compound = true;
    BinaryOp op = BinaryOp::add;
};

Assignment assignment_operator(Tok k) {
    switch (k) {
    case Tok::equal: return {true, false, BinaryOp::add};
    case Tok::star_equal: return {true, true, BinaryOp::mul};
    case Tok::slash_equal: return {true, true, BinaryOp::div};
    case Tok::percent_equal: return {true, true, BinaryOp::rem};
    case Tok::plus_equal: return {true, true, BinaryOp::add};
    case Tok::minus_equal: return {true, true, BinaryOp::sub};
    case Tok::less_less_equal: return {true, true, BinaryOp::shl};
    case Tok::greater_greater_equal: return {true, true, BinaryOp::shr};
    case Tok::amp_equal: return {true, true, BinaryOp::bit_and};
    case Tok::caret_equal: return {true, true, BinaryOp::bit_xor};
    case Tok::pipe_equal: return {true, true, BinaryOp::bit_or};
    default: return {};
    }
}

} // namespace

Expr *ExpressionParser::parse_expression() {
    Expr *e = parse_assignment();
    uint32_t length = 0;
    while (cursor_.at(Tok::comma) && !cursor_.chain_too_long(length)) {
        const TokenIndex where = cursor_.position();
        cursor_.next();
        e = sema_.binary_operators.on_binary(BinaryOp::comma, where, e, parse_assignment());
    }
    return e;
}

Expr *ExpressionParser::parse_assignment() {
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return sema_.state.poison({cursor_.position(), cursor_.position()});
    Expr *target = parse_conditional();
    const Assignment a = assignment_operator(cursor_.token().kind);
    if (!a.is) return target;
    const TokenIndex where = cursor_.position();
    cursor_.next();
    return sema_.binary_operators.on_assign(a.compound, a.op, where, target, parse_assignment());
}

Expr *ExpressionParser::parse_conditional() {
    Expr *condition = parse_binary(1);
    if (!cursor_.at(Tok::question)) return condition;
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return condition;
    const TokenIndex where = cursor_.position();
    cursor_.next();
    Expr *then_value = cursor_.at(Tok::colon) ? nullptr : parse_expression();
    if (!cursor_.expect(Tok::colon)) return sema_.state.poison(condition->range);
    return sema_.binary_operators.on_conditional(condition, then_value, parse_conditional(), where);
}

Expr *ExpressionParser::parse_binary(int least) {
    Expr *left = parse_cast();
    uint32_t length = 0;
    for (;;) {
        const Operator o = binary_operator(cursor_.token().kind);
        if (o.precedence < least || o.precedence == 0 || cursor_.chain_too_long(length)) return left;
        const TokenIndex where = cursor_.position();
        cursor_.next();
        left = sema_.binary_operators.on_binary(o.op, where, left, parse_binary(o.precedence + 1));
    }
}

Expr *ExpressionParser::parse_cast() {
    if (!lookahead_.starts_type_in_parentheses()) return parse_unary();
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return sema_.state.poison({cursor_.position(), cursor_.position()});
    const TokenIndex first = cursor_.position();
    cursor_.next();
    Declaration *type = grammar_.parse_type_name();
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    if (cursor_.at(Tok::l_brace)) {
        InitList *init = grammar_.parse_braced_initializer();
        return parse_postfix_operators(sema_.special_expressions.on_compound_literal(type, init, cursor_.since(first)));
    }
    Expr *operand = parse_cast();
    return sema_.unary_operators.on_cast(type, operand, cursor_.since(first));
}

/// GNU: `&&label`.
Expr *ExpressionParser::parse_label_address() {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (!cursor_.at(Tok::identifier)) {
        cursor_.error_here(DiagId::parse_expected, "label");
        return sema_.state.poison(cursor_.since(first));
    }
    const TokenIndex name = cursor_.position();
    cursor_.next();
    return sema_.special_expressions.on_label_address(name, cursor_.since(first));
}

Expr *ExpressionParser::parse_unary() {
    UnaryOp op;
    switch (cursor_.token().kind) {
    case Tok::plus: op = UnaryOp::plus; break;
    case Tok::minus: op = UnaryOp::minus; break;
    case Tok::tilde: op = UnaryOp::bit_not; break;
    case Tok::exclaim: op = UnaryOp::logical_not; break;
    case Tok::amp: op = UnaryOp::address; break;
    case Tok::star: op = UnaryOp::dereference; break;
    case Tok::plus_plus: op = UnaryOp::pre_increment; break;
    case Tok::minus_minus: op = UnaryOp::pre_decrement; break;
    case Tok::kw_real: op = UnaryOp::real; break;
    case Tok::kw_imag: op = UnaryOp::imag; break;
    case Tok::kw_extension: op = UnaryOp::extension; break;
    case Tok::kw_sizeof: return parse_size(SizeOp::sizeof_);
    case Tok::kw_alignof: return parse_size(SizeOp::alignof_);
    case Tok::kw_upc_localsizeof: return parse_size(SizeOp::localsizeof);
    case Tok::kw_upc_blocksizeof: return parse_size(SizeOp::blocksizeof);
    case Tok::kw_upc_elemsizeof: return parse_size(SizeOp::elemsizeof);
    case Tok::amp_amp: return parse_label_address();
    default: return parse_postfix();
    }
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return sema_.state.poison({cursor_.position(), cursor_.position()});
    const TokenIndex first = cursor_.position();
    cursor_.next();
    Expr *operand = op == UnaryOp::pre_increment || op == UnaryOp::pre_decrement ? parse_unary() : parse_cast();
    return sema_.unary_operators.on_unary(op, first, operand, cursor_.since(first));
}

Expr *ExpressionParser::parse_size(SizeOp op) {
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return sema_.state.poison({cursor_.position(), cursor_.position()});
    const TokenIndex first = cursor_.position();
    cursor_.next();
    if (lookahead_.starts_type_in_parentheses()) {
        const TokenIndex open = cursor_.position();
        cursor_.next();
        Declaration *type = grammar_.parse_type_name();
        if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
        if (!cursor_.at(Tok::l_brace))
            return sema_.unary_operators.on_size(op, first, type, nullptr, cursor_.since(first));
        InitList *init = grammar_.parse_braced_initializer();
        Expr *literal =
            parse_postfix_operators(sema_.special_expressions.on_compound_literal(type, init, cursor_.since(open)));
        return sema_.unary_operators.on_size(op, first, nullptr, literal, cursor_.since(first));
    }
    Expr *operand = parse_unary();
    return sema_.unary_operators.on_size(op, first, nullptr, operand, cursor_.since(first));
}

} // namespace polder::cc

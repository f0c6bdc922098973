// How layouts are read, joined and resolved; what THREADS may do in the bounds of an array.
#include "compiler/sema/decl/shared_types.h"

#include "compiler/sema/fold.h"
#include "compiler/sema/upc_type.h"

namespace polder::cc {

uint64_t threads_product(Context &ctx, const Expr *e, bool &pedantic) {
    e = without_conversions(e);
    if (as<ThreadsExpr>(e)) return 1;
    const BinaryExpr *b = as<BinaryExpr>(e);
    if (!b || b->op != BinaryOp::mul) return 0;
    for (const auto &[product, factor] : {std::pair(b->left, b->right), std::pair(b->right, b->left)}) {
        __int128 v = 0;
        if (const uint64_t inner = threads_product(ctx, product, pedantic);
            inner && evaluate_integer(ctx, factor, v) && v > 0) {
            pedantic |= !as<ThreadsExpr>(without_conversions(product));
            return inner * uint64_t(v);
        }
    }
    return 0;
}

bool mentions_threads(const Expr *e) {
    e = without_conversions(e);
    if (as<ThreadsExpr>(e)) return true;
    if (const BinaryExpr *b = as<BinaryExpr>(e)) return mentions_threads(b->left) || mentions_threads(b->right);
    if (const UnaryExpr *u = as<UnaryExpr>(e)) return mentions_threads(u->operand);
    if (const CastExpr *c = as<CastExpr>(e)) return mentions_threads(c->operand);
    if (const ConditionalExpr *c = as<ConditionalExpr>(e))
        return mentions_threads(c->condition) || (c->then_value && mentions_threads(c->then_value)) ||
               mentions_threads(c->else_value);
    return false;
}

QualType SharedTypes::with_block(QualType t, uint64_t block) {
    const QualType c = types.canonical(t);
    const Type node = types[c]; // a copy: building types moves the table
    const uint8_t q = c.qualifiers() & uint8_t(~q_shared);
    if (node.kind == TypeKind::shared) return types.shared(node.element, block).with(q);
    if (node.kind != TypeKind::array) return t;
    const QualType element = with_block(node.element, block);
    switch (node.size) {
    case ArraySize::constant: return types.array_of(element, node.count, node.times_threads, node.size_expr).with(q);
    case ArraySize::variable: return types.variable_array(element, node.size_expr).with(q);
    default: return types.incomplete_array(element).with(q);
    }
}

QualType SharedTypes::resolve_star(QualType t, TokenIndex where) {
    if (!types.is_shared(t)) return t;
    if (!types.is_array(t)) return with_block(t, 1);
    if (!types.is_complete(t)) {
        report(DiagId::upc_star_incomplete, where);
        return types.error();
    }
    const uint64_t n = types.elements_in(t);
    const uint64_t threads = ctx.options.static_threads;
    if (!threads && !types.times_threads(t)) return t; // check_array says what is wrong
    const uint64_t block = threads ? (n + threads - 1) / threads : n;
    if (block > upc_max_block_size) {
        report(DiagId::upc_layout_too_large, where, {std::to_string(block), std::to_string(upc_max_block_size)});
        return types.error();
    }
    return with_block(t, block ? block : 1);
}

/// The number in [n]. False if it is none that a block may have; then q is bad, and it is said why.
bool SharedTypes::block_size(Qualifiers &q, Expr *size, uint64_t &block) {
    size = conversions_.rvalue(size);
    q.exprs.push_back(size);
    __int128 v = 0;
    const bool poisoned = types.is_error(size->type);
    if (poisoned || !types.is_integer(size->type) || !evaluate_integer(ctx, size, v) || v < 0 ||
        v > __int128(upc_max_block_size)) {
        q.bad = true;
        if (poisoned) return false;
        if (!types.is_integer(size->type) || !evaluate_integer(ctx, size, v))
            report(contains(size, NodeKind::threads_expr) ? DiagId::upc_layout_threads
                                                          : DiagId::upc_layout_not_constant,
                   size->where, {}, size->range);
        else if (v < 0)
            report(DiagId::upc_layout_negative, size->where, {std::to_string(int64_t(v))}, size->range);
        else
            report(DiagId::upc_layout_too_large, size->where,
                   {std::to_string(uint64_t(v)), std::to_string(upc_max_block_size)}, size->range);
        return false;
    }
    block = uint64_t(v);
    return true;
}

void SharedTypes::on_layout(Qualifiers &q, Expr *size, LayoutKind kind, TokenRange range) {
    uint64_t block = 0;
    if (kind == LayoutKind::block) {
        if (!block_size(q, size, block)) return;
        if (block == 0) kind = LayoutKind::indefinite;
    }
    const bool star_and_one = (q.layout == LayoutKind::star && kind == LayoutKind::block && block == 1) ||
                              (q.layout == LayoutKind::block && q.block == 1 && kind == LayoutKind::star);
    if (q.layout != LayoutKind::none && !star_and_one && (q.layout != kind || q.block != block)) {
        report(DiagId::upc_two_layouts, range.first, {}, range);
        q.bad = true;
        return;
    }
    q.layout = kind;
    q.block = block;
}

QualType SharedTypes::apply_qualifiers(QualType t, const Qualifiers &q, bool explicit_layout, TokenIndex where) {
    if (types.is_error(t)) return t;
    if (q.bad && q.shared && q.layout == LayoutKind::none)
        return types.error(); // the layout was rejected: what follows from it is not asked
    if (q.shared && types.is_function(t)) {
        report(DiagId::upc_shared_function, q.shared_token, {quoted(t)});
        return t;
    }
    if (q.shared) {
        const uint64_t block = q.layout == LayoutKind::none || q.layout == LayoutKind::star ? 1 : q.block;
        if (!types.is_shared(t))
            t = types.shared(t, block);
        else if (q.layout != LayoutKind::none) {
            if (explicit_layout && types.block_of(t) != block)
                report(DiagId::upc_two_layouts, q.shared_token);
            else
                t = with_block(t, block);
        }
    }
    const uint8_t reference = q.bits & (q_strict | q_relaxed);
    if (reference && !types.is_shared(t)) {
        report(DiagId::upc_reference_unshared, q.reference_token, {quoted(t)});
        return t.with(q.bits & uint8_t(~(q_strict | q_relaxed)));
    }
    const QualType r = t.with(q.bits);
    const uint8_t joined = types.canonical(types.ultimate_element(r)).qualifiers();
    if (reference && (joined & q_strict) && (joined & q_relaxed)) {
        if (!q.bad) report(DiagId::upc_strict_and_relaxed, q.reference_token ? q.reference_token : where);
        return t;
    }
    return r;
}

void SharedTypes::check_array(QualType t, TokenIndex where, bool object) {
    if (!upc() || ctx.options.static_threads || !types.is_shared(t) || !types.is_array(t)) return;
    unsigned dimensions = 0;
    for (QualType d = t; types.is_array(d); d = types.get(d).element)
        dimensions += types.get(d).times_threads;
    if (types.block_of(t) == 0) {
        if (dimensions) report(DiagId::upc_threads_indefinite, where);
    } else if (dimensions > 1 || (object && dimensions == 0 && types.is_complete(t)))
        report(DiagId::upc_threads_once, where);
}

} // namespace polder::cc

// UPC's part of types: layout qualifiers and how they combine, [*], THREADS in array bounds. UPC
// 1.3 6.5.1 and 6.5.2.
#include "compiler/sema/upc_type.h"

#include "compiler/sema/fold.h"
#include "compiler/sema/sema.h"

namespace polder::cc {

std::string describe_block(const TypeTable &types, QualType shared) {
    const uint64_t b = types.block_of(shared);
    return b ? "[" + std::to_string(b) + "]" : "[]";
}

QualType unqualified_pointee(const TypeTable &types, QualType pointee) {
    return types.canonical(pointee).unqualified();
}

bool drops_qualifier(const TypeTable &types, QualType from, QualType to) {
    const uint8_t f = types.canonical(types.ultimate_element(from)).qualifiers() & (q_const | q_volatile);
    const uint8_t t = types.canonical(types.ultimate_element(to)).qualifiers() & (q_const | q_volatile);
    return f & ~t;
}

uint64_t local_size(const TypeTable &types, QualType shared, uint64_t threads) {
    const uint64_t element = types.size_of(types.unshared(types.ultimate_element(shared)));
    const uint64_t count = types.is_array(shared) ? types.elements_in(shared) : 1;
    const uint64_t block = types.block_of(shared);
    if (block == 0 || !types.is_array(shared)) return count * element;
    uint64_t blocks = (count + block - 1) / block;
    if (threads) blocks = (blocks + threads - 1) / threads;
    return blocks * block * element;
}

QualType Sema::with_block(QualType t, uint64_t block) {
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

QualType Sema::resolve_star(QualType t, TokenIndex where) {
    if (!types.is_shared(t)) return t;
    if (!types.is_array(t)) return with_block(t, 1);
    if (!types.is_complete(t)) {
        report(DiagId::upc_star_incomplete, where);
        return types.error();
    }
    const uint64_t n = types.elements_in(t);
    const uint64_t threads = ctx.options.static_threads;
    if (!threads && !types.times_threads(t)) return t; // check_shared_array says what is wrong
    const uint64_t block = threads ? (n + threads - 1) / threads : n;
    if (block > upc_max_block_size) {
        report(DiagId::upc_layout_too_large, where, {std::to_string(block), std::to_string(upc_max_block_size)});
        return types.error();
    }
    return with_block(t, block ? block : 1);
}

namespace {

bool mentions_threads(Node *n) {
    bool found = n->kind == NodeKind::threads_expr;
    for_each_child(n, [&](Node *child) { found = found || mentions_threads(child); });
    return found;
}

} // namespace

void Sema::on_layout(Qualifiers &q, Expr *size, LayoutKind kind, TokenRange range) {
    uint64_t block = 0;
    if (kind == LayoutKind::block) {
        size = rvalue(size);
        q.exprs.push_back(size);
        __int128 v = 0;
        const bool poisoned = types.is_error(size->type);
        if (poisoned || !types.is_integer(size->type) || !evaluate_integer(ctx, size, v) || v < 0 ||
            v > __int128(upc_max_block_size)) {
            q.bad = true;
            if (poisoned) return;
            if (!types.is_integer(size->type) || !evaluate_integer(ctx, size, v))
                report(mentions_threads(size) ? DiagId::upc_layout_threads : DiagId::upc_layout_not_constant,
                       size->where, {}, size->range);
            else if (v < 0)
                report(DiagId::upc_layout_negative, size->where, {std::to_string(int64_t(v))}, size->range);
            else
                report(DiagId::upc_layout_too_large, size->where,
                       {std::to_string(uint64_t(v)), std::to_string(upc_max_block_size)}, size->range);
            return;
        }
        block = uint64_t(v);
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

QualType Sema::apply_qualifiers(QualType t, const Qualifiers &q, bool explicit_layout, TokenIndex where) {
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

uint64_t Sema::threads_product(const Expr *e, bool &pedantic) const {
    e = without_conversions(e);
    if (as<ThreadsExpr>(e)) return 1;
    const BinaryExpr *b = as<BinaryExpr>(e);
    if (!b || b->op != BinaryOp::mul) return 0;
    for (const auto &[product, factor] : {std::pair(b->left, b->right), std::pair(b->right, b->left)}) {
        __int128 v = 0;
        if (const uint64_t inner = threads_product(product, pedantic);
            inner && evaluate_integer(ctx, factor, v) && v > 0) {
            pedantic |= !as<ThreadsExpr>(without_conversions(product));
            return inner * uint64_t(v);
        }
    }
    return 0;
}

bool Sema::mentions_threads(const Expr *e) const {
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

void Sema::check_shared_array(QualType t, TokenIndex where, bool object) {
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

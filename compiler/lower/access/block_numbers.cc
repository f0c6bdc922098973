// Parts of an index by its text. Sums are taken apart. Terms that are multiples of the block
// are put together.
#include "compiler/lower/access/block_numbers.h"

#include "compiler/sema/constant.h"
#include "compiler/type/exact_arithmetic.h"

namespace polder::cc {

namespace {

std::optional<long> constant(Context &ctx, const Expr *e) {
    const ConstantValue v = evaluate(ctx, e);
    const bool fits = v.known && !v.is_floating && !v.times_threads && v.value >= INT32_MIN && v.value <= INT32_MAX;
    return fits ? std::optional(static_cast<long>(v.value)) : std::nullopt;
}

} // namespace

/// e as a multiple of the block: what is multiplied, in blocks.
std::optional<BlockNumbers::Term> BlockNumbers::multiple(Expr *e, long block) const {
    if (const auto c = constant(ctx, e)) return *c % block ? std::nullopt : std::optional(Term{nullptr, *c / block});
    const auto *b = as<BinaryExpr>(e);
    if (!b || b->op != BinaryOp::mul) return std::nullopt;
    for (const auto &[factor, other] : {std::pair{b->left, b->right}, std::pair{b->right, b->left}})
        if (const auto c = constant(ctx, factor); c && *c == block) return Term{other, 1};
    return std::nullopt;
}

/// Adds the terms of e. False: it may wrap where a sum of 64 bits does not.
bool BlockNumbers::collect(Expr *e, bool minus, long block, Terms &terms) const {
    for (;;) {
        e = without_parens(e);
        auto *c = as<ImplicitCast>(e);
        if (!c || c->conversion != Conversion::arithmetic) break;
        if (!keeps_values(types, c->type, c->operand->type)) return false;
        e = c->operand;
    }
    const auto *b = as<BinaryExpr>(e);
    const bool is_sum = b && (b->op == BinaryOp::add || b->op == BinaryOp::sub);
    if (is_sum && !is_exact(types, e->type)) return false;
    if (is_sum)
        return collect(b->left, minus, block, terms) &&
               collect(b->right, minus != (b->op == BinaryOp::sub), block, terms);
    const long sign = minus ? -1 : 1;
    if (const auto term = is_exact(types, e->type) ? multiple(e, block) : std::nullopt)
        terms.blocks.push_back({term->expr, sign * term->times});
    else
        terms.places.push_back({e, sign});
    return true;
}

Node *BlockNumbers::sum(const std::vector<Term> &terms) const {
    Node *all = nullptr;
    for (const Term &term : terms) {
        const bool minus = term.times < 0;
        Node *one =
            term.expr ? make({"(long)(", value(term.expr), ")"}) : make(std::to_string(std::labs(term.times)) + "L");
        all = all ? make({all, minus ? " - " : " + ", one}) : make({minus ? "-" : "", one});
    }
    return all ? all : make("0L");
}

BlockNumber BlockNumbers::split(Expr *index, uint64_t block) const {
    Terms terms;
    if (block < 2 || block > INT32_MAX || !collect(index, false, static_cast<long>(block), terms)) return {};
    bool found = false;
    for (const Term &term : terms.blocks)
        found = found || term.expr;
    if (!found) return {};
    return {sum(terms.blocks), sum(terms.places)};
}

} // namespace polder::cc

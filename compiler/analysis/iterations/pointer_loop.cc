// Recognises loops over a pointer (pointer_loop.h).
#include "compiler/analysis/iterations/pointer_loop.h"

#include "compiler/analysis/invariance.h"
#include "compiler/analysis/iterations/affinity.h"
#include "compiler/sema/constant.h"

#include <utility>

namespace polder::cc {

namespace {

constexpr long most_ahead = 1L << 30;

/// How far ahead of the pointer the element lies whose thread the affinity names; none if that is
/// no constant.
std::optional<long> offset_of_pointer(Context &ctx, Expr *affinity, const VarDecl *p) {
    const TypeTable &types = ctx.types;
    Expr *e = without_conversions(affinity);
    if (named_variable(e) == p) return 0;
    const auto constant = [&](Expr *index) -> std::optional<long> {
        const ConstantValue c = evaluate(ctx, index);
        const auto n = static_cast<long>(c.value);
        return c.known && !c.is_floating && !c.times_threads && n > -most_ahead && n < most_ahead ? std::optional(n)
                                                                                                  : std::nullopt;
    };
    const auto sum = [&](Expr *pointer, Expr *index, bool negative) -> std::optional<long> {
        // Only an index from p itself counts in elements of p's type.
        const auto n = named_variable(without_value_conversions(pointer)) == p ? constant(index) : std::nullopt;
        return n && negative ? std::optional(-*n) : n;
    };
    if (auto *b = as<BinaryExpr>(e); b && (b->op == BinaryOp::add || b->op == BinaryOp::sub))
        return types.is_pointer(b->left->type) ? sum(b->left, b->right, b->op == BinaryOp::sub)
                                               : sum(b->right, b->left, false);
    auto *address = as<UnaryExpr>(e);
    if (!address || address->op != UnaryOp::address) return std::nullopt;
    for (e = without_parens(address->operand); e;) {
        auto *m = as<MemberExpr>(e);
        auto *x = as<IndexExpr>(e);
        auto *u = as<UnaryExpr>(e);
        if (m && m->arrow) return offset_of_pointer(ctx, m->base, p);
        if (u) return u->op == UnaryOp::dereference ? offset_of_pointer(ctx, u->operand, p) : std::nullopt;
        Expr *array = x ? decayed_array(x->base) : nullptr;
        if (x && !array) return sum(x->base, x->index, false);
        if (x && !is_pure_expression(types, x->index, nullptr)) return std::nullopt;
        e = m ? without_parens(m->base) : array;
    }
    return std::nullopt;
}

/// A pointer that has the same value whenever it is asked for while the loop runs.
bool is_fixed_pointer(const FunctionAnalyses &in, Expr *e, Node *loop) {
    const TypeTable &types = in.ctx.types;
    e = without_parens(e);
    if (auto *cast = as<ImplicitCast>(e))
        return cast->conversion == Conversion::array_to_pointer ? as<NameExpr>(without_parens(cast->operand)) != nullptr
                                                                : is_fixed_pointer(in, cast->operand, loop);
    if (auto *cast = as<CastExpr>(e))
        return types.is_pointer_to_shared(cast->operand->type) && is_fixed_pointer(in, cast->operand, loop);
    if (as<NameExpr>(e)) {
        VarDecl *v = variable_of(e);
        return v && !types.is_shared(v->type) && types.is_pointer_to_shared(v->type) &&
               in.facts.is_fixed(v, loop, in.function);
    }
    if (auto *b = as<BinaryExpr>(e); b && (b->op == BinaryOp::add || b->op == BinaryOp::sub)) {
        Expr *pointer = types.is_pointer(b->left->type) ? b->left : b->right;
        Expr *index = pointer == b->left ? b->right : b->left;
        return is_fixed_pointer(in, pointer, loop) && types.is_integer(index->type) &&
               in.facts.is_stable(index, loop, in.function);
    }
    auto *u = as<UnaryExpr>(e);
    auto *x = u && u->op == UnaryOp::address ? as<IndexExpr>(without_parens(u->operand)) : nullptr;
    return x && is_fixed_pointer(in, x->base, loop) && in.facts.is_stable(x->index, loop, in.function);
}

} // namespace

const char *recognise_pointer_loop(const FunctionAnalyses &in, ForallStmt *s, PointerLoop &pointer_loop) {
    Context &ctx = in.ctx;
    const TypeTable &types = ctx.types;
    const LoopStep step = step_of(s->step);
    VarDecl *p = step.variable;
    auto *test = s->condition ? as<BinaryExpr>(without_parens(s->condition)) : nullptr;
    if (!p || !types.is_pointer_to_shared(p->type) || types.is_shared(p->type) || !test ||
        s->affinity_kind != Affinity::pointer)
        return "the loop does not step a pointer";
    const QualType type = types.canonical(p->type);
    const QualType pointee = types.pointee(type);
    if (p->is_static_storage || p->file_scope || p->storage == Storage::extern_ || type.is_volatile_or_atomic())
        return "the pointer is not local";
    if (types.is_shared_void_pointer(type) || types.is_array(pointee) || !types.is_complete(pointee))
        return "the pointer goes through rows";
    const ConstantValue by = step.by ? evaluate(ctx, step.by) : ConstantValue();
    if (step.by && (!by.known || by.is_floating || by.times_threads || by.value <= 0 || by.value > INT32_MAX))
        return "the step is no constant";
    pointer_loop.pointer = p;
    pointer_loop.step = (step.by ? static_cast<long>(by.value) : 1) * (step.negative ? -1 : 1);
    BinaryOp op = test->op;
    pointer_loop.read = test->left;
    pointer_loop.bound = test->right;
    if (named_variable(without_value_conversions(pointer_loop.read)) != p) {
        std::swap(pointer_loop.read, pointer_loop.bound);
        op = mirrored(op);
    }
    if (named_variable(without_value_conversions(pointer_loop.read)) != p ||
        !types.is_pointer_to_shared(pointer_loop.bound->type))
        return "the condition does not compare the pointer";
    const bool up = pointer_loop.step > 0;
    const bool odd = op == BinaryOp::ne && std::abs(pointer_loop.step) == 1;
    pointer_loop.inclusive = op == BinaryOp::le || op == BinaryOp::ge;
    if (!odd && !(up ? op == BinaryOp::lt || op == BinaryOp::le : op == BinaryOp::gt || op == BinaryOp::ge))
        return "step and condition point in different directions";
    const QualType other = types.pointee(pointer_loop.bound->type);
    if (types.is_shared_void_pointer(pointer_loop.bound->type) || types.is_array(other) ||
        types.block_of(other) != types.block_of(pointee) ||
        types.canonical(types.unshared(other)).unqualified() != types.canonical(types.unshared(pointee)).unqualified())
        return "pointer and bound differ in type";
    const auto ahead = offset_of_pointer(ctx, s->affinity, p);
    if (!ahead) return "the affinity is not the pointer's";
    pointer_loop.ahead = *ahead;
    if (pointer_loop.ahead && types.block_of(pointee) > 1) return "the affinity is that of another element";
    if (!is_fixed_pointer(in, pointer_loop.bound, s)) return "the bound may change in the loop";
    const Effects &inside = in.facts.effects(s->body);
    if (may_change(s->body, p) || inside.opaque() || in.notes.takes_address(in.function, p))
        return "the body may change the pointer";
    if (auto *d = as<Declaration>(s->init); d && (d->declarators.size() != 1 || d->declarators[0]->decl != p))
        return "the loop begins with more than its pointer";
    return nullptr;
}

} // namespace polder::cc

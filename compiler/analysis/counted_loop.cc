// Recognises init, condition and step of a counted loop.
#include "compiler/analysis/counted_loop.h"

#include "compiler/sema/constant.h"

#include <optional>

namespace polder::cc {

namespace {

class Recogniser {
public:
    Recogniser(Context &ctx, const LoopParts &parts, CountedLoop &loop, bool any_step)
        : ctx_(ctx), types_(ctx.types), parts_(parts), loop_(loop), any_step_(any_step) {}

    const char *run() {
        if (!parts_.condition || !parts_.step) return "the loop has no condition or no step";
        if (!steps(parts_.step)) return "the step is not the addition of a constant to a variable";
        if (const char *why = is_variable_suitable()) return why;
        if (const char *why = bounds()) return why;
        return starts();
    }

private:
    /// Is it a positive constant that fits? Its value; 0: THREADS that is known at run time only.
    bool constant(Expr *e, long &value) {
        if (without_conversions(e)->kind == NodeKind::threads_expr && !ctx_.options.static_threads) {
            value = 0;
            return true;
        }
        const ConstantValue c = evaluate(ctx_, e);
        value = static_cast<long>(c.value);
        return c.known && !c.is_floating && !c.times_threads && c.value > 0 && c.value < (1L << 30);
    }

    bool by(Expr *e, bool down) {
        long value;
        if (constant(e, value) && !(down && value == 0)) {
            loop_.step = down ? -value : value;
            return true;
        }
        loop_.by = any_step_ && !down && loop_.variable && keeps(e, loop_.variable->type) ? e : nullptr;
        return loop_.by;
    }

    /// Is adding the expression to a variable of that type adding its value? Signed ones only: what
    /// wraps may end in any direction.
    bool keeps(Expr *e, QualType type) {
        const QualType from = without_value_conversions(e)->type;
        if (evaluate(ctx_, e).known || !types_.is_integer(from) || !types_.is_integer(e->type)) return false;
        const auto fits = [&](QualType t) {
            return types_.size_of(t) < types_.size_of(type) ||
                   (types_.size_of(t) == types_.size_of(type) && types_.is_signed(t));
        };
        return types_.is_signed(type) && fits(from) && fits(e->type);
    }

    bool steps(Expr *expression) {
        const LoopStep step = step_of(expression);
        loop_.variable = step.variable;
        if (step.by) return by(step.by, step.negative);
        loop_.step = step.negative ? -1 : 1;
        return step.variable;
    }

    const char *is_variable_suitable() {
        const VarDecl *i = loop_.variable;
        if (!i) return "the step changes no variable";
        const QualType type = types_.canonical(i->type);
        if (types_.is_shared(i->type) || !is_counter(types_, type)) return "the variable is no private int or long";
        if (i->is_static_storage || i->file_scope || i->storage == Storage::extern_ || type.is_volatile_or_atomic())
            return "the variable is not local";
        return nullptr;
    }

    const char *bounds() {
        auto *test = as<BinaryExpr>(without_parens(parts_.condition));
        if (!test || test->op < BinaryOp::lt || test->op > BinaryOp::ne || test->op == BinaryOp::eq)
            return "the condition compares the variable with nothing";
        const VariableTest found = test_of(ctx_, test, loop_.variable);
        if (!found.variable) return "the condition does not compare the variable";
        if (!types_.is_integer(found.compared) || types_.size_of(found.compared) > 8)
            return "variable and bound are compared as no integers of 64 bits";
        const BinaryOp op = found.op;
        const bool up = loop_.step >= 0;
        if (loop_.by && !types_.is_signed(found.compared)) return "variable and bound differ in signedness";
        if (types_.is_signed(found.compared) != types_.is_signed(loop_.variable->type) &&
            !(up && types_.is_signed(loop_.variable->type)))
            return "variable and bound differ in signedness";
        if (op == BinaryOp::ne) {
            if ((loop_.step != 1 && loop_.step != -1) || !types_.is_signed(loop_.variable->type))
                return "with != the step must be one, and the variable signed";
        } else if (up != (op == BinaryOp::lt || op == BinaryOp::le)) {
            return "step and condition point in different directions";
        } else if (!up && !types_.is_signed(loop_.variable->type) && (loop_.step != -1 || op == BinaryOp::ge)) {
            return "an unsigned variable may go round below 0";
        }
        loop_.inclusive = op == BinaryOp::le || op == BinaryOp::ge;
        loop_.condition = parts_.condition;
        loop_.compared = found.compared;
        loop_.offset = found.offset;
        loop_.bound = found.bound;
        return nullptr;
    }

    const char *starts() {
        auto *d = as<Declaration>(parts_.init);
        auto *a = as<AssignExpr>(without_parens(as<Expr>(parts_.init)));
        const bool good = d ? d->declarators.size() == 1 && d->declarators[0]->decl == loop_.variable
                            : !parts_.init || (a && !a->compound && named_variable(a->target) == loop_.variable);
        loop_.init = parts_.init;
        return good ? nullptr : "the loop begins with more than its variable";
    }

    Context &ctx_;
    const TypeTable &types_;
    const LoopParts &parts_;
    CountedLoop &loop_;
    const bool any_step_;
};

/// What is added to the variable in `i + c`, `c + i`, `i - c`; null for other expressions. Sums
/// that wrap are none.
std::optional<long> added_to(Context &ctx, Expr *e, const VarDecl *variable) {
    const TypeTable &types = ctx.types;
    if (named_variable(e) == variable) return 0;
    auto *sum = as<BinaryExpr>(without_value_conversions(e));
    if (!sum || (sum->op != BinaryOp::add && sum->op != BinaryOp::sub)) return std::nullopt;
    const bool is_left = named_variable(sum->left) == variable;
    if (!is_left && (sum->op == BinaryOp::sub || named_variable(sum->right) != variable)) return std::nullopt;
    for (const QualType type : {variable->type, sum->type, e->type})
        if (!types.is_signed(type) || types.size_of(type) < types.size_of(variable->type)) return std::nullopt;
    const ConstantValue c = evaluate(ctx, is_left ? sum->right : sum->left);
    if (!c.known || c.is_floating || c.times_threads || c.value > (1L << 30) || c.value < -(1L << 30))
        return std::nullopt;
    return static_cast<long>(c.value) * (sum->op == BinaryOp::sub ? -1 : 1);
}

} // namespace

VariableTest test_of(Context &ctx, const BinaryExpr *test, VarDecl *variable) {
    if (!variable) return {};
    if (const auto offset = added_to(ctx, test->left, variable))
        return {variable, *offset, test->left->type, test->op, test->right};
    if (const auto offset = added_to(ctx, test->right, variable))
        return {variable, *offset, test->right->type, mirrored(test->op), test->left};
    return {};
}

LoopStep step_of(Expr *step) {
    step = step ? without_value_conversions(step) : nullptr;
    if (auto *u = as<UnaryExpr>(step)) {
        const bool up = u->op == UnaryOp::pre_increment || u->op == UnaryOp::post_increment;
        const bool down = u->op == UnaryOp::pre_decrement || u->op == UnaryOp::post_decrement;
        return up || down ? LoopStep{named_variable(u->operand), nullptr, down} : LoopStep{};
    }
    auto *a = as<AssignExpr>(step);
    VarDecl *i = a ? named_variable(a->target) : nullptr;
    if (!i) return {};
    if (a->compound)
        return a->op == BinaryOp::add || a->op == BinaryOp::sub ? LoopStep{i, a->value, a->op == BinaryOp::sub}
                                                                : LoopStep{};
    auto *sum = as<BinaryExpr>(without_value_conversions(a->value));
    if (!sum || (sum->op != BinaryOp::add && sum->op != BinaryOp::sub)) return {};
    if (named_variable(sum->left) == i) return {i, sum->right, sum->op == BinaryOp::sub};
    return sum->op == BinaryOp::add && named_variable(sum->right) == i ? LoopStep{i, sum->left, false} : LoopStep{};
}

bool is_counter(const TypeTable &types, QualType type) {
    const TypeKind kind = types.kind(types.canonical(type));
    return kind == TypeKind::int_ || kind == TypeKind::uint || kind == TypeKind::long_ || kind == TypeKind::ulong ||
           kind == TypeKind::llong || kind == TypeKind::ullong;
}

BinaryOp mirrored(BinaryOp comparison) {
    switch (comparison) {
    case BinaryOp::lt: return BinaryOp::gt;
    case BinaryOp::gt: return BinaryOp::lt;
    case BinaryOp::le: return BinaryOp::ge;
    case BinaryOp::ge: return BinaryOp::le;
    default: return comparison;
    }
}

const char *recognise_counted_loop(Context &ctx, const LoopParts &parts, CountedLoop &loop, bool any_step) {
    return Recogniser(ctx, parts, loop, any_step).run();
}

} // namespace polder::cc

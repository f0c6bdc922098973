// Recognises loops that can be cut into strips (strip_loop.h).
#include "compiler/analysis/strip_loop.h"

#include "compiler/sema/constant.h"
#include "compiler/type/conversions.h"

#include <cstdlib>
#include <utility>

namespace polder::cc {

namespace {

constexpr long most_distance = 1L << 40; // between the ends of a loop: more is no count

/// The parts of a condition `a && b && c`, in order.
void split(Expr *condition, std::vector<Expr *> &parts) {
    auto *both = as<BinaryExpr>(without_value_conversions(condition));
    if (!both || both->op != BinaryOp::logical_and) {
        parts.push_back(condition);
        return;
    }
    split(both->left, parts);
    split(both->right, parts);
}

/// May the conditions go out more than once, and do they leave the variable alone?
bool leave_alone(LoopFacts &facts, const std::vector<Expr *> &guards, const VarDecl *v) {
    for (Expr *guard : guards) {
        const Effects &of = facts.effects(guard);
        if (of.changed.count(v->canonical) || of.opaque() || !of.twice()) return false;
    }
    return true;
}

/// Is it a counter that only the step of the loop changes?
bool is_stepped_alone(const FunctionAnalyses &in, const ForStmt *s, const VarDecl *v) {
    const QualType type = in.ctx.types.canonical(v->type);
    const Effects &inside = in.facts.effects(s->body);
    return is_counter(in.ctx.types, type) && !v->is_static_storage && !type.is_volatile_or_atomic() &&
           !inside.changed.count(v->canonical) && !inside.opaque() &&
           !in.facts.effects(in.function->body).exposed.count(v->canonical);
}

/// The loop that `condition` ends. A bound that is read once, when the loop begins, may be one that
/// lies in memory.
std::optional<StripLoop> counted_by(const FunctionAnalyses &in, ForStmt *s, Expr *condition, Node *around) {
    const TypeTable &types = in.ctx.types;
    FunctionDecl *f = in.function;
    const LoopStep step = step_of(s->step);
    auto *test = condition ? as<BinaryExpr>(without_value_conversions(condition)) : nullptr;
    if (!step.variable || !test) return std::nullopt;
    const VariableTest found = test_of(in.ctx, test, step.variable);
    if (!found.variable) return std::nullopt;
    StripLoop loop{s, step.variable, found.bound, found.op, 1, false, s->body, in.while_loops.written(s)};
    loop.offset = found.offset;
    const QualType type = types.canonical(step.variable->type);
    if (!is_stepped_alone(in, s, step.variable) || types.is_signed(found.compared) != types.is_signed(type) ||
        !types.is_integer(loop.bound->type) || types.size_of(loop.bound->type) > 8)
        return std::nullopt;
    if (step.by) {
        IndexScope scope{in.facts, in.ctx, s, f, {}};
        const auto by = affine(step.by, scope);
        const auto number = by ? by->only_constant() : std::nullopt;
        const bool same_sign = types.is_signed(type) == types.is_signed(promoted(types, step.by->type));
        if (!by || !(number || same_sign)) return std::nullopt;
        Affine rest = *by;
        const auto rows = by->coefficient(atom_of_threads);
        if (!number && (!rows || !rest.add(Affine::atom(atom_of_threads), -*rows) || rest.only_constant() != 0L))
            return std::nullopt;
        loop.step = number ? *number : *rows;
        loop.times_threads = !number;
    }
    if (step.negative) loop.step = -loop.step;
    const bool up = loop.step > 0;
    const bool down = loop.step < 0;
    const bool is_unsigned = !types.is_signed(type);
    const bool ends = loop.test == BinaryOp::ne ? std::abs(loop.step) == 1 && !loop.times_threads && !is_unsigned
                      : up                      ? loop.test == BinaryOp::lt || loop.test == BinaryOp::le
                           : loop.test == BinaryOp::gt || (loop.test == BinaryOp::ge && !is_unsigned);
    if ((!up && !down) || !ends || (down && is_unsigned && loop.step != -1) || std::abs(loop.step) > (1L << 30))
        return std::nullopt;
    if (!(around == s ? in.facts.is_stable(loop.bound, s, f, LoopFacts::Moment::once)
                      : in.facts.is_stable(loop.bound, around, f)))
        return std::nullopt;
    return loop;
}

/// A loop of which only the variable and its step are known. Variables that wrap are none: a run
/// could end behind the place where they do.
std::optional<StripLoop> open_loop(const FunctionAnalyses &in, ForStmt *s) {
    const TypeTable &types = in.ctx.types;
    const LoopStep step = step_of(s->step);
    VarDecl *v = step.variable;
    const ConstantValue by = step.by ? evaluate(in.ctx, step.by) : ConstantValue();
    const bool usable = by.known && !by.is_floating && !by.times_threads && by.value > 0 && by.value <= (1L << 30);
    if (!v || (step.by && !usable)) return std::nullopt;
    StripLoop loop{s, v, nullptr, BinaryOp::lt, 1, false, s->body, in.while_loops.written(s)};
    loop.is_open = true;
    loop.step = (step.by ? static_cast<long>(by.value) : 1) * (step.negative ? -1 : 1);
    const QualType type = types.canonical(v->type);
    const bool wraps = !types.is_signed(type) && (types.size_of(type) < 8 || loop.step < 0);
    if (wraps || !is_stepped_alone(in, s, v)) return std::nullopt;
    return loop;
}

} // namespace

std::optional<StripLoop> strip_loop(const FunctionAnalyses &in, ForStmt *s, Node *around) {
    return counted_by(in, s, s->condition, around);
}

std::optional<StripLoop> guarded_loop(const FunctionAnalyses &in, ForStmt *s) {
    std::vector<Expr *> parts;
    if (s->condition) split(s->condition, parts);
    auto loop = parts.empty() ? std::nullopt : counted_by(in, s, parts.front(), s);
    if (loop)
        parts.erase(parts.begin());
    else
        loop = open_loop(in, s);
    if (!loop || !leave_alone(in.facts, parts, loop->variable)) return std::nullopt;
    loop->guards = parts;
    return loop;
}

std::optional<TripCount> trip_count(const FunctionAnalyses &in, const StripLoop &loop) {
    auto *s = as<ForStmt>(loop.statement);
    Expr *start = s ? start_of(s, loop.variable) : nullptr;
    if (!start || !loop.bound || loop.is_guarded() || loop.times_threads || loop.test == BinaryOp::ne)
        return std::nullopt;
    const IndexScope scope{in.facts, in.ctx, s, in.function, {}};
    const auto first = affine(start, scope);
    auto distance = affine(loop.bound, scope);
    if (!first || !distance || !distance->add(*first, -1) || !distance->only_constant()) return std::nullopt;
    const long last = loop.test == BinaryOp::le || loop.test == BinaryOp::ge ? 1 : 0;
    const long length = *distance->only_constant();
    if (std::abs(length) > most_distance) return std::nullopt;
    const long steps = (loop.step > 0 ? length : -length) + last;
    return TripCount{*first, steps > 0 ? (steps - 1) / std::abs(loop.step) + 1 : 0};
}

VarDecl *stepped_variable(const FunctionAnalyses &in, Node *loop) {
    ForStmt *f = in.while_loops.with_step(as<Stmt>(loop), in.function);
    auto *a = as<ForallStmt>(loop);
    return f || a ? step_of(f ? f->step : a->step).variable : nullptr;
}

Expr *start_of(const ForStmt *s, const VarDecl *variable) {
    if (auto *a = as<AssignExpr>(s->init))
        return !a->compound && named_variable(a->target) == variable ? a->value : nullptr;
    if (auto *d = as<Declaration>(s->init))
        for (Declarator *x : d->declarators)
            if (x->decl == variable) return x->init;
    return nullptr;
}

} // namespace polder::cc

// Intervals: the loops that count, and where in them something stands (loop_intervals.h).
#include "compiler/lower/checks/loop_intervals.h"

#include "compiler/lower/runs/strip_mine.h"
#include "compiler/sema/constant.h"

#include <utility>

namespace polder::cc {

namespace {

/// The conjunct of a condition that is evaluated first.
Expr *first_conjunct(Expr *e) {
    for (;;) {
        e = without_value_conversions(e);
        auto *b = as<BinaryExpr>(e);
        if (!b || b->op != BinaryOp::logical_and) return e;
        e = b->left;
    }
}

/// What a loop gives its variable first; null if that is not said in its head.
Expr *start_of(Node *init, const VarDecl *v) {
    if (auto *d = as<Declaration>(init)) {
        for (Declarator *x : d->declarators)
            if (x->decl == v) return x->init;
        return nullptr;
    }
    Expr *e = without_conversions(as<Expr>(init));
    if (auto *b = as<BinaryExpr>(e); b && b->op == BinaryOp::comma) {
        Expr *last = start_of(b->right, v);
        return last ? last : start_of(b->left, v);
    }
    auto *a = as<AssignExpr>(e);
    return a && !a->compound && named_variable(a->target) == v ? a->value : nullptr;
}

} // namespace

LoopIntervals::LoopIntervals(const LowerContext &context, Stmt *loop)
    : Lowering(context), loop_(loop), function_(in.function->decl), declarations_(ctx) {
    auto *f = as<ForStmt>(loop);
    auto *a = as<ForallStmt>(loop);
    init_ = f ? f->init : a ? a->init : nullptr;
}

bool LoopIntervals::find(const std::unordered_set<const Node *> &wanted) {
    wanted_ = &wanted;
    walk(loop_, {});
    return !loops_.empty() && loops_.front()->outermost;
}

Node *LoopIntervals::interval(Expr *e, const Expr *at) {
    const auto place = places_.find(at);
    return place == places_.end() ? nullptr : values(e, place->second);
}

bool LoopIntervals::is_deep(const Expr *at) const {
    const auto place = places_.find(at);
    return place == places_.end() || place->second.deep;
}

/// A variable that the loop leaves alone. Assembly without an instruction in it does so with what
/// it does not name.
bool LoopIntervals::is_fixed(VarDecl *v) {
    const Effects &inside = unit.facts.effects(loop_);
    const QualType type = types.canonical(v->type);
    return unit.facts.is_fixed(v, loop_, function_) ||
           (!inside.acts && !inside.changed.count(v->canonical) && !v->is_static_storage && !v->file_scope &&
            v->storage != Storage::extern_ && !type.is_volatile_or_atomic() && !types.is_shared(v->type) &&
            !unit.facts.effects(function_->body).exposed.count(v->canonical));
}

/// By how much, and in which direction: a constant number of times one or THREADS.
bool LoopIntervals::step_of_loop(Expr *step, Counted &loop) {
    if (auto *b = as<BinaryExpr>(without_conversions(step)); b && b->op == BinaryOp::comma) {
        const bool left = unit.facts.effects(b->left).changed.count(loop.variable->canonical);
        const bool right = unit.facts.effects(b->right).changed.count(loop.variable->canonical);
        return left != right && step_of_loop(left ? b->left : b->right, loop);
    }
    const LoopStep by = step_of(step);
    if (!by.variable || by.variable->canonical != loop.variable->canonical) return false;
    loop.up = !by.negative;
    loop.step = "1L";
    if (!by.by) return true;
    const ConstantValue c = evaluate(ctx, by.by);
    if (without_conversions(by.by)->kind == NodeKind::threads_expr) {
        loop.step = "(long)" + threads();
        return true;
    }
    if (!c.known || c.is_floating || c.times_threads || c.value == 0 || c.value > (1 << 30) || c.value < -(1 << 30))
        return false;
    if (c.value < 0) loop.up = !loop.up;
    loop.step = std::to_string(static_cast<long>(c.value < 0 ? -c.value : c.value)) + "L";
    return true;
}

/// A loop that counts, or null.
LoopIntervals::Counted *LoopIntervals::counted(Stmt *s) {
    auto *a = as<ForallStmt>(s);
    ForStmt *f = a ? nullptr : unit.while_loops.with_step(s, in.function ? in.function->decl : nullptr);
    if (!a && !f) return nullptr;
    Node *init = a ? a->init : f->init;
    Expr *condition = a ? a->condition : f->condition;
    Expr *step = a ? a->step : f->step;
    Stmt *body = a ? a->body : f->body;
    auto *test = condition && step ? as<BinaryExpr>(first_conjunct(condition)) : nullptr;
    if (!test || test->op < BinaryOp::lt || test->op > BinaryOp::ne || test->op == BinaryOp::eq) return nullptr;
    for (const bool swapped : {false, true}) {
        Counted loop;
        loop.compared = swapped ? test->right : test->left;
        loop.bound = swapped ? test->left : test->right;
        loop.test = swapped ? mirrored(test->op) : test->op;
        loop.variable = named_variable(loop.compared);
        loop.outermost = s == loop_;
        VarDecl *v = loop.variable;
        if (!v || !step_of_loop(step, loop)) continue;
        const QualType type = types.canonical(v->type);
        const QualType compared = types.canonical(loop.compared->type);
        if (!is_counter(types, type) || v->is_static_storage || v->file_scope || v->storage == Storage::extern_ ||
            type.is_volatile_or_atomic() || !types.is_integer(compared) ||
            types.size_of(compared) < types.size_of(type) || !types.is_integer(loop.bound->type))
            continue;
        const bool ends = loop.test == BinaryOp::ne ? loop.step == "1L" && types.is_signed(type)
                          : loop.up                 ? loop.test == BinaryOp::lt || loop.test == BinaryOp::le
                                                    : (loop.test == BinaryOp::gt || loop.test == BinaryOp::ge) &&
                                          types.is_signed(compared) == types.is_signed(type);
        if (!ends || unit.facts.effects(body).changed.count(v->canonical) ||
            unit.facts.effects(condition).changed.count(v->canonical) ||
            unit.facts.effects(function_->body).exposed.count(v->canonical))
            continue;
        loop.start = start_of(init, v);
        loops_.push_back(std::make_unique<Counted>(std::move(loop)));
        return loops_.back().get();
    }
    return nullptr;
}

/// In a condition `i < n && rest`, the rest is evaluated where the variable is in its interval.
void LoopIntervals::walk_condition(Expr *e, Counted *counted, const Place &outside, const Place &inside) {
    auto *b = counted ? as<BinaryExpr>(without_value_conversions(e)) : nullptr;
    if (!b || b->op != BinaryOp::logical_and) return walk(e, outside);
    walk_condition(b->left, counted, outside, inside);
    walk(b->right, inside);
}

/// Where what is wanted stands, and what is declared.
void LoopIntervals::walk(Node *n, const Place &place) {
    if (wanted_->count(n)) places_[n] = place;
    if (auto *d = as<Declaration>(n))
        for (Declarator *x : d->declarators)
            if (x->decl) declared_[x->decl->canonical] = {x->init, place};
    if (!is_loop(n)) {
        for_each_child(n, [&](Node *child) { walk(child, place); });
        return;
    }
    auto *f = as<ForStmt>(n);
    auto *a = as<ForallStmt>(n);
    auto *w = as<WhileStmt>(n);
    auto *d = as<DoStmt>(n);
    Node *init = f ? f->init : a ? a->init : nullptr;
    Node *body = f ? f->body : a ? a->body : w ? w->body : d->body;
    Expr *condition = f ? f->condition : a ? a->condition : w ? w->condition : d->condition;
    Counted *loop = counted(static_cast<Stmt *>(n));
    Place outside = place;
    outside.deep = n != loop_;
    outside.entry = false;
    Place inside = outside;
    if (loop) {
        places_[loop->compared] = outside;
        inside.around.push_back(loop); // a step in the body is behind all that names the variable
    }
    Place first = outside;
    first.entry = n == loop_;
    first.deep = place.deep;
    for_each_child(n, [&](Node *child) {
        if (child == init)
            walk(child, first);
        else if (child == condition)
            walk_condition(condition, inside.around.size() > place.around.size() ? loop : nullptr, outside, inside);
        else
            walk(child, child == body || (a && child == a->affinity) ? inside : outside);
    });
}

} // namespace polder::cc

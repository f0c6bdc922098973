// Finds stepped indexes: first what the loop changes, then what follows that.
#include "compiler/lower/passes/stepped_indexes.h"

#include "compiler/analysis/strip_loop.h"
#include "compiler/sema/constant.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr long most_step = 1L << 20;

VarDecl *same(VarDecl *v) {
    return v ? as<VarDecl>(v->canonical) : nullptr;
}

} // namespace

ConstantStep constant_step(Context &ctx, Expr *e) {
    const LoopStep step = step_of(without_parens(e));
    if (!step.variable) return {};
    long by = 1;
    if (step.by) {
        const ConstantValue value = evaluate(ctx, step.by);
        if (!value.known || value.is_floating || value.times_threads || value.value < -most_step ||
            value.value > most_step || value.value == 0)
            return {};
        by = static_cast<long>(value.value);
    }
    return {step.variable, step.negative ? -by : by};
}

void SteppedIndexes::changed(VarDecl *v, bool steps) {
    if (!v) return;
    const auto [known, is_new] = changes_.try_emplace(v->canonical);
    if (is_new) order_.push_back(v);
    known->second.steps += steps ? 1 : 0;
    known->second.all += 1;
}

void SteppedIndexes::find_changes(Node *n) {
    if (auto *a = as<AssignExpr>(n)) {
        changed(named_variable(a->target), constant_step(in_.ctx, a).variable);
    } else if (auto *u = as<UnaryExpr>(n); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement) {
        changed(named_variable(u->operand), true);
    } else if (auto *x = as<Declarator>(n); x && x->init) {
        changed(as<VarDecl>(x->decl), false);
    }
    for_each_child(n, [&](Node *child) { find_changes(child); });
}

/// May spans be kept for the variable: is each change of it an expression of this function?
bool SteppedIndexes::may_follow(const VarDecl *v) {
    const QualType type = types_.canonical(v->type);
    return is_counter(types_, type) && !v->is_static_storage && !v->file_scope && !v->thread_local_ &&
           v->storage != Storage::extern_ && !type.is_volatile_or_atomic() &&
           !in_.facts.effects(in_.function->body).exposed.count(v->canonical);
}

/// The variable of a loop that is cut into runs, or null.
VarDecl *SteppedIndexes::counted(Stmt *loop) {
    ForStmt *counting = in_.while_loops.with_step(loop, in_.function);
    const auto strips = counting ? strip_loop(in_, counting, counting) : std::nullopt;
    return strips && !around_.is_followed(strips->variable) ? strips->variable : nullptr;
}

/// Does another pass find the element, as it goes on with a counted loop?
bool SteppedIndexes::goes_with(IndexExpr *e, const std::vector<Counted> &around) {
    IndexScope scope = scope_of(nullptr);
    scope.through_names = true;
    for (size_t i = around.size(); i-- > 0;) {
        const Counted &outer = around[i];
        scope.loop = outer.loop;
        scope.variables.insert(outer.variable->canonical);
        const auto index = index_of(e, scope);
        if (index && index->mentions(atom_of(outer.variable)) && !base_of(in_, e, outer.loop).empty()) {
            changes_[outer.variable->canonical].counts = true;
            return true;
        }
    }
    return false;
}

std::optional<SteppedReference> SteppedIndexes::follows(IndexExpr *e, VarDecl *v) {
    SteppedReference r{.expr = e, .base = array_of(e)};
    auto *step = as<UnaryExpr>(without_value_conversions(e->index));
    if (step && step->op >= UnaryOp::pre_increment && step->op <= UnaryOp::post_decrement) {
        VarDecl *stepped = named_variable(step->operand);
        if (!stepped || stepped->canonical != v->canonical || as<IndexExpr>(decayed_array(e->base)))
            return std::nullopt;
        r.own = step;
        return r;
    }
    IndexScope scope = scope_of(loop_);
    scope.variables.insert(v->canonical);
    auto index = index_of(e, scope);
    const auto factor = index ? index->coefficient(atom_of(v)) : std::nullopt;
    if (!factor || *factor == 0 || std::abs(*factor) > most_step || !index->add(Affine::atom(atom_of(v)), -*factor))
        return std::nullopt;
    r.rest = *index;
    r.factor = *factor;
    return r;
}

/// Does the index follow a variable in the loop directly around it?
bool SteppedIndexes::follows_nearby(IndexExpr *e, Stmt *inside) {
    if (inside == loop_) return false;
    IndexScope scope = scope_of(loop_);
    for (VarDecl *v : order_)
        if (may_follow(v)) scope.variables.insert(v->canonical);
    const auto index = index_of(e, scope);
    if (!index) return false;
    const Effects &of = in_.facts.effects(inside);
    std::optional<long> factor;
    for (VarDecl *v : order_) {
        if (!of.assigned.count(v->canonical) || !index->mentions(atom_of(v))) continue;
        const auto c = index->coefficient(atom_of(v));
        if (factor || !c || *c == 0 || std::abs(*c) > most_step || !changes_[v->canonical].steps) return false;
        factor = c;
    }
    if (!factor) return false;
    found_.nearby.push_back({.expr = e, .base = array_of(e), .rest = *index, .factor = *factor});
    return true;
}

void SteppedIndexes::consider(IndexExpr *e, const std::vector<Counted> &around, Inside inside) {
    if (types_.is_array(e->type) || !types_.is_shared(e->type) || is_strict_access(types_, e) || around_.is_taken(e) ||
        types_.block_of(types_.pointee(e->base->type)) == 0 || array_of(e).empty())
        return;
    if (goes_with(e, around)) {
        if (types_.block_of(types_.pointee(e->base->type)) == 1) found_.strided.emplace_back(e, array_of(e));
        return;
    }
    for (VarDecl *v : order_) {
        if (!changes_[v->canonical].steps || !may_follow(v)) continue;
        auto r = follows(e, v);
        if (!r) continue;
        auto known = std::find_if(found_.indexes.begin(), found_.indexes.end(),
                                  [&](const SteppedIndex &i) { return i.variable->canonical == v->canonical; });
        if (known == found_.indexes.end()) {
            found_.indexes.push_back({.variable = v, .changes = changes_[v->canonical].all});
            known = found_.indexes.end() - 1;
        }
        known->references.push_back(std::move(*r));
        return;
    }
    if (!inside.counted && !follows_nearby(e, inside.loop) && !index_of(e, scope_of(loop_)))
        found_.others.emplace_back(e, array_of(e));
}

void SteppedIndexes::find_references(Node *n, std::vector<Counted> &around, Inside inside) {
    VarDecl *variable = nullptr;
    if (is_loop(n)) {
        auto *forall = as<ForallStmt>(n);
        variable = forall ? step_of(forall->step).variable : counted(static_cast<Stmt *>(n));
        inside = {static_cast<Stmt *>(n), variable != nullptr};
        if (variable) around.push_back({static_cast<Stmt *>(n), variable});
        if (VarDecl *v = forall ? same(variable) : nullptr) changes_[v].counts = true;
    }
    if (auto *e = as<IndexExpr>(n)) consider(e, around, inside);
    for_each_child(n, [&](Node *child) { find_references(child, around, inside); });
    if (variable) around.pop_back();
}

/// May the variable have a value when the loop begins? It may be that of last time, if the loop
/// stands in another one or a label leads back to it. The loop's own variables have none.
bool SteppedIndexes::is_set_before(const VarDecl *v) {
    Node *body = in_.function->body;
    if (v->name_token >= loop_->range.first && v->name_token < loop_->range.last) return false;
    return v->kind == NodeKind::param_decl || !in_.facts.effects(body).twice() || is_set_outside(body, v, false);
}

bool SteppedIndexes::is_set_outside(Node *n, const VarDecl *v, bool in_loop) {
    if (n == loop_) return in_loop;
    in_loop = in_loop || is_loop(n);
    VarDecl *target = nullptr;
    if (auto *a = as<AssignExpr>(n)) target = named_variable(a->target);
    if (auto *u = as<UnaryExpr>(n)) target = named_variable(u->operand);
    if (auto *x = as<Declarator>(n); x && x->init) target = as<VarDecl>(x->decl);
    bool found = (target && target->canonical == v->canonical) || n->kind == NodeKind::asm_stmt;
    for_each_child(n, [&](Node *child) { found = found || is_set_outside(child, v, in_loop); });
    return found;
}

SteppedLoop SteppedIndexes::find(Stmt *loop) {
    loop_ = loop;
    find_changes(loop);
    std::vector<Counted> around;
    find_references(loop, around, {loop, false});
    // A variable that also counts a loop which another pass takes stays that pass's.
    std::erase_if(found_.indexes, [&](const SteppedIndex &i) { return changes_[i.variable->canonical].counts; });
    for (SteppedIndex &i : found_.indexes)
        i.set_outside = is_set_before(i.variable);
    return std::move(found_);
}

} // namespace polder::cc

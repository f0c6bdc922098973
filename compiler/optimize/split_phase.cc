// Finds the runs of statements whose reads are asked for together (split_phase.h).
#include "compiler/optimize/split_phase.h"

#include "compiler/analysis/access_function.h"
#include "compiler/unit/compose.h"

namespace polder::cc {

namespace {

constexpr size_t most_reads = 8; // of a run: so many fetches are under way at most, with room for others

bool is_chosen(const BinaryExpr *e) {
    return e->op == BinaryOp::logical_and || e->op == BinaryOp::logical_or;
}

} // namespace

void SplitPhaseReads::add(Expr *lvalue, Run &run) {
    const auto text = [&](Expr *e) { return ctx_.source.slice(extent(e)); };
    for (Expr *known : run.reads)
        if (text(known) == text(lvalue)) return;
    if (run.reads.size() < most_reads) run.reads.push_back(lvalue);
}

/// Can the expression (an address, if it is an lvalue) be computed at the beginning of the run?
bool SplitPhaseReads::is_settled(Expr *e, const Run &run) {
    if (const auto *name = as<NameExpr>(e)) {
        auto *v = as<VarDecl>(name->decl);
        return !v || (!run.changed.count(v->canonical) && !types_.canonical(v->type).is_volatile_or_atomic());
    }
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return true;
    case NodeKind::paren_expr:
    case NodeKind::member_expr: break;
    case NodeKind::size_expr: return !types_.is_variably_modified(static_cast<SizeExpr *>(e)->measured);
    case NodeKind::cast_expr: return is_settled(static_cast<CastExpr *>(e)->operand, run);
    case NodeKind::binary_expr:
        if (static_cast<BinaryExpr *>(e)->op == BinaryOp::comma) return false;
        break;
    case NodeKind::unary_expr:
        if (const UnaryOp op = static_cast<UnaryExpr *>(e)->op;
            op >= UnaryOp::pre_increment && op <= UnaryOp::post_decrement)
            return false;
        break;
    case NodeKind::index_expr: break;
    case NodeKind::implicit_cast: {
        // A value from shared memory comes by a wait of its own; one from private memory may have
        // changed.
        auto *c = static_cast<ImplicitCast *>(e);
        if (c->conversion != Conversion::lvalue_to_rvalue) break;
        const QualType type = types_.canonical(c->operand->type);
        if (types_.is_shared(type) || type.is_volatile_or_atomic() ||
            (run.memory_changed && !named_variable(c->operand)))
            return false;
        break;
    }
    default: return false;
    }
    return all_parts(e, [&](Expr *part) { return is_settled(part, run); });
}

/// Adds the reads that are done whenever e is. False: e has effects, or may wait for others.
bool SplitPhaseReads::collect(Expr *e, Run &run, bool certain) {
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr:
    case NodeKind::name_expr: return true;
    case NodeKind::size_expr: return !types_.is_variably_modified(static_cast<SizeExpr *>(e)->measured);
    case NodeKind::cast_expr:
        return !types_.is_variably_modified(e->type) && collect(static_cast<CastExpr *>(e)->operand, run, certain);
    case NodeKind::unary_expr:
        if (const UnaryOp op = static_cast<UnaryExpr *>(e)->op;
            op >= UnaryOp::pre_increment && op <= UnaryOp::post_decrement)
            return false;
        break;
    case NodeKind::binary_expr: {
        auto *b = static_cast<BinaryExpr *>(e);
        return collect(b->left, run, certain) && collect(b->right, run, certain && !is_chosen(b));
    }
    case NodeKind::conditional_expr: {
        auto *c = static_cast<ConditionalExpr *>(e);
        return collect(c->condition, run, certain) && (!c->then_value || collect(c->then_value, run, false)) &&
               collect(c->else_value, run, false);
    }
    case NodeKind::implicit_cast: {
        auto *c = static_cast<ImplicitCast *>(e);
        if (c->conversion == Conversion::lvalue_to_rvalue &&
            (types_.canonical(c->operand->type).is_volatile_or_atomic() || is_strict_access(types_, c->operand)))
            return false;
        if (!collect(c->operand, run, certain)) return false;
        if (certain && c->conversion == Conversion::lvalue_to_rvalue && types_.is_shared(c->operand->type) &&
            is_settled(c->operand, run))
            add(c->operand, run);
        return true;
    }
    case NodeKind::paren_expr:
    case NodeKind::index_expr:
    case NodeKind::member_expr: break;
    default: return false;
    }
    return all_parts(e, [&](Expr *part) { return collect(part, run, certain); });
}

bool SplitPhaseReads::take_assignment(AssignExpr *e, Run &run) {
    if (types_.canonical(e->target->type).is_volatile_or_atomic() || !collect(e->value, run, true) ||
        !collect(e->target, run, true))
        return false;
    if (types_.is_shared(e->target->type)) {
        if (is_strict_access(types_, e->target)) return false;
        if (e->compound && is_settled(e->target, run)) add(e->target, run);
        run.ends = true;
        return true;
    }
    VarDecl *v = named_variable(e->target);
    if (v) run.changed.insert(v->canonical);
    const bool alone = v && !v->is_static_storage && !facts_.effects(run.function->body).exposed.count(v->canonical);
    if (!alone && !run.memory_changed) {
        const auto &exposed = facts_.effects(run.function->body).exposed;
        run.changed.insert(exposed.begin(), exposed.end());
        run.memory_changed = true;
    }
    run.ends = run.ends || (!alone && !v); // variables of file scope may be meant
    return true;
}

bool SplitPhaseReads::take_declaration(Declaration *d, Run &run) {
    if (d->specifiers.storage == Storage::static_ || d->specifiers.storage == Storage::extern_ ||
        d->specifiers.storage == Storage::typedef_)
        return false;
    for (Declarator *x : d->declarators) {
        auto *v = as<VarDecl>(x->decl);
        if (!v || types_.is_variably_modified(v->type) || types_.is_shared(v->type) || !x->attributes.empty() ||
            (x->init && x->init->kind == NodeKind::init_list) || (x->init && !collect(x->init, run, true)))
            return false;
        run.changed.insert(v->canonical);
    }
    return true;
}

/// Adds a statement to the run. False: it cannot be added, and nothing behind it; the run's reads
/// are as they were.
bool SplitPhaseReads::take(Node *item, Run &run) {
    const size_t before = run.reads.size();
    bool fits = false;
    if (auto *s = as<ExprStmt>(item)) {
        auto *assignment = s->expr ? as<AssignExpr>(without_conversions(s->expr)) : nullptr;
        fits = s->expr && (assignment ? take_assignment(assignment, run) : collect(s->expr, run, true));
    } else if (auto *d = as<DeclStmt>(item)) {
        auto *declaration = as<Declaration>(d->declaration);
        fits = declaration && take_declaration(declaration, run);
    } else if (auto *r = as<ReturnStmt>(item)) {
        fits = r->value && collect(r->value, run, true);
        run.ends = true;
    } else if (auto *i = as<IfStmt>(item)) {
        fits = collect(i->condition, run, true);
        run.ends = true;
    }
    if (!fits) run.reads.resize(before);
    return fits;
}

void SplitPhaseReads::enter(const CompoundStmt *block, FunctionDecl *f) {
    items_.insert(block->items.begin(), block->items.end());
    const std::vector<Node *> &items = block->items;
    for (size_t i = 0; i < items.size();) {
        Run run{f};
        size_t first = i;
        while (i < items.size() && !run.ends && !(i > 0 && items[i - 1]->kind == NodeKind::pragma_stmt) &&
               take(items[i], run)) {
            ++i;
            if (run.reads.empty()) { // it begins behind
                run = {f};
                first = i;
            }
        }
        if (run.reads.size() > 1) runs_[items[first]] = run.reads;
        if (i == first) ++i;
    }
}

const std::vector<Expr *> *SplitPhaseReads::reads(Stmt *s, FunctionDecl *f) {
    if (!is_item(s) && s->kind != NodeKind::decl_stmt) {
        Run run{f};
        if (take(s, run) && run.reads.size() > 1) runs_[s] = run.reads;
    }
    const auto found = runs_.find(s);
    return found == runs_.end() ? nullptr : &found->second;
}

} // namespace polder::cc

// Finds the references of a nest. They are all accesses `base[...]...[...]` to shared arrays that
// no loop around has taken. With -fupc-check, they need no check at their place.
#include "compiler/optimize/passes.h"

#include "compiler/analysis/access_function.h"

namespace polder::cc {

namespace {

class Finder {
public:
    Finder(LoopNest &nest, const Surroundings &in)
        : nest_(nest), in_(in), types_(in.ctx().types), function_(in.analyses.function) {}

    /// All references below n.
    void find(Node *n) {
        if (auto *e = as<IndexExpr>(n)) consider(e);
        auto *inner = as<ForStmt>(n);
        Stmt *whole = nest_.loop.statement;
        const auto loop = inner ? strip_loop(in_.analyses, inner, whole) : std::nullopt;
        Expr *start = loop ? start_of(inner, loop->variable) : nullptr;
        const IndexScope scope{in_.analyses.facts, in_.ctx(), whole, function_, {}};
        const auto first = start ? affine(start, scope) : std::nullopt;
        const auto bound = loop ? affine(loop->bound, scope) : std::nullopt;
        const bool known = first && bound && loop->step > 0 && !loop->times_threads &&
                           (loop->test == BinaryOp::lt || loop->test == BinaryOp::le);
        for_each_child(n, [&](Node *child) {
            const bool inside = known && child == inner->body;
            if (inside) {
                Affine last = *bound;
                last.add(Affine::constant((loop->test == BinaryOp::lt ? -1 : 0) - loop->offset));
                around_.push_back({loop->variable, *first, last, start, loop->step});
                Affine steps = last;
                if (steps.add(*first, -1) && steps.only_constant().value_or(-1) >= 0) nest_.entered.insert(inner);
            }
            find(child);
            if (inside) around_.pop_back();
        });
    }

private:
    void consider(IndexExpr *e) {
        if (types_.is_array(e->type) || !types_.is_shared(e->type) || is_strict_access(types_, e) || in_.is_taken(e) ||
            in_.is_own_place(e) || !in_.is_checked_ahead(e))
            return;
        // Nothing is known of the first iteration of a loop with guards: these come before it.
        const auto place = nest_.loop.is_guarded() ? LoopFacts::Place::front : LoopFacts::Place::iteration;
        std::string base = base_of(in_.analyses, e, nest_.loop.statement, place);
        if (base.empty()) return;
        const bool contiguous = in_.block_of(e) == 0;
        if (contiguous && !in_.is_far()) return; // a pointer already
        nest_.needs_iteration = nest_.needs_iteration || base_of(in_.analyses, e, nest_.loop.statement).empty();
        IndexScope scope{
            in_.analyses.facts, in_.ctx(), nest_.loop.statement, function_, {nest_.loop.variable->canonical}, true};
        for (const InnerLoop &inner : around_)
            scope.variables.insert(inner.variable->canonical);
        const bool wanted = !contiguous || in_.passes.coalesce;
        auto index = wanted ? index_of(e, scope) : std::nullopt;
        if (wanted && !index && place != scope.place) {
            scope.place = place;
            index = index_of(e, scope);
            nest_.needs_iteration = nest_.needs_iteration || index;
        }
        nest_.accesses.push_back({e, std::move(base), index, around_});
    }

    LoopNest &nest_;
    const Surroundings &in_;
    const TypeTable &types_;
    FunctionDecl *function_;
    std::vector<InnerLoop> around_ = {};
};

} // namespace

void find_accesses(LoopNest &nest, const Surroundings &in) {
    Finder(nest, in).find(nest.loop.body);
    for (Expr *guard : nest.loop.guards)
        Finder(nest, in).find(guard);
}

} // namespace polder::cc

// Group prefetching: loops whose only access to shared memory is a random update at the end of the
// body.
//   before   for (i = 0; i < n; i++) { r = next(r); table[r & mask] ^= r; }
//   after    the update goes in groups: first the addresses and values of some, then the updates
//
// Why it is faster. Such a loop waits for memory. A processor has as many accesses under way as fit
// into its window of instructions; prefetched lines are not bound by that window.
//
// Why it is right. Everything but the update works on private scalars, by itself or in functions of
// this unit that do likewise. An update cannot change those, nor a private array that is named, nor
// a pointer: it has an arithmetic type (-fno-strict-aliasing switches the pass off). So they may be
// computed before it. Updates keep their order, and nothing synchronises in between.
#include "compiler/analysis/access_function.h"
#include "compiler/analysis/functions/scalar_work.h"
#include "compiler/optimize/passes.h"

namespace polder::cc {

namespace {

class UpdateAtEnd {
public:
    UpdateAtEnd(const LoopNest &nest, const Surroundings &in)
        : nest_(nest), in_(in), types_(in.ctx().types), work_(in.ctx(), in.analyses.facts) {}

    /// The update that ends the body, if all before it is scalar work; null otherwise.
    AssignExpr *find() {
        auto *block = as<CompoundStmt>(nest_.loop.body);
        Node *last = block ? (block->items.empty() ? nullptr : block->items.back()) : nest_.loop.body;
        auto *statement = as<ExprStmt>(last);
        auto *update = statement && statement->expr ? as<AssignExpr>(without_conversions(statement->expr)) : nullptr;
        auto *target = update ? as<IndexExpr>(without_parens(update->target)) : nullptr;
        if (!target || !is_random(target) || !is_number(update->value->type) ||
            !is_number(types_.unshared(update->target->type)) ||
            types_.size_of(types_.unshared(update->target->type)) > 8 || !work_.is_all(update->value, 0) ||
            !work_.is_all(target->index, 0) || as<IndexExpr>(decayed_array(target->base)))
            return nullptr;
        for (size_t i = 0; block && i + 1 < block->items.size(); ++i)
            if (!work_.is_all(block->items[i], 0)) return nullptr;
        return update;
    }

private:
    bool is_number(QualType type) const { return types_.is_arithmetic(type) && types_.kind(type) != TypeKind::complex; }
    /// A random access of this loop or of one around. Or an element of what is another array in
    /// each iteration; its index does not go on with the loop.
    bool is_random(IndexExpr *target) {
        if (!nest_.randoms.empty()) return nest_.randoms.size() == 1 && target == nest_.randoms.front().expr;
        if (const ResolvedPlace *place = in_.place(target); place && place->array_base) return true;
        const IndexScope scope{in_.analyses.facts,
                               in_.ctx(),
                               nest_.loop.statement,
                               in_.analyses.function,
                               {nest_.loop.variable->canonical}};
        return !in_.is_taken(target) && types_.is_shared(target->type) && !is_strict_access(types_, target) &&
               !in_.is_own_place(target) && base_of(in_.analyses, target, nest_.loop.statement).empty() &&
               !index_of(target, scope) && work_.is_all(target->base, 0);
    }

    const LoopNest &nest_;
    const Surroundings &in_;
    const TypeTable &types_;
    ScalarWork work_;
};

} // namespace

void group_prefetch(LoopNest &nest, const Surroundings &in) {
    nest.update = UpdateAtEnd(nest, in).find();
    nest.prefetches = nest.update && in.passes.group_prefetch && !in.is_far() && nest.groups.empty() &&
                      nest.strided_pointers.empty() && !nest.loop.times_threads;
}

} // namespace polder::cc

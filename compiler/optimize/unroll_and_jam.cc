// Unroll-and-jam: some iterations of an outer loop are done in one inner loop, if all of them run
// over the same elements there (matrix products). What they share is then read and written once.
//   before   for (i) for (k) c[i] += a[i][k] * b[k];
//   after    for (i += 2) for (k) { c[i] += a[i][k] * b[k]; c[i + 1] += a[i + 1][k] * b[k]; }
//
// Proof obligation: nothing that one iteration writes is touched by another, except the same place
// in the same inner iteration. A test in front says so where names do not. An address that the
// outer loop does not move is the same place.
#include "compiler/optimize/passes.h"
#include "compiler/optimize/pipeline.h"
#include "compiler/optimize/regions/region_finder.h"
#include "compiler/sema/constant.h"

namespace polder::cc {

namespace {

constexpr unsigned most_tokens = 150; // of a body, which goes out as often as there are copies
// With more pointers, fewer copies.
constexpr size_t most_regions_six = 3;
constexpr size_t most_regions_four = 4;
// Of the outer loop: what does not divide by the number of copies is done one by one.
constexpr long least_iterations_six = 64;

/// The loop that ends a body, behind nothing but declarations.
ForStmt *loop_at_end(Stmt *body, std::vector<Declaration *> &head) {
    auto *block = as<CompoundStmt>(body);
    if (!block) return as<ForStmt>(body);
    for (size_t i = 0; i + 1 < block->items.size(); ++i) {
        auto *s = as<DeclStmt>(block->items[i]);
        auto *d = s ? as<Declaration>(s->declaration) : nullptr;
        if (!d) return nullptr;
        head.push_back(d);
    }
    return block->items.empty() ? nullptr : as<ForStmt>(block->items.back());
}

/// The inner loop, if it begins and ends at the same in each iteration of the outer one.
std::optional<StripLoop> rectangular(ForStmt *inner, const LoopNest &nest, const FunctionAnalyses &in) {
    auto *d = as<Declaration>(inner->init);
    Stmt *whole = nest.loop.statement;
    const auto loop = d && d->declarators.size() == 1 ? strip_loop(in, inner, whole) : std::nullopt;
    if (!loop || loop->times_threads || loop->offset || d->declarators.front()->decl != loop->variable ||
        !d->declarators.front()->init)
        return std::nullopt;
    const IndexScope scope{in.facts, in.ctx, whole, in.function, {}};
    return affine(d->declarators.front()->init, scope) ? loop : std::nullopt;
}

unsigned copies_of(const LoopNest &nest, size_t pointers, Context &ctx) {
    const ConstantValue bound = nest.loop.bound ? evaluate(ctx, nest.loop.bound) : ConstantValue{};
    const bool many = !bound.known || bound.is_floating || bound.value >= least_iterations_six;
    return many && pointers <= most_regions_six ? 6 : pointers <= most_regions_four ? 4 : 2;
}

} // namespace

void unroll_and_jam(LoopNest &nest, const Surroundings &in) {
    const TokenRange range = nest.loop.body->range;
    const FunctionAnalyses &analyses = in.analyses;
    std::vector<Declaration *> head;
    ForStmt *inner = loop_at_end(nest.loop.body, head);
    if (!inner || in.is_far() || !in.passes.unroll_and_jam || !in.passes.strip_mine || nest.loop.times_threads ||
        !nest.strided_pointers.empty() || !nest.randoms.empty() || range.last - range.first > most_tokens ||
        analyses.notes.has_local_types(analyses.function) || analyses.facts.is_governed(inner, analyses.function))
        return;
    const auto loop = rectangular(inner, nest, analyses);
    if (!loop) return;
    const Surroundings within = inside(nest, in);
    auto jam = std::make_shared<UnrollAndJam>(UnrollAndJam{LoopNest{*loop}});
    const size_t mark = in.report.mark();
    optimise_references(jam->inside, within);
    in.report.forget(mark);
    jam->head = std::move(head);
    jam->regions = std::make_unique<AliasRegions>(RegionLoop{.whole = nest.loop.statement,
                                                             .variable = loop->variable,
                                                             .step = loop->step,
                                                             .outer = nest.loop.variable,
                                                             .inner = &jam->inside},
                                                  analyses);
    RegionFinder finder(within, *jam->regions);
    bool known = jam->inside.strided_pointers.empty() && jam->inside.randoms.empty();
    for (Declaration *d : jam->head)
        known = known && finder.find_head(d);
    if (!known || !finder.find(loop->body) || !jam->regions->may_jam()) return;
    jam->copies = copies_of(nest, jam->regions->regions().size(), in.ctx());
    nest.jam = std::move(jam);
}

} // namespace polder::cc

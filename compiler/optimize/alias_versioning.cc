// Alias versioning: runs whose memory is known to the last byte.
//   before   for (; i < stop; i++) q2[i] = q3[i + 1] + c;      // a run; q2 and q3 might overlap
//   after    two regions, one written: the run goes out as a function of pointers that do not
//            overlap, behind a test that says so
//
// Proof obligation: a body does nothing but arithmetic on private scalars and accesses to regions.
// So the regions that are tested are all of its memory.
#include "compiler/optimize/passes.h"
#include "compiler/optimize/regions/region_finder.h"
#include "compiler/sema/constant.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cc {

namespace {

constexpr unsigned most_tokens = 300; // of a body, which goes out once more

/// A constant of moderate size.
std::optional<long> number(Context &ctx, const Expr *e) {
    const ConstantValue v = evaluate(ctx, e);
    const bool moderate =
        v.known && !v.is_floating && !v.times_threads && v.value < (1L << 31) && v.value > -(1L << 31);
    return moderate ? std::optional(static_cast<long>(v.value)) : std::nullopt;
}

/// The iterations of a run that is all of the loop. It is 0 unless their number is a constant and
/// blocks are long enough for such a run. The C compiler then knows what is left behind its
/// vectors. A loop that begins in the middle of a block may be cut all the same.
long whole_run(const LoopNest &nest, const Surroundings &in) {
    Context &ctx = in.ctx();
    const StripLoop &loop = nest.loop;
    auto *s = as<ForStmt>(loop.statement);
    const Expr *start = s ? start_of(s, loop.variable) : nullptr;
    const auto first = start ? number(ctx, start) : std::nullopt;
    const auto bound = loop.bound ? number(ctx, loop.bound) : std::nullopt;
    if (!first || !bound || loop.test == BinaryOp::ne) return 0;
    const long step = std::abs(loop.step);
    const long last = loop.test == BinaryOp::le || loop.test == BinaryOp::ge ? 1 : 0;
    const long distance = (loop.step > 0 ? 1 : -1) * (*bound - loop.offset - *first) + last;
    if (distance <= 0) return 0;
    const long count = (distance - 1) / step + 1;
    const bool fits = std::all_of(nest.groups.begin(), nest.groups.end(), [&](const Group &g) {
        const Reference &low = *g.members.front();
        const Reference &high = *g.highest;
        const long reach = high.offset + high.extent - low.offset + std::abs(low.stride);
        const auto block = static_cast<long>(in.block_of(low.expr));
        return g.contiguous || reach + (count - 1) * std::abs(low.stride) <= block;
    });
    return fits ? count : 0;
}

} // namespace

void version_aliases(LoopNest &nest, const Surroundings &in) {
    const TokenRange range = nest.loop.body->range;
    if (in.is_far() || !in.passes.alias_versioning || nest.loop.times_threads || range.last - range.first > most_tokens)
        return;
    if (!nest.has_decisions() && !nest.update) { // it needs no spans: it has no shared array with blocks
        AliasRegions regions(region_loop(nest), in.analyses);
        nest.pays_alone = RegionFinder(in, regions).find(nest.loop.body) && regions.pays();
        if (!nest.pays_alone) return;
    }
    const bool odd_strides = std::any_of(nest.strided_pointers.begin(), nest.strided_pointers.end(),
                                         [](const StridedPointer &w) { return w.row || w.elements; });
    if (nest.jam || nest.in_one_run || in.in_jam || odd_strides || !nest.randoms.empty() ||
        in.analyses.notes.has_local_types(in.analyses.function))
        return;
    RegionLoop loop = region_loop(nest);
    loop.strided = &nest;
    nest.regions = std::make_shared<AliasRegions>(loop, in.analyses);
    nest.versioned = RegionFinder(inside(nest, in), *nest.regions).find(nest.loop.body) && nest.regions->pays();
    if (nest.versioned) // each region is a parameter of its own
        for (StridedPointer &w : nest.strided_pointers)
            w.leader = -1;
    nest.whole_run = nest.versioned && !nest.groups.empty() ? whole_run(nest, in) : 0;
}

} // namespace polder::cc

// The order of the passes. Each one works on what the ones before it have left.
#include "compiler/optimize/pipeline.h"

#include "compiler/optimize/passes.h"

namespace polder::cc {

namespace {

constexpr unsigned most_tokens = 600; // of a body that goes out twice

} // namespace

void optimise_references(LoopNest &nest, const Surroundings &in) {
    const TokenRange body = nest.loop.body->range;
    if (!in.analyses.facts.effects(nest.loop.body).twice() || body.last - body.first > most_tokens) return;

    // All references to shared arrays, with the loops around each. The passes below take them.
    find_accesses(nest, in);

    // References that stay inside a block span for many iterations: the loop is cut into runs, in
    // which they are plain memory. This goes first, as nothing is cheaper.
    strip_mine(nest, in);

    // Those that change the block too often, in even steps: an address is carried along.
    reduce_strength(nest, in);

    // Those whose index follows no loop: what is known of their base is found out once.
    find_random_accesses(nest, in);

    if (in.passes.strip_mine && !nest.has_decisions() && !nest.why_not.empty())
        in.not_done(Pass::strip_mine, nest.loop.statement->range.first, nest.why_not);

    // What is near to each other shares a span, so that few spans are found for a run.
    group_references(nest, in);

    // Code for several nodes: groups that lie elsewhere travel a run at a time.
    coalesce(nest, in);
}

void optimise(LoopNest &nest, const Surroundings &in) {
    optimise_references(nest, in);

    // A body that changes what spans follow stays in its function, and in its order.
    if (in.changes_followed(nest.loop.body)) return;

    // The passes below do iterations in another way than one by one.
    if (nest.loop.is_guarded()) return;

    // A loop of nothing but random updates waits for memory: addresses first, then the updates.
    group_prefetch(nest, in);

    // Outer iterations that share elements: some of them in one inner loop.
    unroll_and_jam(nest, in);
    nest.in_one_run = nest.in_one_run && !nest.jam;

    // Other runs whose memory is known: as a function of pointers that do not overlap.
    version_aliases(nest, in);
}

} // namespace polder::cc

// The passes over a loop nest, one file each. pipeline.cc has their order. Each takes a nest and
// adds its decisions.
#pragma once

#include "compiler/optimize/loop_nest.h"
#include "compiler/optimize/surroundings.h"

namespace polder::cc {

/// accesses.cc: the references of the nest, with their access functions.
void find_accesses(LoopNest &nest, const Surroundings &in);

/// strip_mine.cc: which references stay inside a block span for many iterations.
void strip_mine(LoopNest &nest, const Surroundings &in);

/// strength_reduction.cc: which references go from block to block in even steps.
void reduce_strength(LoopNest &nest, const Surroundings &in);

/// random_access.cc: which references follow no loop, but count from a base that stays.
void find_random_accesses(LoopNest &nest, const Surroundings &in);

/// groups.cc: which references share a span.
void group_references(LoopNest &nest, const Surroundings &in);

/// coalesce_reads.cc, coalesce_writes.cc: in far code, which groups travel a run at a time.
void coalesce(LoopNest &nest, const Surroundings &in);
unsigned coalesce_writes(LoopNest &nest, const Surroundings &in, unsigned room);

/// group_prefetch.cc: whether all that the loop does with shared memory is a random update.
void group_prefetch(LoopNest &nest, const Surroundings &in);

/// unroll_and_jam.cc: whether some iterations are done in one inner loop.
void unroll_and_jam(LoopNest &nest, const Surroundings &in);

/// alias_versioning.cc: whether a run becomes a function of pointers that do not overlap.
void version_aliases(LoopNest &nest, const Surroundings &in);

/// surroundings.cc: what loops inside the nest are told.
Surroundings inside(const LoopNest &nest, const Surroundings &in);

} // namespace polder::cc

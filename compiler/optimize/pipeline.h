// The optimiser of loop nests, from a loop to decisions about its references (loop_nest.h).
#pragma once

#include "compiler/optimize/loop_nest.h"
#include "compiler/optimize/surroundings.h"

namespace polder::cc {

/// Those of them that decide about references: what of the body may go out twice.
void optimise_references(LoopNest &nest, const Surroundings &in);

/// All passes over the nest, whose `loop` is filled in.
void optimise(LoopNest &nest, const Surroundings &in);

} // namespace polder::cc

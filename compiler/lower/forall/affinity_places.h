// AffinityPlaces: code for the affinity of a counted loop.
#pragma once

#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class AffinityPlaces : public Lowering {
public:
    using Lowering::Lowering;

    Node *place_of(const AffinityPlace &place);
    Node *start_row(Expr *pointer);
    Node *start_place(Expr *pointer);
};

} // namespace polder::cc

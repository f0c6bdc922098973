// RandomAccesses: references whose index follows no loop.
#pragma once

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

namespace polder::cc {

/// May all of the array be one contiguous mapping (runtime/abi/linear.cc)? With one thread it is.
bool may_be_contiguous(const TypeTable &types, const IndexExpr *e, bool with_one_thread);

class RandomAccesses : public Lowering {
public:
    using Lowering::Lowering;

    bool goes_whole(const LoopNest &nest) const;
    /// The arguments that say where a reference's base is.
    Node *base_code(const Element &at);
    std::string declare_wholes(LoopNest &nest, Composer &out);
    void use_wholes(const LoopNest &nest, Composer &out, ResolvedPlaces &places);
    void use_array_bases(const LoopNest &nest, Composer &out, ResolvedPlaces &places);
};

} // namespace polder::cc

// GroupPrefetch: loops of random updates, addresses first.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

#include <functional>

namespace polder::cc {

class GroupPrefetch : public Lowering {
public:
    using Lowering::Lowering;

    Node *group_prefetch(const LoopNest &nest, const std::string &end, const std::function<Node *()> &advance);
};

} // namespace polder::cc

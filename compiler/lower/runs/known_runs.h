// KnownRuns: runs whose memory is known to the last byte.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

#include <functional>

namespace polder::cc {

class AliasVersioning;

class KnownRuns : public Lowering {
public:
    using Lowering::Lowering;

    Node *apart(LoopNest &nest, const std::string &to);
    Node *jammed(LoopNest &nest, const std::string &to, const std::function<Node *()> &advance);

private:
    Node *copy_places(const LoopNest &nest, AliasVersioning &version, const std::string &left, unsigned copy);
    std::string count_of(const StripLoop &loop, const std::string &to) const;
    std::string move_on(const LoopNest &nest, const std::string &n) const;
};

} // namespace polder::cc

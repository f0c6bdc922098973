// Indirect accesses: references of a loop that read elements in an order that nobody knows
// beforehand. In code for several nodes each array gets a translation cache in front of the loop.
//   for (...) for (e ...) sum += value[e] * x[column[e]];      // shared [1024] double *x
//   indirect: x[column[e]], of the base x
//
// Proof obligation: the base has one value while the loop runs. The cache looks anew when the
// thread synchronises, so no more is asked of the loop.
#pragma once

#include "compiler/optimize/surroundings.h"

#include <string>
#include <vector>

namespace polder::cc {

struct IndirectAccesses {
    struct One {
        IndexExpr *expr;
        std::string base; // what tells its array from others
    };
    std::vector<One> all = {};
    /// All loops have a number of iterations that is known when they begin, whatever is read.
    bool ends_by_itself = false;
};

/// Those of the outermost loop that has any; empty where the loop has to stay as it is.
IndirectAccesses find_indirect_accesses(Stmt *loop, const Surroundings &in);

} // namespace polder::cc

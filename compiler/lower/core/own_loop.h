// OwnLoop: a loop over the own part of shared arrays, as what stands in the loop's body sees it
// (forall/own_parts.cc).
#pragma once

#include "compiler/analysis/affine.h"
#include "compiler/ast/expr.h"

#include <string>
#include <vector>

namespace polder::cc {

struct OwnBase {         // a pointer whose own elements the loop uses
    std::string pointer; // what tells it from others (LoopFacts::fixed_pointer)
    Expr *read;
    std::string name; // of where the own part begins
};

struct OwnLoop {
    const VarDecl *variable;
    uint64_t block;  // in steps of the variable
    std::string row; // the place in the own part that belongs to the variable's value
    bool used;
    const IndexScope *scope; // elements at what equals `index` in it
    Affine index;
    std::vector<OwnBase> bases = {};
    bool arrays = false; // own elements of arrays are used, not only of pointers
};

} // namespace polder::cc

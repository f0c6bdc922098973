// Which expression initialises which part of an object: the result of walking a braced initialiser
// with C's rules (nested or flat braces, designators, ranges).
//
// Kept for objects of static storage duration in UPC code. The map has the leaves that may not be
// constants of C: everything but literals and arithmetic on them. If the object itself is shared,
// it has all leaves. The lowering finds in it the slot whose value is the address of private data,
// or the store an initialiser function has to make.
//
// Vocabulary: a path leads from the object to the leaf, outermost step first.
#pragma once

#include "compiler/ast/expr.h"

#include <unordered_map>
#include <vector>

namespace polder::cc {

struct InitStep {
    FieldDecl *field = nullptr; // null: an array element
    uint64_t first = 0;
    uint64_t last = 0; // == first but for [a ... b]
};

struct InitLeaf {
    Expr *value = nullptr; // converted to the type
    QualType type;         // of the slot; a string literal initialising an array is one leaf with the array's type
    std::vector<InitStep> path;
};

/// By canonical or defining VarDecl (the one with `init`).
using InitMap = std::unordered_map<const VarDecl *, std::vector<InitLeaf>>;
/// Of compound literals outside functions.
using LiteralInitMap = std::unordered_map<const CompoundLiteral *, std::vector<InitLeaf>>;

} // namespace polder::cc

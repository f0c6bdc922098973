// Access functions: which element of which array a reference `base[...]...[...]` is, as a function
// of loop variables.
//   a[i][2 * j + 1]   with shared double a[][16]   the array a, element 16 * i + 2 * j + 1
//
// Vocabulary. base: what tells the array of a reference from others in the loop.
#pragma once

#include "compiler/analysis/affine.h"
#include "compiler/analysis/function_analyses.h"

#include <optional>
#include <string>

namespace polder::cc {

/// The linear index of a reference, if it is a polynomial. Its code is right for all values of the
/// variables that it does not mention. There is none if the index names such a variable.
std::optional<Affine> index_of(IndexExpr *e, const IndexScope &scope);

/// Is the access strict?
inline bool is_strict_access(const TypeTable &types, Expr *lvalue) {
    return types.is_shared(lvalue->type) && (lvalue->strict || without_parens(lvalue)->strict);
}

/// Is it an element of a vector, which has no address?
inline bool is_lane(const TypeTable &types, Expr *lvalue) {
    const auto *i = as<IndexExpr>(without_parens(lvalue));
    return i && !types.is_pointer(i->base->type);
}

/// What the reference counts from, as a key; empty if that is not the same throughout the loop.
std::string base_of(const FunctionAnalyses &in, IndexExpr *e, Node *loop,
                    LoopFacts::Place place = LoopFacts::Place::front);

} // namespace polder::cc

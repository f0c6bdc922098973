// Formula: what a function of this unit computes, if its body is one expression of its arguments.
//
//   static int cell(int x, int y) { const int row = y * n; return row + x; }
//
// A call of such a function is the expression with arguments in place of parameters. So what knows
// expressions knows such calls, too.
#pragma once

#include "compiler/analysis/loop_facts.h"

#include <optional>
#include <utility>
#include <vector>

namespace polder::cc {

/// Is it an integer of at most 64 bits, neither volatile nor atomic?
bool is_plain_integer(const TypeTable &types, const VarDecl *v);

struct Formula {
    const FunctionDecl *function;
    // Parameters with their arguments, then locals with their initial values, in the order in which
    // they are computed. Nothing changes any of them. All are integers, but for parameters that
    // lead to objects (formula_objects.h).
    std::vector<std::pair<const VarDecl *, Expr *>> names;
    Expr *result;
};

/// The formula of a call; nullopt if the function is not known, or does more than compute one.
std::optional<Formula> formula_of(const TypeTable &types, LoopFacts &facts, const CallExpr *call);

} // namespace polder::cc

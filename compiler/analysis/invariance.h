// Invariance: does a counted loop leave its bound, its step and its variable alone? Then the number
// of iterations is the same whenever it is asked for.
//
// loop_facts.h answers for expressions of any loop; it follows calls and stores. What is asked here
// is less: pure arithmetic on local variables that the body does not name as a target. It is true
// of more loops, as the body may hold anything else.
#pragma once

#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/function_analyses.h"

namespace polder::cc {

/// Can the expression be read at any time, any number of times, and does it not depend on `i`?
bool is_pure_expression(const TypeTable &types, Expr *e, const VarDecl *i);

/// Can the expression be read again instead, with no effect, from private memory alone, and
/// whatever `i` is?
bool reads_private(const FunctionAnalyses &in, Expr *e, const VarDecl *i);

/// Does anything below n name the variable?
bool is_named(const Node *n, const Decl *variable);

/// Could anything below n change the variable?
bool may_change(Node *n, const VarDecl *v);

/// Does every variable in the expression keep its value while the body runs?
bool is_invariant(const FunctionAnalyses &in, Expr *e, Stmt *body);

/// Null if the number of iterations is the same whenever it is asked for, and the variable is the
/// loop's own; else why not. `whole`: the loop.
const char *why_not_fixed(const FunctionAnalyses &in, const CountedLoop &loop, Node *whole, Stmt *body);

} // namespace polder::cc

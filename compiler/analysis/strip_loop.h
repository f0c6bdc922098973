// Loops that can be cut into strips.
//   for (i = first; i < bound; i += step) ...
//
// Nothing else changes i, and the bound stays as it is. A `while` with the step in its body is such
// a loop as well (while_loops.h).
//
// Conditions behind the first one, `i < n && a[i] != key`, are *guards*. They are evaluated in
// front of each iteration, as they are written.
//
// If the first condition is none of a counted loop, or its bound may change, all are guards. Then
// nothing is known of the end: an *open loop*.
#pragma once

#include "compiler/analysis/affine.h"
#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/function_analyses.h"

#include <optional>
#include <vector>

namespace polder::cc {

struct StripLoop {
    Stmt *statement = nullptr;
    VarDecl *variable = nullptr;
    Expr *bound = nullptr;
    BinaryOp test = BinaryOp::lt; // variable + offset test bound
    long step = 0;
    bool times_threads = false; // the step is `step * THREADS`
    Stmt *body = nullptr;
    const Stmt *written = nullptr; // what `break` leaves
    bool is_open = false;          // nothing is known of its end
    std::vector<Expr *> guards = {};
    long offset = 0;
    bool is_guarded() const { return is_open || !guards.empty(); } // it may end before its bound
};

/// The loop, if it is such a one. `around`: the bound must keep its value while this runs.
std::optional<StripLoop> strip_loop(const FunctionAnalyses &in, ForStmt *s, Node *around);

/// The loop itself, with guards, or as an open one.
std::optional<StripLoop> guarded_loop(const FunctionAnalyses &in, ForStmt *s);

struct TripCount {
    Affine first; // the variable's first value
    long count;
};

/// How often the loop runs, if its ends say so: a constant, also of loops from `j - 2` to `j + 2`.
/// Nothing for others. Conversions may make it another number, so code has to ask.
std::optional<TripCount> trip_count(const FunctionAnalyses &in, const StripLoop &loop);

/// The variable that a loop's step changes, or null.
VarDecl *stepped_variable(const FunctionAnalyses &in, Node *loop);

/// What a loop gives its variable first; null if that is not said in its head.
Expr *start_of(const ForStmt *s, const VarDecl *variable);

} // namespace polder::cc

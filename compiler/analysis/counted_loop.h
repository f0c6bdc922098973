// Counted loop (a canonical loop of OpenMP). The variable of a `for` or upc_forall goes from a
// start to a bound in constant steps. So the number of iterations is known when the loop begins,
// and iteration k has the value start + k * step.
//
// Recognised.
//   steps       i++, i--, i += c, i -= c, i = i + c, i = c + i, i = i - c. Here c is a positive
//               constant or, upwards, THREADS. If the caller takes any step, it may also be an
//               expression that keeps its value
//   conditions  i < n, i <= n, i > n, i >= n and their mirror images; i != n for signed variables
//               and steps of one. A signed i may have a constant added: i + c < n
// The variable is a local integer that only the step changes. The bound can be read at any time;
// whether it keeps its value is for the caller to know.
#pragma once

#include "compiler/unit/context.h"

#include <string>

namespace polder::cc {

struct CountedLoop {
    VarDecl *variable = nullptr;
    Expr *condition = nullptr; // as written
    Expr *bound = nullptr;
    QualType compared;  // the type in which variable and bound are compared
    long offset = 0;    // what is added to the variable there
    long step = 0;      // 0: THREADS, or `by`
    Expr *by = nullptr; // a step known at run time only; with one that is not positive the loop does not end
    bool inclusive = false;
    Node *init = nullptr; // an expression or a declaration of the variable; may be null

    bool declares() const { return as<Declaration>(init) != nullptr; }
};

/// By how much a step expression changes which variable; an empty one changes none so.
struct LoopStep {
    VarDecl *variable = nullptr;
    Expr *by = nullptr; // null: one
    bool negative = false;
};
LoopStep step_of(Expr *step);

/// int, long or long long, signed or not: what loops count with.
bool is_counter(const TypeTable &types, QualType type);

/// The operator that says the same with its operands swapped.
BinaryOp mirrored(BinaryOp comparison);

/// A comparison of a variable, to which a constant may be added, with something else.
struct VariableTest {
    VarDecl *variable = nullptr; // null: it is none of this variable
    long offset = 0;             // variable + offset OP bound
    QualType compared = {};      // the type of the left side
    BinaryOp op = BinaryOp::lt;
    Expr *bound = nullptr;
};
VariableTest test_of(Context &ctx, const BinaryExpr *test, VarDecl *variable);

struct LoopParts {
    Node *init;
    Expr *condition;
    Expr *step;
    Stmt *body;
};

/// Fills `loop`, or says why not. `any_step`: the step may be known at run time only.
const char *recognise_counted_loop(Context &ctx, const LoopParts &parts, CountedLoop &loop, bool any_step = false);

} // namespace polder::cc

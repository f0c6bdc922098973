// Constant evaluation: integer constant expressions with the widths and signedness of their C
// types (C11 6.6), exact to 128 bits.
//
// Vocabulary. known: the expression has a value now. times_threads: with dynamic THREADS, the value
// is `value * THREADS` (THREADS used as a factor exactly once). Bounds of shared arrays may be such
// a value. The compilers fold some expressions outside C's grammar of constant expressions: comma,
// logical operators with an unevaluated unknown side, calls of builtins on constants. These are
// folded here too; the back end has the last word on them.
#pragma once

#include "compiler/unit/context.h"

namespace polder::cc {

struct ConstantValue {
    bool known = false;
    __int128 value = 0;
    bool times_threads = false; // known, as a multiple of THREADS
    bool is_floating = false;   // arithmetic constant of floating type: `real` holds it
    double real = 0;
    bool overflow = false; // signed overflow or division by zero on the way

    static ConstantValue integer(__int128 v) {
        ConstantValue c;
        c.known = true;
        c.value = v;
        return c;
    }
    static ConstantValue floating(double v) {
        ConstantValue c;
        c.known = c.is_floating = true;
        c.real = v;
        return c;
    }
};

/// Value of an integer (or folded floating) constant expression. Never reports.
ConstantValue evaluate(Context &ctx, const Expr *expr);

/// True when the expression is an integer constant in the sense of a null pointer constant's 0.
bool is_zero_constant(Context &ctx, const Expr *expr);

} // namespace polder::cc

// Constant evaluation: integer constant expressions with the widths and signedness of their C
// types, exact to 128 bits, and what counts as a constant address (C11 6.6).
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

enum class AddressKind : uint8_t {
    none,    // not constant
    number,  // an arithmetic constant, or one cast to a pointer
    object,  // address of an object or function of static storage duration, plus an offset
    literal, // address of a string literal, compound literal or label
    shared,  // involves the address of a shared object: constant to UPC, not to C
};

struct ConstantAddress {
    AddressKind kind = AddressKind::none;
    const Decl *base = nullptr; // object: VarDecl or FunctionDecl
};

/// Whether `expr` may initialise an object of static storage duration, and what its value rests on.
ConstantAddress classify_constant(Context &ctx, const Expr *expr);

} // namespace polder::cc

// What sema asks of the constant evaluator: plain questions with plain answers.
#pragma once

#include "compiler/sema/constant.h"

namespace polder::cc {

/// The value of an integer constant expression; false if it is none (a multiple of a dynamic
/// THREADS is none).
inline bool evaluate_integer(Context &ctx, const Expr *e, __int128 &value) {
    const ConstantValue v = evaluate(ctx, e);
    if (!v.known || v.times_threads || v.is_floating) return false;
    value = v.value;
    return true;
}

/// C11 6.3.2.3p3: an integer constant 0, or one cast to void *.
bool is_null_pointer_constant(Context &ctx, const Expr *e);

} // namespace polder::cc

// Calls of compiler builtins that fold to constants.
#pragma once

#include "compiler/sema/constant.h"

#include <functional>

namespace polder::cc {

using ArgumentEvaluator = std::function<ConstantValue(const Expr *)>;

/// Unknown for every call that is not a builtin on constants.
ConstantValue evaluate_builtin(Context &ctx, const CallExpr &call, const ArgumentEvaluator &eval);

/// The name of a called builtin (`__builtin_…`); empty for other calls.
std::string_view builtin_name(Context &ctx, const CallExpr &call);

} // namespace polder::cc

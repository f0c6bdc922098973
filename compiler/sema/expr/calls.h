// Function calls: arguments converted to the parameters' types, or as the default argument
// promotions say.
#pragma once

#include "compiler/sema/convert/conversions.h"
#include "compiler/sema/names/builtins.h"

#include <vector>

namespace polder::cc {

class Calls : SemaPart {
public:
    Calls(SemaState &s, const Builtins &builtins, Conversions &conversions)
        : SemaPart(s), builtins_(builtins), conversions_(conversions) {}

    Expr *on_call(Expr *callee, std::vector<Expr *> args, TokenIndex l_paren, TokenRange range);

private:
    void check_count(const CallExpr &call, const FunctionDecl *f, const Type &type, QualType callee);
    void convert_arguments(CallExpr &call, const FunctionDecl *f, const Type &type);
    void check_variadic_argument(const FunctionDecl *f, const Expr *argument);
    bool is_shared_data(const Expr *e) const; // an array of it, or a pointer to it

    const Builtins &builtins_;
    Conversions &conversions_;
};

} // namespace polder::cc

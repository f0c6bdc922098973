// Identifiers in expressions: what a name designates, __func__, and names that nobody declared. The
// latter may be builtin functions, or functions of the C library that are called undeclared.
#pragma once

#include "compiler/sema/names/builtins.h"
#include "compiler/sema/names/sema_state.h"
#include "compiler/sema/names/suggestions.h"

#include <unordered_set>

namespace polder::cc {

class Identifiers : SemaPart {
public:
    Identifiers(SemaState &s, Builtins &builtins, Suggestions &suggestions)
        : SemaPart(s), builtins_(builtins), suggestions_(suggestions) {}

    TypedefDecl *typedef_named(Name name) const;
    Expr *on_name(TokenIndex t, bool called);
    void on_unknown_type(TokenIndex t);
    Expr *on_func_name(TokenIndex t);
    /// Another function begins: an undeclared name is reported once in each.
    void begin_function() { undeclared_.clear(); }

private:
    Expr *on_undeclared(TokenIndex t, bool called);
    FunctionDecl *called_undeclared(TokenIndex t);

    Builtins &builtins_;
    Suggestions &suggestions_;
    std::unordered_set<Name> undeclared_;
};

} // namespace polder::cc

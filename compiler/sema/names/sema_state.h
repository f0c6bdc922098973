// What all parts of the semantic analysis share. These are the names in force, the function that is
// being read, what pragmas have set, and how a mistake is reported.
//
// Poison is an expression of type error, which no later action complains about.
#pragma once

#include "compiler/sema/names/function_state.h"
#include "compiler/sema/names/members.h"
#include "compiler/sema/names/scope.h"
#include "compiler/unit/context.h"

#include <string>

namespace polder::cc {

/// What pragmas have set for the text that follows.
struct PragmaState {
    bool strict = false; // #pragma upc strict
    bool c_code = false; // inside #pragma upc c_code
    uint32_t pack = 0;   // the limit of #pragma pack; 0 for none
};

class SemaState {
public:
    explicit SemaState(Context &c);

    Context &ctx;
    Source &source;
    TypeTable &types;
    Scopes scopes;
    Members members;
    PragmaState pragmas;
    FunctionState *function = nullptr; // null outside of functions

    bool upc() const { return ctx.options.upc; }
    bool in_user_code(TokenIndex t) const;
    void report(DiagId id, TokenIndex where, Diagnostics::Args args = {}, TokenRange range = {}) {
        ctx.diags.report(id, where, args, range);
    }
    std::string quoted(QualType t) const { return "'" + types.describe(t) + "'"; }
    std::string quoted(Name n) const { return "'" + std::string(source.name(n)) + "'"; }
    Expr *poison(TokenRange range);
    /// Fills Expr::strict of a designation of an object.
    void finish_lvalue(Expr *e) const;
};

/// The base of each part: the shared state under short names.
class SemaPart {
protected:
    explicit SemaPart(SemaState &s) : state(s), ctx(s.ctx), source(s.source), types(s.types), scopes(s.scopes) {}
    ~SemaPart() = default;

    bool upc() const { return ctx.options.upc; }
    void report(DiagId id, TokenIndex where, Diagnostics::Args args = {}, TokenRange range = {}) const {
        ctx.diags.report(id, where, args, range);
    }
    template <class Named> std::string quoted(Named n) const { return state.quoted(n); }
    Expr *poison(TokenRange range) const { return state.poison(range); }
    bool same(QualType a, QualType b) const { return types.canonical(a) == types.canonical(b); }
    bool any_poison(const Expr *a, const Expr *b) const { return types.is_error(a->type) || types.is_error(b->type); }

    SemaState &state;
    Context &ctx;
    Source &source;
    TypeTable &types;
    Scopes &scopes;
};

} // namespace polder::cc

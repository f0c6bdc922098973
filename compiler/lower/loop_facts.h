// Loop facts: what a loop may change, and which expressions therefore keep their value while it runs.
//
// Vocabulary. changed: a variable is assigned to, stepped, or its address is taken, below a node. exposed: the address of a variable is taken
// somewhere in the unit (or other units may do so), so that stores through private pointers and calls may change it. stable: an expression that has the
// same value whenever it is evaluated while the loop runs, and that may be evaluated at any time: it reads nothing shared, has no
// side effects and cannot trap.
// Invariant: a store to a shared lvalue never changes a private object, so it is no reason to call a variable changed.
#pragma once

#include "compiler/ast/context.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// What happens below a node.
struct Effects {
    std::unordered_set<const Decl *> changed; // canonical variables
    std::unordered_set<const Decl *> exposed; // canonical variables whose address is taken
    std::vector<const CallExpr *> calls;
    bool stores_scalars =
        false; // through private pointers, of types other than floating point: an exposed variable may change
    bool stores_floating = false; // the same of floating-point types: a number of that kind may, or a member of a union
    bool opaque = false;          // assembly or an OpenMP directive: anything may change
    bool jumps = false;           // break, continue, goto, return
    bool twice = true; // can the code go out a second time: no labels, statics, assembly, directives, stray cases
};

/// Are all parts of an expression expressions of which f holds? What descends a tree to know that it may be evaluated at another time ends with this.
template <class F> bool all_parts(Expr *e, F f) {
    bool all = true;
    for_each_child(e, [&](Node *child) {
        auto *part = as<Expr>(child);
        all = all && part && f(part);
    });
    return all;
}

class LoopFacts {
public:
    explicit LoopFacts(Context &ctx) : ctx_(ctx), types_(ctx.types) {}

    const Effects &effects(Node *n); // computed once
    bool is_stable(Expr *e, Node *loop, FunctionDecl *f);
    bool is_fixed(VarDecl *v, Node *loop, FunctionDecl *f); // a variable that the loop does not change
    /// Is the loop governed by a directive in front of it, so that it must stay as it is written?
    bool is_governed(const Stmt *loop, FunctionDecl *f);
    const FunctionDecl *definition(const FunctionDecl *f); // in this unit; null: elsewhere

private:
    struct FunctionFacts {
        std::unordered_set<const Stmt *> governed;
    };
    void collect(Node *n, Effects &out, unsigned switches);
    void assigned(Expr *target, Effects &out);
    void find_governed(Node *n, FunctionFacts &out);
    bool calls_change(const Effects &of, const VarDecl *v);
    bool may_write(const FunctionDecl *f, const VarDecl *v, std::unordered_set<const Decl *> &seen);
    const std::unordered_set<const Decl *> &exposed_in_unit();

    Context &ctx_;
    TypeTable &types_;
    std::unordered_map<const Node *, std::unique_ptr<Effects>> effects_;
    std::unordered_map<const FunctionDecl *, FunctionFacts> functions_;
    std::unordered_map<const Decl *, const FunctionDecl *> definitions_;
    std::unordered_set<const Decl *> exposed_;
    bool knows_unit_ = false;
};

} // namespace polder::cc
    bool is_of_our_library(const FunctionDecl *f) const;

// Value names: variables that only name an expression while a loop runs.
//
//   for (int i = 0; i < n; i++) { const int at = row * n + i; a[at] = b[at]; }     declared with it
//   for (i = 0; i < n; i++) { j = n - 1 - i; a[j] = b[i]; }                        assigned once
//
// Proof that the variable has the expression's value wherever the loop uses it. All uses in the
// loop stand behind the one statement that sets the variable, in the block of that statement. No
// label leads behind that statement. Nothing else changes the variable in the loop, and its address
// is not taken. The block changes nothing that the expression reads, but for other value names that
// are set before.
#pragma once

#include "compiler/type/type.h"
#include "compiler/unit/context.h"

#include <unordered_map>
#include <vector>

namespace polder::cc {

class LoopFacts;

class ValueNames {
public:
    ValueNames(Context &ctx, LoopFacts &facts) : ctx_(ctx), facts_(facts) {}

    /// What the variable is a name for in a loop; null if it is a variable.
    Expr *expression_of(const VarDecl *v, Node *loop, FunctionDecl *f);

private:
    struct Setting { // of a variable: its declaration, or an assignment that is a statement
        CompoundStmt *block;
        Expr *value;
        TokenIndex at;
        TokenIndex end;
    };
    struct Uses {
        std::vector<Setting> settings = {};
        std::vector<TokenIndex> names = {}; // all other places where it is named
    };
    using Variables = std::unordered_map<const Decl *, Uses>;

    void find(Node *n, CompoundStmt *inside, Variables &out);
    Uses *uses_of(const VarDecl *v, FunctionDecl *f);
    const Setting *setting(const VarDecl *v, Node *loop, FunctionDecl *f);
    bool keeps(Node *n, const Setting &of, Node *loop, FunctionDecl *f);

    Context &ctx_;
    LoopFacts &facts_;
    std::unordered_map<const FunctionDecl *, Variables> functions_ = {};
};

} // namespace polder::cc

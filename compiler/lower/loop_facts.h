// Loop facts: what a loop may change, and which expressions therefore keep their value while it
// runs.
//
// Vocabulary.
//   changed  a variable is assigned to, stepped, or its address is taken, below a node
//   exposed  the address of a variable is taken somewhere in the unit, or other units may do so.
//            Stores through private pointers and calls may change such a variable
//   stable   an expression has the same value whenever it is evaluated while the loop runs, and may
//            be evaluated at any time. It reads nothing shared, has no side effects and cannot trap
//   name for an expression  a variable that the body declares and nothing changes (`const int at =
//                           row * n + i`)
//
// Invariant: a store to a shared lvalue never changes a named private object, so it is no reason to
// call a variable changed. It may change what is behind a private pointer; so what is stored is
// remembered with its type (loop_memory.cc).
#pragma once

#include "compiler/unit/context.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// What happens below a node.
struct Effects {
    std::unordered_set<const Decl *> changed;  // canonical variables
    std::unordered_set<const Decl *> assigned; // those of them that are more than declared
    std::unordered_set<const Decl *> exposed;  // canonical variables whose address is taken
    struct Store {
        QualType type; // of the target; null: a member of a union, so anything
        // The private variable that the target is or is a part of. Null: the target is shared, or
        // reached through a pointer.
        const VarDecl *root;
    };
    std::vector<Store> stores;
    std::vector<const CallExpr *> calls;
    // Through private pointers, of types other than floating point: an exposed variable may change.
    bool stores_scalars = false;
    bool stores_floating = false; // the same of floating-point types: a number of that kind may, or a member of a union
    bool acts = false;            // assembly with an instruction, or an OpenMP directive: anything may change
    bool synchronises = false;    // barriers, fences, strict accesses: what other threads did may show from there on
    bool jumps = false;           // break, continue, goto, return
    bool once = false; // labels, statics, directives, stray cases, such assembly: a second copy means something else
    bool idle_assembly = false; // without an instruction, as it keeps a value alive or orders a compiler

    // Passes that may not move an access across any assembly ask these.
    bool opaque() const { return acts || idle_assembly; }
    bool twice() const { return !once && !idle_assembly; }
};

/// Are all parts of an expression expressions of which f holds? What descends a tree to know that
/// it may be evaluated at another time ends with this.
template <class F> bool all_parts(Expr *e, F f) {
    bool all = true;
    for_each_child(e, [&](Node *child) {
        auto *part = as<Expr>(child);
        all = all && part && f(part);
    });
    return all;
}

/// The private pointer variable that an lvalue is reached through, by one step; null if there is
/// none. Members, and elements of arrays, are steps inside the object.
VarDecl *pointer_of(Expr *lvalue);

/// Is it a function of the C library that computes with its arguments alone, of any floating type?
bool is_mathematics(std::string_view name);

class LoopFacts {
public:
    explicit LoopFacts(Context &ctx) : ctx_(ctx), types_(ctx.types) {}

    const Effects &effects(Node *n); // computed once
    bool is_stable(Expr *e, Node *loop, FunctionDecl *f);
    bool is_fixed(VarDecl *v, Node *loop, FunctionDecl *f); // a variable that the loop does not change
    /// Is the loop governed by a directive in front of it, so that it must stay as it is written?
    bool is_governed(const Stmt *loop, FunctionDecl *f);
    const FunctionDecl *definition(const FunctionDecl *f); // in this unit; null: elsewhere
    bool calls_compute(const Effects &of);                 // none may synchronise, or give memory back
    /// Does a member behind a private pointer, itself a pointer or a number, keep its value, and
    /// may it be read before the loop?
    bool keeps_member(Expr *lvalue, Node *loop, FunctionDecl *f) { return is_steady(lvalue, lvalue->type, loop, f); }
    /// What a variable declared inside the loop is a name for; null if it is a variable.
    Expr *named_expression(const VarDecl *v, Node *loop, FunctionDecl *f);

private:
    struct FunctionFacts {
        std::unordered_set<const Stmt *> governed = {};
        bool knows_governed = false;
        bool knows_blocks = false;
        std::unordered_map<const Decl *, const CompoundStmt *> blocks =
            {}; // what declares a variable with an initialiser
        std::unordered_map<const Decl *, Expr *> inits = {};
    };
    void collect(Node *n, Effects &out, unsigned switches);
    void assigned(Expr *target, Effects &out);
    void stored(Expr *target, VarDecl *root, Effects &out);
    void find_governed(Node *n, FunctionFacts &out);
    bool is_of_our_library(const FunctionDecl *f) const;
    bool calls_change(const Effects &of, const VarDecl *v);
    bool may_write(const FunctionDecl *f, const VarDecl *v, std::unordered_set<const Decl *> &seen);
    const std::unordered_set<const Decl *> &exposed_in_unit();

    // loop_memory.cc
    bool is_steady(Expr *lvalue, QualType read, Node *loop, FunctionDecl *f);
    bool is_read_before(VarDecl *p, Node *loop, FunctionDecl *f);
    bool may_alias(QualType stored, QualType read);
    bool has_no_address(const VarDecl *v);
    bool has_aliasing_types();
    template <class F> bool all_called(const Effects &of, std::unordered_set<const Decl *> &seen, F holds);
    bool keeps_memory(const Effects &of, QualType read);
    const CompoundStmt *block_of(const VarDecl *v, FunctionDecl *f);
    void find_blocks(Node *n, const CompoundStmt *inside, FunctionFacts &out);
    bool keeps_names(Node *n, const VarDecl *of, CompoundStmt *block, Node *loop, FunctionDecl *f);

    Context &ctx_;
    TypeTable &types_;
    std::unordered_map<const Node *, std::unique_ptr<Effects>> effects_;
    std::unordered_map<const FunctionDecl *, FunctionFacts> functions_;
    std::unordered_map<const Decl *, const FunctionDecl *> definitions_;
    std::unordered_set<const Decl *> exposed_;
    bool knows_unit_ = false;
    int aliasing_types_ = -1; // not looked for yet
};

} // namespace polder::cc

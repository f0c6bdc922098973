// Stepped indexes: variables that a loop steps in any of its statements, and the references whose
// index follows such a variable. This is an analysis; it writes nothing.
//   while (i < n && j < m) to[k++] = a[i] < b[j] ? a[i++] : b[j++];      // shared [64] double *
//   i: a[i], a[i++]    j: b[j], b[j++]    k: to[k++]
//
// Vocabulary. stepped index: a local integer that the loop changes by a constant somewhere, as in
// v++, v -= 2, v = v + 3. Other changes of it are sets.
//
// A reference follows the variable if its linear index is factor * variable + rest, and the loop
// leaves `rest` alone. What goes with the variable of a loop that is cut into runs
// (strip_loop.h) is left to that.
#pragma once

#include "compiler/analysis/access_function.h"
#include "compiler/analysis/affine.h"
#include "compiler/analysis/function_analyses.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polder::cc {

/// A reference, and how its index follows the variable.
struct SteppedReference {
    IndexExpr *expr = nullptr;
    std::string base;         // what tells its array from others
    Affine rest = {};         // of the index, without the variable
    long factor = 1;          // of the variable
    UnaryExpr *own = nullptr; // the index is this step of the variable: a[i++]
};

/// A variable that the loop steps, with all that follows it.
struct SteppedIndex {
    VarDecl *variable = nullptr;
    bool set_outside = false; // it may have a value when the loop begins
    size_t changes = 0;       // places in the loop that change it
    std::vector<SteppedReference> references = {};
};

/// What a loop does with its indexes.
struct SteppedLoop {
    std::vector<SteppedIndex> indexes; // in the order of their first references
    // References that follow a variable in the loop around them, but not in this one: of t[i + j],
    // both change. `factor` is that variable's.
    std::vector<SteppedReference> nearby;
    // References of fixed arrays whose index follows nothing, in loops that are not counted.
    std::vector<std::pair<IndexExpr *, std::string>> others;
    // References into cyclic arrays that go with a counted loop: strided pointers, at best.
    std::vector<std::pair<IndexExpr *, std::string>> strided;
};

/// By how much an expression steps which variable; nothing for other expressions.
struct ConstantStep {
    VarDecl *variable = nullptr;
    long by = 0;
};
ConstantStep constant_step(Context &ctx, Expr *e);

class SteppedIndexes {
public:
    /// What a loop around has decided.
    struct Around {
        std::function<bool(Expr *)> is_taken;             // the reference is at hand
        std::function<bool(const VarDecl *)> is_followed; // spans follow the variable
    };
    SteppedIndexes(const FunctionAnalyses &in, Around around)
        : in_(in), types_(in.ctx.types), around_(std::move(around)) {}

    SteppedLoop find(Stmt *loop);

private:
    struct Changes {
        size_t steps = 0;
        size_t all = 0;
        bool counts = false; // it is the variable of a counted loop with references, or of a upc_forall
    };
    struct Counted { // a loop around a reference
        Stmt *loop;
        VarDecl *variable;
    };

    void find_changes(Node *n);
    void changed(VarDecl *v, bool steps);
    struct Inside { // the loop directly around a reference
        Stmt *loop;
        bool counted;
    };
    void find_references(Node *n, std::vector<Counted> &around, Inside inside);
    void consider(IndexExpr *e, const std::vector<Counted> &around, Inside inside);
    bool follows_nearby(IndexExpr *e, Stmt *inside);
    std::string array_of(IndexExpr *e) { return base_of(in_, e, loop_); }
    IndexScope scope_of(Node *loop) { return {in_.facts, in_.ctx, loop, in_.function, {}}; }
    VarDecl *counted(Stmt *loop);
    bool goes_with(IndexExpr *e, const std::vector<Counted> &around);
    std::optional<SteppedReference> follows(IndexExpr *e, VarDecl *v);
    bool may_follow(const VarDecl *v);
    bool is_set_before(const VarDecl *v);
    bool is_set_outside(Node *n, const VarDecl *v, bool in_loop);

    FunctionAnalyses in_;
    TypeTable &types_;
    Around around_;
    Stmt *loop_ = nullptr;
    std::unordered_map<const Decl *, Changes> changes_ = {}; // by canonical variable
    std::vector<VarDecl *> order_ = {};
    SteppedLoop found_ = {};
};

} // namespace polder::cc

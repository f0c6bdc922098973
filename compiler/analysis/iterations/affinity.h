// Affinity of a counted loop: whose an iteration is, as arithmetic: (place / block) mod THREADS,
// with a place that is linear in the variable (include/polder/iterations.h).
//   &a[c * i + d], a + i, &m[i][j], &p[i]  place: the linear index; block: the array's
//   i, c * i + d, (i * c) % THREADS        place: the number; block 1
//   i / B, (i / B) % THREADS               place: the dividend; block B, which may be known at run
//                                          time only
//
// Vocabulary.
//   place   a number that says which thread an iteration belongs to
//   factor  by how much the place changes if the variable does so by one
//   origin  a pointer from which a place counts, as it need not begin on thread 0
//
// Rule: all expressions of a place can be evaluated at any time while the loop runs.
#pragma once

#include "compiler/analysis/affine.h"
#include "compiler/analysis/function_analyses.h"

#include <optional>
#include <string>

namespace polder::cc {

/// The variable that an expression names, behind any conversion; null if it is none.
VarDecl *variable_of(Expr *e);

/// Is the expression THREADS?
bool is_threads(Context &ctx, Expr *e);

/// Is the expression linear in the loop's variable? `factor` is its coefficient where that is a
/// constant.
bool is_linear(Expr *e, const IndexScope &scope, const VarDecl *i, std::optional<long> &factor);

/// Of what a pointer points to, in ultimate elements.
uint64_t row_length(const TypeTable &types, QualType pointer);

/// How many of what a pointer points to make a block; 0 if blocks end inside.
uint64_t rows_of_pointer(const TypeTable &types, QualType pointer);

/// A place, as what it is computed from: a number, or an element of base[index].
struct AffinityPlace {
    Expr *number = nullptr; // of rows if there is an origin
    Expr *base = nullptr;
    Expr *index = nullptr;
    Expr *origin = nullptr; // null: counted from the start of an array
};

/// What belongs to which thread below place 0 (enum polder_below in include/polder/iterations.h).
enum class Below : uint8_t { floor, remainder, quotient, unsigned_number };

struct IterationAffinity { // (place / block) mod THREADS
    AffinityPlace place = {};
    uint64_t block = 0; // 0: `divisor`
    Expr *divisor = nullptr;
    Below below = Below::floor;
    std::optional<long> factor = {}; // where that is a constant
    Expr *origin = nullptr;          // of rows: their own place counts from there
    std::string pointer = {};        // what tells the pointer of the element from others (LoopFacts::fixed_pointer)
    bool reads = false;              // the place reads memory that only an iteration is certain to
    bool element = false;            // it is of an element, which has no negative place
    Expr *own_index = nullptr;       // arrays of block own_block (in its steps) have their own element here
    uint64_t own_block = 0;
};

/// For the indexes of an affinity, which each iteration evaluates first of all.
IndexScope affinity_scope(const FunctionAnalyses &in, Stmt *loop, const VarDecl *variable);

/// Of a loop with the variable. Each question fills `owner`, or says why the affinity is no such
/// arithmetic.
class AffinityOfLoop {
public:
    AffinityOfLoop(const FunctionAnalyses &in, Stmt *loop, const VarDecl *variable)
        : in_(in), types_(in.ctx.types), scope_(affinity_scope(in, loop, variable)), body_(loop), variable_(variable) {}

    /// `upc_forall (...; number)`.
    const char *of_number(Expr *number, IterationAffinity &owner) { return of_number(number, false, owner); }
    /// From here on, pointers that the loop may change are as good as others. Whoever asks
    /// evaluates them anew in each iteration.
    void take_changing_pointers() { pointers_may_change_ = true; }
    /// `number == MYTHREAD`.
    const char *of_remainder(Expr *number, IterationAffinity &owner) { return of_number(number, true, owner); }
    /// The thread of what a pointer points to.
    const char *of_pointer(Expr *pointer, IterationAffinity &owner);
    /// What a upc_forall says.
    const char *of_forall(const ForallStmt *s, IterationAffinity &owner) {
        return s->affinity_kind == Affinity::integer ? of_number(s->affinity, owner) : of_pointer(s->affinity, owner);
    }

private:
    const char *of_number(Expr *number, bool of_guard, IterationAffinity &owner);
    const char *of_lvalue(Expr *lvalue, IterationAffinity &owner);
    const char *of_element(Expr *base, Expr *index, IterationAffinity &owner);
    bool is_linear(Expr *e, std::optional<long> &factor, IterationAffinity &owner);

    const FunctionAnalyses in_;
    const TypeTable &types_;
    const IndexScope scope_;
    Stmt *body_;
    const VarDecl *variable_;
    bool pointers_may_change_ = false;
};

} // namespace polder::cc

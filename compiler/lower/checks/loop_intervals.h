// Intervals: what values the integer expressions of a loop take while it runs. They are code that
// computes the least and the greatest value in front of the loop (include/polder/intervals.h).
//   of i in `for (i = lo; i < n; i += 2)`
//       polder_interval_up(polder_interval_at(lo), polder_interval_at(n), 2L, 0L, 2147483647L)
//   of 4 * i + (hash & mask)
//       polder_interval_add(polder_interval_times(4, i), polder_interval_and(all, mask))
//
// Sound, by induction over the expression. What the loop leaves alone has one value. The variable
// of a loop that counts has its interval in the body of that loop only. There the condition held
// when the iteration began, and nothing has changed the variable since. A variable that the loop
// declares, and that nothing else assigns, has the interval of what it is initialised with.
#pragma once

#include "compiler/lower/core/lowering.h"

#include <memory>

namespace polder::cc {

class LoopIntervals : public Lowering {
public:
    LoopIntervals(const LowerContext &context, Stmt *loop);

    /// Looks the loop through for where these stand. False: it does not count.
    bool find(const std::unordered_set<const Node *> &wanted);
    /// The values of an expression where `at`, one of these, stands; null: not known.
    Node *interval(Expr *e, const Expr *at);
    /// Does it stand in an inner loop? True also of what was not found.
    bool is_deep(const Expr *at) const;
    /// A variable that the loop leaves alone.
    bool is_fixed(VarDecl *v);
    Node *declarations() { return declarations_.finish(); }

private:
    struct Counted { // a loop with a variable that goes from a start towards a bound
        VarDecl *variable = nullptr;
        Expr *start = nullptr; // null: not known
        Expr *bound = nullptr;
        Expr *compared = nullptr; // the variable in the condition
        BinaryOp test = BinaryOp::lt;
        std::string step; // without its sign
        bool up = true;
        bool outermost = false;
        std::string interval = {}; // its name, once it is declared
        bool asked = false;
    };
    struct Place { // where in the loop something stands
        std::vector<Counted *> around;
        bool deep = false;  // in a loop inside
        bool entry = false; // it is evaluated once, when the loop begins
    };
    struct Declared {
        Expr *init;
        Place place;
    };

    // loop_intervals.cc
    void walk(Node *n, const Place &place);
    void walk_condition(Expr *e, Counted *counted, const Place &outside, const Place &inside);
    Counted *counted(Stmt *s);
    bool step_of_loop(Expr *step, Counted &loop);

    // check_intervals.cc
    Node *values(Expr *e, const Place &place);
    Node *point(Expr *e);
    Node *computed(Expr *e, const Place &place);
    Node *of_variable(VarDecl *v, const Place &place);
    Node *of_binary(BinaryExpr *e, const Place &place);
    Node *converted(Expr *from, QualType to, const Place &place);
    Node *of_type(QualType type);
    Node *range(Counted &loop);
    bool is_readable(Expr *e);

    Stmt *loop_;
    Node *init_ = nullptr;
    FunctionDecl *function_;
    const std::unordered_set<const Node *> *wanted_ = nullptr;
    std::unordered_map<const Node *, Place> places_;
    std::unordered_map<const Decl *, Declared> declared_;
    std::vector<std::unique_ptr<Counted>> loops_;
    Composer declarations_;
};

} // namespace polder::cc

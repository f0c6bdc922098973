// Checks ahead: with -fupc-check, the accesses of a loop are checked in front of it, all at once.
// The loop goes out twice. The fast one has no checks. It runs where the test in front of it says
// that all is right. The other one has a check at each access, which finds the first mistake.
//
//   before   for (i = 1; i < n; i++) a[i] = p[i - 1];          // shared [64] double a[N], *p
//   after    { const struct polder_interval r1 = polder_interval_up(polder_interval_at(1), ...);
//              if (polder_interval_inside(r1, N, 0) &&
//                  polder_interval_dealt(p, r1 - 1, ...)) fast loop, optimised
//              else loop as access_checks.cc has it }
//
// The test need be sufficient only. Of each index it knows an *interval*: the least and the
// greatest value that it can take (loop_intervals.h). This may be too wide, as of an access behind
// a condition. Then the second loop runs, which is right whatever happens.
//
// An index of which nothing is known (`x[column[i]]`) is compared with bounds that are found in
// front of the loop: the *reach* of the pointer.
//
// Invariant. Each access of the fast loop is checked ahead, by its reach, or in place. Held by
// tests/randomized with -fupc-check, and by tests/e2e/library/check_loops.py.
//
// Invariant. A pointer is asked ahead only if nothing in the loop can free what it leads to. So
// each call is known to compute only, and there is no barrier, fence or strict access. What another
// thread frees meanwhile is a race, of which either answer is an outcome (runtime/check/check.cc).
#pragma once

#include "compiler/lower/checks/loop_intervals.h"

namespace polder::cc {

class CheckedLoop : public Lowering {
public:
    /// The loop in both versions; null: not a loop for this.
    static Node *lowered(const LowerContext &in, Stmt *s);
    /// While the fast one is lowered: does base[index] need no check at its place; or none but that
    /// of its index?
    static bool covers(const LowerContext &in, Expr *base, const Expr *index);
    static bool covers_by_index(const LowerContext &in, const IndexExpr *e);

private:
    CheckedLoop(const LowerContext &context, Stmt *loop);

    /// Which of the checks go ahead. False: there are none, or the loops inside can do it better.
    bool find(const std::vector<CheckInPlace> &in_place);
    bool all() const { return left_ == 0; }
    bool any() const { return left_ < checks_; }
    /// Declares what the condition needs, and gives it; null: always true. And what stands behind
    /// it is told.
    Node *condition(Composer &out, ChecksAhead &ahead);
    std::string said() const;
    Node *both(Node *slow);

    struct Elements { // that a pointer leads to, by an interval of indexes
        Expr *pointer;
        Expr *lvalue;
        std::string key;
        Node *interval;
    };
    struct Reached { // by an index of which nothing is known
        Expr *pointer;
        IndexExpr *element;
        std::string key;
    };
    struct Asked { // a copy of a pointer, as arguments of a test have it
        std::string ga;
        std::string phase;
        std::string size;
        std::string block;
        std::string align;
    };

    bool index_ahead(const CheckInPlace &check);
    bool access_ahead(Expr *lvalue);
    bool access_by_reach(Expr *lvalue);
    bool is_fixed_pointer(Expr *pointer);
    std::string key_of(Expr *pointer);
    Asked ask(Expr *pointer, Composer &out);

    Stmt *loop_;
    bool keeps_objects_ = false; // nothing in the loop frees
    std::unordered_set<const Node *> wanted_;
    LoopIntervals intervals_;
    std::vector<Node *> tests_;
    std::vector<Elements> elements_;
    std::vector<Reached> reached_;
    std::vector<const Expr *> proven_;
    size_t left_ = 0;
    size_t checks_ = 0;
    bool left_deep_ = false;
};

} // namespace polder::cc

// Strength reduction of induction variables. A reference whose index is a stepped variable keeps
// its block span wherever the variable is changed. stepped_indexes.h finds such variables.
//   before   while (i < n && j < m) to[k++] = a[i] < b[j] ? a[i++] : b[j++];     // shared [64]
//   after    double *qa, *qb, *qt; int first_i, last_i, ...;
//            <spans of a[i], b[j], to[k]>
//            while (i < n && j < m)
//              *({ double *p = qt + k; k++; if (k > last_k) <span of to[k]>; p; }) =
//                qa[i] < qb[j] ? *({ double *p = qa + i; i++; if (i > last_i) ...; p; }) : ...;
//
// An access is plain memory, and a step of the variable costs one comparison. It is one comparison
// however many references follow the variable: `first` and `last` bound the values for which all of
// them stay in their spans. Where a span ends, the step finds the next ones.
//
// In cyclic arrays a reference has an address that goes on with each step (polder_stride).
//
// Some references follow a variable in an inner loop only, as t[i + j] where i and j change. They
// keep the span they were in last. Each access tests whether its index is still in there. So a
// short inner loop finds no span anew.
//
// If each array of the loop is one span, the loop is C's. So it is with one thread, and where
// arrays are mapped a second time in the order of the elements. A test in front of the loop asks.
//
// Why it is right.
//   1. The spans of a variable v are *valid* if every reference that follows v has its element
//      `factor * v + rest` in its span. Then `bias + index` is the address of that element.
//   2. They are valid when the loop begins: they are found there. If v has no value yet, the range
//      is empty, and nothing may read v before it is set.
//   3. Arrays and `rest` are fixed in the loop (loop_facts.h). So only a change of v can end that.
//   4. v is a local whose address nobody takes. So each change is an expression of the loop, and
//      each of these is followed by a test of v in the same expression. The loop has no labels,
//      assembly or directives, so control comes in at its head only.
//   5. After a set, the test is first <= v <= last. After a step upwards v was at least `first`, so
//      v <= last is enough; downwards likewise. Variables that wrap at 32 bits are tested in full.
//   6. If the test fails, all spans are found anew. So they are valid wherever v has a value. This
//      holds in each branch, since it holds behind each expression.
//   7. An index that is itself a step, a[v++], reads the span first and steps then. Another use of
//      v in the same expression without a sequence point is undefined in C.
// Invariant: only the computation of addresses changes. Accesses keep their number and order. Held
// by tests/compiler/run/stepped_indexes.upc.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/lower/passes/stepped_indexes.h"

namespace polder::cc {

/// The spans and addresses that follow a variable, as code.
class FollowedRange : public Lowering {
public:
    FollowedRange(const LowerContext &context, VarDecl *variable);

    /// The name of what a reference is reached by. Declares where its array begins, if that is new.
    /// Empty: there are too many already.
    std::string add(const SteppedReference &r, Composer &out);
    /// All that is kept, for the steps in a loop; an empty range.
    void declare(Stmt *loop, Composer &out);
    /// What stands behind a change of the variable, whose value has the given simple name.
    std::string behind_set(const std::string &value) const;
    std::string behind_step(const std::string &value, long by) const;

private:
    std::string walks_anew(const std::string &value) const;
    struct Entry { // references that share a span or an address
        IndexExpr *sample = nullptr;
        std::string name = {};    // of the pointer, or of the address that is carried along
        std::string base = {};    // code
        std::string rest = {};    // code of type long
        std::string pointer = {}; // the type of a pointer to an element
        std::string size = {};    // of an element
        std::string block = {};
        bool object = false; // base is the start of a shared array
        bool walks = false;  // a cyclic array
        long factor = 1;
        std::unordered_map<long, std::string> steps = {}; // walks: what a step adds
    };
    Entry entry_of(const SteppedReference &r, Composer &out);
    bool has_spans() const;
    std::string index_at(const Entry &e, const std::string &value) const;
    std::string found_anew(const std::string &value) const;
    std::string compared(const std::string &value) const;

    VarDecl *variable_;
    std::string type_; // of first and last
    std::string first_;
    std::string last_;
    std::vector<Entry> entries_ = {};
    std::unordered_map<std::string, std::string> known_ = {}; // names of entries
};

/// A span that references were in last.
struct KeptSpan {
    std::string name;
    std::string base;
    std::string first;
    std::string length;
    bool object = false;
};

/// What spans follow, in the loops around.
struct FollowedVariables {
    struct OwnStep { // a[v++] that is at hand
        UnaryExpr *step;
        std::string place;
    };
    using Ranges = std::vector<std::shared_ptr<FollowedRange>>;
    std::unordered_map<const Decl *, Ranges> ranges = {}; // by canonical variable
    std::unordered_map<const IndexExpr *, OwnStep> own_steps = {};
    std::unordered_map<const IndexExpr *, KeptSpan> kept = {};
};

class InductionVariables : public Lowering {
public:
    using Lowering::Lowering;

    /// The outermost loop in which references follow a variable; null for others.
    Node *loop(Stmt *s);
    /// Do spans follow the variable where lowering is now?
    bool follows(const VarDecl *v) const { return v && in.followed && in.followed->ranges.count(v->canonical); }
    /// Does the loop step such a variable in its head?
    bool follows_head(const ForStmt *loop) const;
    /// Is such a variable changed below n, so that its code must stay in this function?
    bool changes_below(Node *n) const;
    /// A change of such a variable, with the test behind it; null for others.
    Node *assigned(AssignExpr *e, bool wants_value);
    Node *stepped(UnaryExpr *e, bool wants_value);
    /// The initialiser of such a variable; null for others.
    Node *initialised(const VarDecl *v, Expr *init);
    /// An element whose index is a step of such a variable; null for others.
    Node *element(const IndexExpr *e);

private:
    bool is_eligible(Stmt *s) const;
    SteppedLoop survey(Stmt *s);
    Node *lowered(Stmt *s, LowerContext inside);
    void keep_spans(const SteppedLoop &found, Composer &out, FollowedVariables &followed, ResolvedPlaces &places);
    Node *kept_element(const IndexExpr *e, const KeptSpan &kept);
    Node *whole(Stmt *s, const SteppedLoop &found);
    Node *followed(Stmt *s, const SteppedLoop &found);
    std::string behind_set(const VarDecl *v, const std::string &value) const;
    std::string behind_step(const VarDecl *v, const std::string &value, long by) const;
    void say(Stmt *s, const SteppedLoop &found, bool whole);
};

} // namespace polder::cc

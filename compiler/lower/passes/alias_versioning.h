// Alias versioning. A contiguous run whose memory is known to the last byte becomes a
// function with `restrict` parameters, which the back end optimises. A test in front of the call
// makes sure that nothing overlaps.
//   before   for (; i < stop; i++) q2[i] = q3[i + 1] + c;      // a run; q2 and q3 might overlap
//   after    static inline void f4(long n, double *restrict q5, const double *restrict q6,
//              double u7) { for (long k = 0; k < n; k++) q5[k] = q6[k] + u7; }
//            { const long n = stop - i; double *q5 = &q2[i]; const double *q6 = &q3[i + 1];
//              if (polder_apart(q5, q5 + n, q6, q6 + n)) { f4(n, q5, q6, c); i += n; }
//              else for (; i < stop; i++) q2[i] = q3[i + 1] + c; }
// The function is inlined; compilers heed `restrict` on parameters only. A C program does not need
// this where its arrays are mallocs of its own: compilers know that those do not overlap.
//
// Jam: unroll-and-jam. Some iterations of an outer loop are done in one inner loop, if all of them
// run over the same elements there (matrix products). What they share is then read and written
// once. Legal if nothing that one iteration writes is touched by another, except the same place in
// the same inner iteration. The same test says so; an address that the outer loop does not move is
// the same place.
//
// Vocabulary.
//   region    references through one pointer, known constants apart; it moves by `stride` an
//             iteration
//   live-in   a private scalar of the surroundings that the body reads, passed by value
//   live-out  one that the body changes, passed by address
//   head      declarations in the outer loop's body in front of the inner loop
//   copy      an outer iteration within a jam
//
// Invariant: a body is taken only if it does nothing but arithmetic on private scalars and accesses
// to regions. So the regions that are tested are all of its memory.
#pragma once

#include "compiler/lower/passes/strip_mine.h"

namespace polder::cc {

class AliasVersioning {
public:
    /// `whole`: what is found keeps its value while that runs.
    AliasVersioning(StripMine &strip_mine, Stmt *whole, VarDecl *variable, long step)
        : strip_mine_(strip_mine), lower_(strip_mine.lower_), types_(strip_mine.types_), facts_(strip_mine.facts_),
          variable_(variable), step_(step) {
        around_.loop.statement = whole;
    }
    /// Of a jam: `inner` is the inner loop, whose block spans have been found.
    void set_outer(VarDecl *variable, long step, const StripMine::Plan *inner) {
        outer_ = variable;
        outer_step_ = step;
        inner_ = inner;
    }

    /// References of the plan's strided pointers are regions, too, where names say that nothing
    /// overlaps them.
    void set_strided_pointers(const StripMine::Plan &plan) { strided_plan_ = &plan; }

    bool find(Node *body); // all that it does; false: something else
    bool find_declared(Declaration *d);
    bool find_head(Declaration *d); // the same of a declaration in front of the inner loop
    bool pays() const;              // is it good to know that regions are apart?
    bool may_jam() const;
    const std::string &why_not() const { return why_not_; }
    size_t regions() const { return regions_.size(); }
    /// Does the loop read elements through one pointer that lie vectors apart? Compilers then carry
    /// vectors from one iteration to the next.
    bool carries_vectors() const;
    bool is_shared_by_copies(const Expr *reference) const; // a reference that the outer loop does not move

    /// Variables for where the regions of so many copies are, and for the head's scalars.
    Node *declare(unsigned copies);
    /// Their values for a copy, at the present values of the variables.
    Node *assign(unsigned copy);
    /// No region overlaps one that is written, `n` iterations long.
    std::string tests(const std::string &n) const;
    /// The call of the function for n iterations; the function itself is put in front of the one
    /// that is being lowered.
    Node *call(Stmt *body, const std::string &n);

private:
    struct Region {
        IndexExpr *sample;
        std::string key;
        std::string type; // of an element, as C
        long offset;      // of the sample
        long stride;      // of the sample
        long least = 0;   // of the members' distances from the sample
        long most = 0;    // of the members' distances from the sample
        bool written = false, moved = false /* by the outer loop */, of_head = false;
        const VarDecl *root = nullptr; // the array or pointer it counts from, if that has a name
        const StripMine::StridedPointer *strided =
            nullptr; // an address that is carried along goes through it: all of the array may be touched
        std::vector<std::pair<const IndexExpr *, long>> members = {};
        std::vector<std::string> places = {}; // by copy; one if they share it
    };
    struct Captured {
        VarDecl *variable; // null: the value of memory behind a pointer
        Expr *name;
        bool written;
        bool of_head;
        std::vector<std::string> places = {};       // by copy, of the head's
        std::vector<const Expr *> occurrences = {}; // of such a value
    };

    static VarDecl *root_of(IndexExpr *e);
    bool is_array(const Region &r) const {
        return r.root && types_.is_array(r.root->type) && !types_.is_shared(r.root->type);
    }
    bool is_promised(const Region &a, const Region &b) const;
    bool is_alone(const Region &r) const;
    bool is_known(const Region &a, const Region &b) const;
    bool are_strided_pointers_known() const;
    const StripMine::StridedPointer *strided_pointer_of(const IndexExpr *e) const;
    bool region(IndexExpr *e, bool written, bool of_head);
    std::string base_of(IndexExpr *e, bool &moved);
    bool is_plain(QualType type) const;
    TokenIndex first_token_of_function() const;
    bool written(Expr *target);
    bool member(MemberExpr *e, bool is_written);
    bool capture(NameExpr *e, bool written);
    bool capture_value(Expr *e);
    bool is_pure_call(CallExpr *e);
    bool is_address(Expr *e);
    bool no(const char *why) {
        why_not_ = why;
        return false;
    }
    IndexScope scope() const;
    std::string plain_type(QualType type) const {
        return lower_.print(types_.canonical(types_.unshared(type)).unqualified());
    }
    std::string pointer(const Region &r, const std::string &name) const;
    Node *copy_body(Stmt *body, unsigned copy, const std::string &k);

    StripMine &strip_mine_;
    Lowering &lower_;
    TypeTable &types_;
    LoopFacts &facts_;
    VarDecl *variable_;
    VarDecl *outer_ = nullptr;
    long step_;
    long outer_step_ = 0;
    StripMine::Plan around_ = {};
    const StripMine::Plan *inner_ = nullptr;
    const StripMine::Plan *strided_plan_ = nullptr;
    std::unordered_set<const Decl *> own_ = {};  // variables declared in the body
    std::unordered_set<const Decl *> head_ = {}; // variables declared in the head
    std::vector<Region> regions_ = {};
    std::vector<Captured> captured_ = {};
    bool stores_through_private_ = false;
    std::string why_not_ = {};
    unsigned copies_ = 1;
};

} // namespace polder::cc

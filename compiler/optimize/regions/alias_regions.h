// Alias regions: all memory that a loop's body touches, as regions behind pointers, if that can be
// known to the last byte. Alias versioning and unroll-and-jam go by it. They tell the back end that
// pointers do not overlap.
//   a[i] = b[i + 1] + b[i - 1] + c    regions: a, 1 element an iteration, written; b, likewise,
//                                     elements -1 to 1; live-in: c
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
// to regions. So the regions that are tested are all of its memory. Held by
// tests/compiler/run/alias_versioning.upc.
#pragma once

#include "compiler/optimize/loop_nest.h"

#include <string>
#include <utility>
#include <vector>

namespace polder::cc {

/// The loop whose body is looked at, and what is around it.
struct RegionLoop {
    Stmt *whole; // what is found keeps its value while that runs
    VarDecl *variable;
    long step;
    // Of a jam: the outer loop's variable, and the inner loop, whose block spans have been found.
    const VarDecl *outer = nullptr;
    const LoopNest *inner = nullptr;
    // References of this nest's strided pointers are regions, too, where names say that nothing
    // overlaps them.
    const LoopNest *strided = nullptr;
};

/// Of the loop in a nest.
inline RegionLoop region_loop(const LoopNest &nest) {
    return {nest.loop.statement, nest.loop.variable, nest.loop.step};
}

class AliasRegions {
public:
    struct Region {
        IndexExpr *sample;
        std::string key;
        QualType type;  // of an element
        long offset;    // of the sample
        long stride;    // of the sample
        long least = 0; // of the members' distances from the sample
        long most = 0;  // of the members' distances from the sample
        bool written = false;
        bool moved = false; // by the outer loop
        bool of_head = false;
        const VarDecl *root = nullptr; // the array or pointer it counts from, if that has a name
        // An address that is carried along goes through it: all of the array may be touched.
        const StridedPointer *strided = nullptr;
        std::vector<std::pair<const IndexExpr *, long>> members = {};
    };
    struct Captured {
        VarDecl *variable; // null: the value of memory behind a pointer
        Expr *name;
        bool written;
        bool of_head;
        std::vector<const Expr *> occurrences = {}; // of such a value
    };

    /// None yet: RegionFinder finds them.
    AliasRegions(const RegionLoop &loop, const FunctionAnalyses &in)
        : types_(in.ctx.types), facts_(in.facts), function_(in.function), loop_(loop) {}

    Node *whole() const { return loop_.whole; }
    const std::vector<Region> &regions() const { return regions_; }
    const std::vector<Captured> &captured() const { return captured_; }
    /// Why they could not be found.
    const std::string &why_not() const { return why_not_; }

    bool pays() const; // is it good to know that regions are apart?
    bool may_jam() const;
    /// Does the loop read elements through one pointer that lie vectors apart? Compilers then carry
    /// vectors from one iteration to the next.
    bool carries_vectors() const;
    bool is_shared_by_copies(const Expr *reference) const; // a reference that the outer loop does not move
    /// Can they not overlap: different arrays, private and shared memory?
    bool is_known(const Region &a, const Region &b) const;

private:
    friend class RegionFinder; // fills it
    bool is_array(const Region &r) const {
        return r.root && types_.is_array(r.root->type) && !types_.is_shared(r.root->type);
    }
    bool is_promised(const Region &a, const Region &b) const;
    bool is_alone(const Region &r) const;
    bool are_strided_pointers_known() const;

    const TypeTable &types_;
    LoopFacts &facts_;
    FunctionDecl *function_;
    const RegionLoop loop_;
    std::vector<Region> regions_ = {};
    std::vector<Captured> captured_ = {};
    bool stores_through_private_ = false;
    std::string why_not_ = {};
};

/// A nest of which some outer iterations are done in one inner loop (unroll_and_jam.cc).
struct UnrollAndJam {
    LoopNest inside;                            // the inner loop, with its block spans
    std::vector<Declaration *> head = {};       // in front of it
    std::unique_ptr<AliasRegions> regions = {}; // of the inner loop
    unsigned copies = 0;                        // so many iterations at once
};

} // namespace polder::cc

// Region finder: the walk over a loop's body that collects all memory it touches. It finds regions,
// and values that are passed by (alias_regions.h, with the vocabulary). The walk ends at the first
// thing that is neither arithmetic on private scalars nor an access to a region, and says why.
#pragma once

#include "compiler/analysis/functions/scalar_work.h"
#include "compiler/optimize/regions/alias_regions.h"
#include "compiler/optimize/regions/reference_address.h"
#include "compiler/optimize/surroundings.h"

#include <unordered_set>

namespace polder::cc {

class RegionFinder {
public:
    /// What it finds goes to `out`.
    RegionFinder(const Surroundings &in, AliasRegions &out)
        : in_(in), types_(in.ctx().types), facts_(in.analyses.facts), scalar_work_(in.ctx(), facts_),
          function_(in.analyses.function), out_(out), addresses_(out.loop_, in, head_) {}

    bool find(Node *body);          // all that it does; false: something else
    bool find_head(Declaration *d); // the same of a declaration in front of the inner loop

private:
    using Captured = AliasRegions::Captured;
    using Region = AliasRegions::Region;

    bool find_declared(Declaration *d);
    bool region(IndexExpr *e, bool written, bool of_head);
    Region *region_at(IndexExpr *e, const ReferenceAddress &address, bool of_head);
    bool is_plain(QualType type) const;
    TokenIndex first_token_of_function() const;
    bool written(Expr *target);
    bool member(MemberExpr *e, bool is_written);
    bool name(NameExpr *e);
    bool capture(NameExpr *e, bool written);
    bool capture_value(Expr *e);
    bool is_pure_call(CallExpr *e);
    bool is_address(Expr *e);
    bool no(const char *why) {
        out_.why_not_ = why;
        return false;
    }

    const Surroundings &in_;
    const TypeTable &types_;
    LoopFacts &facts_;
    ScalarWork scalar_work_;
    FunctionDecl *function_;
    AliasRegions &out_;
    std::unordered_set<const Decl *> own_ = {};  // variables declared in the body
    std::unordered_set<const Decl *> head_ = {}; // variables declared in the head
    AddressRules addresses_;
};

} // namespace polder::cc

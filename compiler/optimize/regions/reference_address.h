// Reference addresses: what a reference to an array counts from, and how it moves with the loop.
// Two references through one pointer, known constants apart, have one key.
//   a[i + 1], a[i - 1]   key of a and i, offsets 1 and -1, one element an iteration
#pragma once

#include "compiler/analysis/access_function.h"
#include "compiler/optimize/regions/alias_regions.h"
#include "compiler/optimize/surroundings.h"

#include <optional>
#include <string>
#include <unordered_set>

namespace polder::cc {

struct ReferenceAddress {
    std::string key;
    long offset;                   // in elements
    long stride;                   // an iteration
    bool moved;                    // by the outer loop
    const StridedPointer *strided; // that steps from block to block with the reference, or null
};

/// How a loop's references find their addresses.
class AddressRules {
public:
    /// `head`: variables declared in front of the inner loop of a jam. Each outer iteration has its
    /// own.
    AddressRules(const RegionLoop &loop, const Surroundings &in, const std::unordered_set<const Decl *> &head)
        : loop_(loop), in_(in), types_(in.ctx().types), head_(head) {}

    /// Of a reference, which may stand in the head. None: `why_not` says why.
    std::optional<ReferenceAddress> address(IndexExpr *e, bool of_head, const char *&why_not) const;
    IndexScope scope() const;

private:
    struct Span {
        std::string key;
        bool contiguous;
    };
    std::string base_of(IndexExpr *e, bool &moved) const;
    const StridedPointer *strided_pointer_of(const IndexExpr *e) const;
    const char *obstacle(IndexExpr *e, const StridedPointer *strided) const;
    bool is_own(IndexExpr *e) const { return types_.is_shared(e->type) && in_.is_own_place(e); }
    Span span_of(IndexExpr *e) const;

    const RegionLoop &loop_;
    const Surroundings &in_;
    const TypeTable &types_;
    const std::unordered_set<const Decl *> &head_;
};

} // namespace polder::cc

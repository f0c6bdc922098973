// ResolvedReferences: lvalues whose place a loop around has found out.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/surroundings.h"

namespace polder::cc {

class ResolvedReferences : public Lowering {
public:
    using Lowering::Lowering;

    /// While a body in runs is lowered: is the lvalue in a span; the lvalue as an element of it.
    bool has(const Expr *lvalue) const { return find_place(lvalue, false); }
    Node *element(IndexExpr *lvalue);
    /// The address of an lvalue that is not in a span, but of which something was found out before
    /// the loop; null for others.
    Node *address(IndexExpr *lvalue);
    /// What the passes of compiler/optimize have to be told at this point.
    Surroundings surroundings();

private:
    bool find_place(const Expr *lvalue, bool strided) const {
        const ResolvedPlace *found = ResolvedPlaces::find(in.places, lvalue);
        return found && found->strided == strided;
    }
};

} // namespace polder::cc

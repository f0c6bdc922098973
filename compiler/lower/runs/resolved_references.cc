// Lvalues whose place a loop around has found out, as C; and what that loop tells the passes of
// compiler/optimize.
#include "compiler/lower/runs/resolved_references.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/passes/induction_variables.h"

namespace polder::cc {

/// The address of a reference that is carried along, or that an array base descriptor leads to.
/// Null for others.
Node *ResolvedReferences::address(IndexExpr *e) {
    if (!find_place(e, true)) return nullptr;
    if (Node *stepping = InductionVariables(in).element(e)) return make({"((" + abi::ga + ")&", stepping, ")"});
    const ResolvedPlace place = *ResolvedPlaces::find(in.places, e);
    if (!place.array_base) return make({"((" + abi::ga + ")", place.name, ")"});
    const Element at = Addresses(in).element(e->base, e->index, {.parts = true});
    const std::string block = Pointers(in).block(at.pointer);
    if (at.parts.place)
        return call(abi::from_in_block,
                    {env(), place.name, at.parts.block, at.parts.place, Pointers(in).element_size(at.pointer), block});
    return make({block == "1" ? abi::index_cyclic + "(" : abi::index_blocked + "(", env(), ", ", place.name,
                 ".origin, (", at.linear, ") + ", place.name, ".ahead, ", Pointers(in).element_size(at.pointer),
                 block == "1" ? std::string(")") : ", " + block + ")"});
}

Surroundings ResolvedReferences::surroundings() {
    return {analyses(),
            in.passes,
            in.jobs,
            *in.report,
            in.own ? in.own->variable : nullptr,
            in.in_jam,
            [at = in](Expr *e) { return FarAccesses(at).is_own_place(e); },
            [at = in](const Expr *e) { return ResolvedPlaces::find(at.places, e); },
            [at = in](const IndexExpr *e) { return CheckedLoop::covers(at, e->base, e->index); },
            [at = in](const IndexExpr *e) { return CheckedLoop::covers_by_index(at, e); },
            [at = in](Node *n) { return InductionVariables(at).changes_below(n); }};
}

/// The reference as an element of its span. The pointer is biased, so the index is the one that
/// was written.
Node *ResolvedReferences::element(IndexExpr *e) {
    if (Node *stepping = InductionVariables(in).element(e)) return stepping;
    const ResolvedPlace place = *ResolvedPlaces::find(in.places, e);
    if (place.ready) return make({"(", place.name, ")"});
    if (place.row) return make({"(*", place.name, ")"});
    return make({"(", place.name, "[", Addresses(in).element(e->base, e->index).linear, "])"});
}

} // namespace polder::cc

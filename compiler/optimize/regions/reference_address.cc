// The key of an address names all that is not a constant. That is what the reference counts from,
// the span it lies in, and the index without its constant.
#include "compiler/optimize/regions/reference_address.h"

namespace polder::cc {

IndexScope AddressRules::scope() const {
    IndexScope result{in_.analyses.facts,          in_.ctx(), loop_.whole, in_.analyses.function,
                      {loop_.variable->canonical}, true};
    if (loop_.outer) result.variables.insert(loop_.outer->canonical);
    return result;
}

/// The strided pointer that steps from block to block with this reference, or null.
const StridedPointer *AddressRules::strided_pointer_of(const IndexExpr *e) const {
    if (!loop_.strided) return nullptr;
    for (const StridedPointer &w : loop_.strided->strided_pointers)
        if (w.expr == e && !w.row && !w.elements) return &w;
    return nullptr;
}

/// What a reference counts from; empty if that may change meanwhile. `moved`: it is the head's, so
/// each outer iteration has its own.
std::string AddressRules::base_of(IndexExpr *e, bool &moved) const {
    Expr *array = decayed_array(e->base);
    if (auto *outer = as<IndexExpr>(array)) return base_of(outer, moved);
    VarDecl *v = array ? named_variable(array) : nullptr;
    if (v && !types_.is_shared(v->type)) // an array of the thread's own
        return types_.canonical(v->type).is_volatile_or_atomic() ? "" : "a" + atom_of(v);
    VarDecl *pointer = array ? nullptr : named_variable(e->base);
    moved = pointer && head_.count(pointer->canonical);
    return cc::base_of(in_.analyses, e, moved ? loop_.inner->loop.statement : loop_.whole);
}

/// What stands in the way of a reference whose address follows a rule; null: nothing.
const char *AddressRules::obstacle(IndexExpr *e, const StridedPointer *strided) const {
    const ResolvedPlace *place = in_.place(e);
    if (place && !strided && (place->strided || place->row || place->array_base || place->linear))
        return "an address is carried along";
    if (place && place->table) return "a span for each iteration of an inner loop";
    if (is_own(e) && loop_.outer && in_.own_variable && in_.own_variable->canonical == loop_.outer->canonical)
        return "elements belong to the outer iteration";
    return nullptr;
}

/// The span of memory that the reference lies in, as loops around and inside have found out.
AddressRules::Span AddressRules::span_of(IndexExpr *e) const {
    const ResolvedPlace *place = in_.place(e);
    const bool own = is_own(e);
    bool in_span = place;
    std::string key = place ? place->name : std::string();
    for (size_t i = 0; loop_.inner && i < loop_.inner->groups.size(); ++i)
        for (const Reference *r : loop_.inner->groups[i].members)
            if (r->expr == e) {
                in_span = true;
                key += "g" + std::to_string(i);
            }
    const bool contiguous = in_span || own || !types_.is_shared(e->type) || in_.block_of(e) == 0;
    return {key + (own ? "own" : ""), contiguous};
}

std::optional<ReferenceAddress> AddressRules::address(IndexExpr *e, bool of_head, const char *&why_not) const {
    const auto no = [&](const char *why) {
        why_not = why;
        return std::nullopt;
    };
    bool moved = false;
    const std::string base = base_of(e, moved);
    const auto index = base.empty() ? std::nullopt : index_of(e, scope());
    const auto coefficient = index ? index->coefficient(atom_of(loop_.variable)) : std::nullopt;
    if (!coefficient) return no("the address of an access follows no rule");
    const StridedPointer *strided = strided_pointer_of(e);
    if (const char *why = obstacle(e, strided)) return no(why);
    const Span span = span_of(e);
    if (!span.contiguous && *coefficient != 0) return no("an address is computed in each iteration");
    if (strided && (loop_.outer || of_head)) return no("an address is carried along");
    const bool follows = loop_.outer && (moved || index->mentions(atom_of(loop_.outer)));
    return ReferenceAddress{.key = base + span.key + "@" + index->key() +
                                   (span.contiguous ? "" : std::to_string(index->offset())) + (of_head ? "head" : ""),
                            .offset = index->offset(),
                            .stride = strided ? 0 : *coefficient * loop_.step,
                            .moved = follows,
                            .strided = strided};
}

} // namespace polder::cc

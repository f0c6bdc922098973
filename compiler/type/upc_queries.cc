// A type's Shared node lies below its arrays (upc_queries.h).
#include "compiler/type/upc_queries.h"

namespace polder::cc {

bool UpcTypeQueries::is_shared(QualType q) const {
    const Type *t = &get(q);
    while (t->kind == TypeKind::array)
        t = &get(t->element);
    return t->kind == TypeKind::shared;
}

bool UpcTypeQueries::is_pointer_to_shared(QualType q) const {
    const Type &t = value(q);
    return t.kind == TypeKind::pointer && is_shared(t.element);
}

bool UpcTypeQueries::is_shared_void_pointer(QualType q) const {
    const Type &t = value(q);
    return t.kind == TypeKind::pointer && kind(t.element) == TypeKind::shared && is_void(t.element);
}

bool UpcTypeQueries::has_phase(QualType q) const {
    const Type &t = value(q);
    return t.kind == TypeKind::pointer && is_shared(t.element) &&
           (block_of(t.element) > 1 || is_shared_void_pointer(q));
}

uint64_t UpcTypeQueries::block_of(QualType q) const {
    const Type &t = get(ultimate_element(q));
    return t.kind == TypeKind::shared ? t.count : 0;
}

bool UpcTypeQueries::is_strict(QualType q) const {
    return canonical(ultimate_element(q)).has(q_strict);
}

bool UpcTypeQueries::times_threads(QualType q) const {
    for (const Type *t = &get(q); t->kind == TypeKind::array; t = &get(t->element))
        if (t->times_threads) return true;
    return false;
}

void UpcTypeQueries::record_completed() {
    mentions_.record_completed();
}

bool UpcTypeQueries::mentions_shared(QualType q) const {
    return mentions_.are_in(*this, q);
}

QualType UpcTypeQueries::unshared(QualType q) const {
    constexpr uint8_t kept = q_const | q_volatile | q_restrict | q_atomic;
    uint8_t qualifiers = 0;
    const Type &t = node(q, &qualifiers);
    if (t.kind == TypeKind::shared) return t.element.with(qualifiers & kept);
    if (t.kind == TypeKind::array && is_shared(q)) {
        const Type bound = t;
        return array_like(unshared(bound.element.with(qualifiers & kept)), bound);
    }
    return QualType(q.index(), q.qualifiers() & (kept | q_shared));
}

} // namespace polder::cc

// Questions about types, and the types derived from them (pointee, element, decay, unshared).
#include "compiler/type/impl.h"

#include "compiler/ast/decl.h"

namespace polder::cc {

namespace {

bool integer_kind(TypeKind k) {
    return (k >= TypeKind::bool_ && k <= TypeKind::uint128) || k == TypeKind::enum_;
}
bool floating_kind(TypeKind k) {
    return k >= TypeKind::float16 && k <= TypeKind::float64x;
}

} // namespace

bool TypeTable::is_void(QualType q) const {
    return value(q).kind == TypeKind::void_;
}
bool TypeTable::is_integer(QualType q) const {
    return integer_kind(value(q).kind);
}
bool TypeTable::is_floating(QualType q) const {
    return floating_kind(value(q).kind);
}

bool TypeTable::is_arithmetic(QualType q) const {
    const TypeKind k = value(q).kind;
    return integer_kind(k) || floating_kind(k) || k == TypeKind::complex;
}

bool TypeTable::is_scalar(QualType q) const {
    return is_arithmetic(q) || is_pointer(q);
}
bool TypeTable::is_pointer(QualType q) const {
    return value(q).kind == TypeKind::pointer;
}
bool TypeTable::is_array(QualType q) const {
    return kind(q) == TypeKind::array;
}
bool TypeTable::is_function(QualType q) const {
    return kind(q) == TypeKind::function;
}
bool TypeTable::is_record(QualType q) const {
    return value(q).kind == TypeKind::record;
}
bool TypeTable::is_vector(QualType q) const {
    return value(q).kind == TypeKind::vector;
}

bool TypeTable::is_complete(QualType q) const {
    const Type &t = value(q);
    switch (t.kind) {
    case TypeKind::void_: return false;
    case TypeKind::record: return t.record->complete;
    case TypeKind::enum_: return t.enum_decl->complete || !t.enum_decl->underlying.is_null();
    case TypeKind::array: return t.size != ArraySize::incomplete && is_complete(t.element);
    default: return true;
    }
}

bool TypeTable::is_variably_modified(QualType q) const {
    const Type *t = &get(q);
    for (;;) {
        if (t->kind == TypeKind::array && (t->size == ArraySize::variable || t->size == ArraySize::star)) return true;
        if (t->kind != TypeKind::array && t->kind != TypeKind::pointer && t->kind != TypeKind::shared &&
            t->kind != TypeKind::function)
            return false;
        t = &get(t->element);
    }
}

// ---- UPC ----

bool TypeTable::is_shared(QualType q) const {
    const Type *t = &get(q);
    while (t->kind == TypeKind::array)
        t = &get(t->element);
    return t->kind == TypeKind::shared;
}

bool TypeTable::is_pointer_to_shared(QualType q) const {
    const Type &t = value(q);
    return t.kind == TypeKind::pointer && is_shared(t.element);
}

bool TypeTable::is_shared_void_pointer(QualType q) const {
    const Type &t = value(q);
    return t.kind == TypeKind::pointer && kind(t.element) == TypeKind::shared && is_void(t.element);
}

bool TypeTable::has_phase(QualType q) const {
    const Type &t = value(q);
    return t.kind == TypeKind::pointer && is_shared(t.element) &&
           (block_of(t.element) > 1 || is_shared_void_pointer(q));
}

uint64_t TypeTable::block_of(QualType q) const {
    const Type &t = get(ultimate_element(q));
    return t.kind == TypeKind::shared ? t.count : 0;
}

bool TypeTable::is_strict(QualType q) const {
    return canonical(ultimate_element(q)).has(q_strict);
}

bool TypeTable::times_threads(QualType q) const {
    for (const Type *t = &get(q); t->kind == TypeKind::array; t = &get(t->element))
        if (t->times_threads) return true;
    return false;
}

void TypeTable::record_completed() {
    impl_->mentions.record_completed();
}

bool TypeTable::mentions_shared(QualType q) const {
    return impl_->mentions.are_in(*this, q);
}

// ---- derived types ----

QualType TypeTable::pointee(QualType q) const {
    uint8_t qualifiers = 0;
    const Type *t = &node(q, &qualifiers);
    if (t->kind == TypeKind::shared) t = &node(t->element, &qualifiers);
    return t->kind == TypeKind::pointer ? t->element : error();
}

QualType TypeTable::element(QualType q) const {
    uint8_t qualifiers = 0;
    const Type &t = node(q, &qualifiers);
    if (t.kind != TypeKind::array) return error();
    return t.element.with(qualifiers & static_cast<uint8_t>(~q_shared));
}

QualType TypeTable::ultimate_element(QualType q) const {
    while (is_array(q))
        q = element(q);
    return q;
}

QualType TypeTable::unshared(QualType q) const {
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

uint64_t TypeTable::elements_in(QualType q) const {
    uint64_t n = 1;
    for (const Type *t = &get(q); t->kind == TypeKind::array; t = &get(t->element))
        n *= t->count;
    return n;
}

QualType TypeTable::decayed(QualType q) {
    const TypeKind k = kind(q);
    if (k == TypeKind::array) return pointer_to(element(q));
    if (k == TypeKind::function) return pointer_to(q);
    const QualType stored = unshared(q);
    const QualType bare = stored.unqualified();
    return canonical(bare).qualifiers() ? canonical(bare).unqualified() : bare;
}

} // namespace polder::cc

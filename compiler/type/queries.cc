// Most questions are about the kind of a node (queries.h).
#include "compiler/type/queries.h"

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

bool TypeQueries::is_void(QualType q) const {
    return value(q).kind == TypeKind::void_;
}
bool TypeQueries::is_integer(QualType q) const {
    return integer_kind(value(q).kind);
}
bool TypeQueries::is_floating(QualType q) const {
    return floating_kind(value(q).kind);
}

bool TypeQueries::is_arithmetic(QualType q) const {
    const TypeKind k = value(q).kind;
    return integer_kind(k) || floating_kind(k) || k == TypeKind::complex;
}

bool TypeQueries::is_scalar(QualType q) const {
    return is_arithmetic(q) || is_pointer(q);
}
bool TypeQueries::is_pointer(QualType q) const {
    return value(q).kind == TypeKind::pointer;
}
bool TypeQueries::is_array(QualType q) const {
    return kind(q) == TypeKind::array;
}
bool TypeQueries::is_function(QualType q) const {
    return kind(q) == TypeKind::function;
}
bool TypeQueries::is_record(QualType q) const {
    return value(q).kind == TypeKind::record;
}
bool TypeQueries::is_vector(QualType q) const {
    return value(q).kind == TypeKind::vector;
}

bool TypeQueries::is_complete(QualType q) const {
    const Type &t = value(q);
    switch (t.kind) {
    case TypeKind::void_: return false;
    case TypeKind::record: return t.record->complete;
    case TypeKind::enum_: return t.enum_decl->complete || !t.enum_decl->underlying.is_null();
    case TypeKind::array: return t.size != ArraySize::incomplete && is_complete(t.element);
    default: return true;
    }
}

bool TypeQueries::is_variably_modified(QualType q) const {
    const Type *t = &get(q);
    for (;;) {
        if (t->kind == TypeKind::array && (t->size == ArraySize::variable || t->size == ArraySize::star)) return true;
        if (t->kind != TypeKind::array && t->kind != TypeKind::pointer && t->kind != TypeKind::shared &&
            t->kind != TypeKind::function)
            return false;
        t = &get(t->element);
    }
}

QualType TypeQueries::pointee(QualType q) const {
    uint8_t qualifiers = 0;
    const Type *t = &node(q, &qualifiers);
    if (t->kind == TypeKind::shared) t = &node(t->element, &qualifiers);
    return t->kind == TypeKind::pointer ? t->element : error();
}

QualType TypeQueries::element(QualType q) const {
    uint8_t qualifiers = 0;
    const Type &t = node(q, &qualifiers);
    if (t.kind != TypeKind::array) return error();
    return t.element.with(qualifiers & static_cast<uint8_t>(~q_shared));
}

QualType TypeQueries::ultimate_element(QualType q) const {
    while (is_array(q))
        q = element(q);
    return q;
}

uint64_t TypeQueries::elements_in(QualType q) const {
    uint64_t n = 1;
    for (const Type *t = &get(q); t->kind == TypeKind::array; t = &get(t->element))
        n *= t->count;
    return n;
}

} // namespace polder::cc

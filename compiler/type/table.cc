// Each kind of type is a node with its parts (type.h).
#include "compiler/type/type.h"

#include <utility>

namespace polder::cc {

QualType TypeTable::pointer_to(QualType pointee) {
    return intern(make_type(TypeKind::pointer, pointee));
}

QualType TypeTable::array_of(QualType element, uint64_t count, bool times_threads, Expr *written) {
    Type t = make_type(TypeKind::array, element, count);
    t.times_threads = times_threads;
    t.size_expr = written;
    return intern(std::move(t));
}

QualType TypeTable::incomplete_array(QualType element) {
    Type t = make_type(TypeKind::array, element);
    t.size = ArraySize::incomplete;
    return intern(std::move(t));
}

QualType TypeTable::variable_array(QualType element, Expr *size) {
    Type t = make_type(TypeKind::array, element);
    t.size = size ? ArraySize::variable : ArraySize::star;
    t.size_expr = size;
    return intern(std::move(t));
}

QualType TypeTable::function(QualType result, std::vector<Param> params, bool variadic, bool prototyped) {
    Type t = make_type(TypeKind::function, result);
    t.params = std::move(params);
    t.variadic = variadic;
    t.prototyped = prototyped;
    return intern(std::move(t));
}

QualType TypeTable::shared(QualType element, uint64_t block) {
    uint8_t qualifiers = 0;
    const Type &t = node(element, &qualifiers);
    const uint8_t plain = qualifiers & static_cast<uint8_t>(~q_shared);
    if (t.kind == TypeKind::error) return error();
    if (t.kind == TypeKind::array) {
        const Type bound = t;
        return array_like(shared(bound.element.with(plain), block), bound);
    }
    if (t.kind == TypeKind::shared) return intern(make_type(TypeKind::shared, t.element, block)).with(plain);
    const QualType bare(element.index(), 0);
    return intern(make_type(TypeKind::shared, bare, block))
        .with(element.qualifiers() & static_cast<uint8_t>(~q_shared));
}

QualType TypeTable::complex_of(QualType element) {
    return intern(make_type(TypeKind::complex, element));
}
QualType TypeTable::vector_of(QualType element, uint64_t lanes) {
    return intern(make_type(TypeKind::vector, element, lanes));
}

QualType TypeTable::record(RecordDecl *decl) {
    Type t = make_type(TypeKind::record);
    t.record = decl;
    return intern(std::move(t));
}

QualType TypeTable::enumeration(EnumDecl *decl) {
    Type t = make_type(TypeKind::enum_);
    t.enum_decl = decl;
    return intern(std::move(t));
}

QualType TypeTable::typedef_of(TypedefDecl *decl, QualType aliased, uint32_t align) {
    Type t = make_type(TypeKind::typedef_, aliased);
    t.typedef_decl = decl;
    t.align = align;
    return intern(std::move(t));
}

QualType TypeTable::typeof_of(QualType resolved) {
    return intern(make_type(TypeKind::typeof_, resolved));
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
